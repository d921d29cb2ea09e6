package dev.keystead.license;

import static dev.keystead.server.LicenseSamples.module;
import static dev.keystead.server.LicenseSamples.orgNode;
import static dev.keystead.server.LicenseSamples.workspaceNode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserId;
import dev.keystead.license.RuleByHand.Module;
import dev.keystead.license.assignment.LicenseId;
import dev.keystead.node.NodeId;
import dev.keystead.platform.id.Prefix;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.tenancy.UuidV7;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Random deeds on random licences: each is tried out first, and then done. What the dry run told is what comes of the
/// deed, and what it refused is refused for the same reason.
class DryRunPropertyTest {
    private static final TestServer SERVER = TestServer.shared();
    private static final List<Module> MODULES = modules();
    private static final int DEEDS = 40;

    private final LocalDate today = LocalDate.now(ZoneOffset.UTC);

    private static List<Module> modules() {
        String plain = module(SERVER);
        String needing = module(SERVER, ",\"dependencies\":[\"%s\"]".formatted(plain));
        String forUnits = module(SERVER, ",\"min_node_types\":[\"unit\"]");
        return List.of(
                new Module(plain, List.of(), List.of(), false),
                new Module(needing, List.of(plain), List.of(), false),
                new Module(forUnits, List.of(), List.of("unit"), false));
    }

    /// Something that can be done.
    ///
    /// @param plan how it is tried out
    private record Deed(String plan, String method, String path, String body) {}

    /// What a node says about a module.
    private record Said(String node, String module) {}

    /// A tree, and who decides about it.
    private record Ground(Client client, List<String> places, List<String> licenses, Random random) {
        String place() {
            return places.get(random.nextInt(places.size()));
        }

        Deed deed() {
            String license = licenses.get(random.nextInt(licenses.size()));
            return switch (random.nextInt(3)) {
                case 0 -> add();
                case 1 -> {
                    String to = place();
                    yield new Deed(
                            "\"move\":[{\"license_id\":\"%s\",\"node_id\":\"%s\"}]".formatted(license, to),
                            "PATCH",
                            "/v1/licenses/" + license,
                            "{\"node_id\":\"%s\"}".formatted(to));
                }
                default ->
                    new Deed(
                            "\"end\":[\"%s\"]".formatted(license),
                            "POST",
                            "/v1/licenses/" + license + ":terminate",
                            "");
            };
        }

        private Deed add() {
            String body = "{\"module\":\"%s\",\"node_id\":\"%s\",\"scope\":\"%s\"%s}"
                    .formatted(
                            MODULES.get(random.nextInt(MODULES.size())).code(),
                            place(),
                            random.nextBoolean() ? "exact" : "inherit-down",
                            List.of(
                                            "",
                                            ",\"trial\":true",
                                            ",\"trial\":true,\"effective_to\":\"2999-01-01\"",
                                            ",\"effective_to\":\"2020-01-01\"",
                                            ",\"constraints\":{\"expires_at\":\"2021-01-01T00:00:00Z\"}")
                                    .get(random.nextInt(5)));
            return new Deed("\"add\":[" + body + "]", "POST", "/v1/licenses", body);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 5})
    void whatIsTriedOutIsWhatComes(long seed) {
        var random = new Random(seed);
        Elsewhere place = SERVER.makeOrganisation(
                "d" + UuidV7.next().toString().replace("-", "").substring(14));
        Client client = SERVER.as(place.key());
        UUID root = node(orgNode(client));
        var trees = new RandomTrees(
                SERVER.look(),
                random,
                today,
                place.org().value(),
                root,
                List.of(UserId.make().value()));
        List<UUID> nodes = trees.grow(place.workspace().value(), node(workspaceNode(client)), 7);
        trees.give(place.workspace().value(), List.of(root), MODULES);
        trees.give(place.workspace().value(), nodes, MODULES);
        trees.keep();
        var places = new ArrayList<>(nodes);
        places.add(root);
        var ground = new Ground(
                client,
                places.stream().map(id -> new NodeId(id).text()).toList(),
                new ArrayList<>(trees.licences.stream()
                        .map(licence -> new LicenseId(licence.id()).text())
                        .toList()),
                random);
        String top = new NodeId(nodes.getFirst()).text();
        for (int i = 0; i < DEEDS; i++) {
            tryAndDo(ground, top, ground.deed());
        }
    }

    private static UUID node(String text) {
        return Prefix.NODE.parse(text, NodeId::new).orElseThrow().value();
    }

    private static void tryAndDo(Ground ground, String top, Deed deed) {
        Client client = ground.client();
        Map<Said, List<String>> expected = entitlements(client, top);
        Answer tried = client.post("/v1/licenses:preview", "{\"node_id\":\"%s\",%s}".formatted(top, deed.plan()));
        Answer done = client.send(deed.method(), deed.path(), deed.body().isEmpty() ? null : deed.body());
        assertThat(tried.json().path("reason").asString(""))
                .as("%s: %s and %s", deed, tried.text(), done.text())
                .isEqualTo(done.json().path("reason").asString(""));
        assertThat(tried.status() == 200).as(deed.toString()).isEqualTo(done.status() / 100 == 2);
        for (JsonNode difference : tried.json().path("items")) {
            String module = difference.path("before").path("module").asString();
            var said = new Said(difference.path("node_id").asString(), module);
            if (expected.containsKey(said)) {
                assertThat(verdict(difference.path("before")))
                        .as(deed.toString())
                        .isEqualTo(expected.get(said));
                List<String> after = new ArrayList<>(verdict(difference.path("after")));
                // A licence that is not there yet has a name that nobody else knows.
                after.replaceAll(text -> isStrange(ground, text) ? done.id() : text);
                expected.put(said, after);
            }
        }
        if (done.status() == 201) {
            ground.licenses().add(done.id());
        }
        assertThat(entitlements(client, top)).as(deed.toString()).isEqualTo(expected);
    }

    private static Map<Said, List<String>> entitlements(Client client, String top) {
        var found = new HashMap<Said, List<String>>();
        for (Module module : MODULES) {
            Answer tree = client.get(
                    "/v1/nodes/%s/entitlement-tree?refusals=true&limit=200&module=%s".formatted(top, module.code()));
            assertThat(tree.status()).as(tree.text()).isEqualTo(200);
            for (JsonNode place : tree.json().path("items")) {
                found.put(
                        new Said(place.path("node_id").asString(), module.code()),
                        verdict(place.path("entitlements").path(0)));
            }
        }
        return found;
    }

    private static boolean isStrange(Ground ground, String text) {
        return text.startsWith("lic_") && !ground.licenses().contains(text);
    }

    private static List<String> verdict(JsonNode entitlement) {
        return List.of(
                entitlement.path("reason").asString(),
                entitlement.path("dependency").asString(""),
                entitlement.path("source").path("license_id").asString(""),
                entitlement.path("source").path("node_id").asString(""));
    }
}
