package dev.keystead.license;

import static dev.keystead.server.LicenseSamples.insideOf;
import static dev.keystead.server.LicenseSamples.newCode;
import static dev.keystead.server.LicenseSamples.orgNode;
import static dev.keystead.server.LicenseSamples.workspaceNode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserId;
import dev.keystead.license.RuleByHand.Module;
import dev.keystead.license.RuleByHand.Told;
import dev.keystead.license.assignment.LicenseId;
import dev.keystead.node.NodeId;
import dev.keystead.platform.id.Prefix;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.workspace.WorkspaceId;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Random trees, licences, dates, dependencies, kinds, seats, caps and moves in the database, against the rule by hand.
class EntitlementPropertyTest {
    private static final TestServer SERVER = TestServer.shared();
    private static final Map<String, Module> MODULES = catalogue(new Random(7));
    private static final List<Integer> DAYS = List.of(-5, -3, -1, 0, 1, 2, 4);

    private final LocalDate today = LocalDate.now(ZoneOffset.UTC);

    /// One workspace of a tree, and who asks there.
    private record Side(Client client, List<UUID> nodes) {}

    /// Modules that need each other and nodes of certain kinds; made once, for there is one catalogue.
    private static Map<String, Module> catalogue(Random random) {
        Map<String, Module> modules = new LinkedHashMap<>();
        for (int i = 0; i < 7; i++) {
            List<String> needs = modules.keySet().stream()
                    .filter(_ -> random.nextInt(4) == 0)
                    .toList();
            List<String> kinds = i % 3 == 1
                    ? List.of(
                            "unit", List.of("project", "subtenant", "workspace").get(i % 2))
                    : List.of();
            boolean always = i == 2;
            var module = new Module(newCode(), needs, kinds, always);
            Answer made = SERVER.asAdministrator()
                    .post("/v1/modules", """
                            {"code":"%s","name":"R","category":"random","dependencies":[%s],"min_node_types":[%s],
                             "always_on":%s}""".formatted(module.code(), quoted(needs), quoted(kinds), always));
            assertThat(made.status()).as(made.text()).isEqualTo(201);
            modules.put(module.code(), module);
        }
        return modules;
    }

    private static String quoted(List<String> words) {
        return words.stream().map(word -> "\"" + word + "\"").collect(Collectors.joining(","));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 5, 8, 13})
    void everyAnswerIsThatOfTheRule(long seed) {
        var random = new Random(seed);
        Elsewhere place = SERVER.makeOrganisation(
                "q" + UuidV7.next().toString().replace("-", "").substring(14));
        Client home = SERVER.as(place.key());
        List<UUID> people = List.of(UserId.make().value(), UserId.make().value());
        UUID root = node(orgNode(home));
        var trees = new RandomTrees(SERVER.look(), random, today, place.org().value(), root, people);
        WorkspaceId second = Prefix.WORKSPACE
                .parse(
                        home.post("/v1/workspaces", "{\"slug\":\"%s\",\"name\":\"Q\"}".formatted(newCode()))
                                .id(),
                        WorkspaceId::new)
                .orElseThrow();
        Client inside = insideOf(SERVER, second);
        List<Module> modules = List.copyOf(MODULES.values());
        var sides = new ArrayList<Side>();
        sides.add(new Side(home, trees.grow(place.workspace().value(), node(workspaceNode(home)), 10)));
        sides.add(new Side(inside, trees.grow(second.value(), node(workspaceNode(inside)), 6)));
        trees.give(place.workspace().value(), List.of(root), modules);
        trees.give(place.workspace().value(), sides.getFirst().nodes(), modules);
        trees.give(second.value(), sides.getLast().nodes(), modules);
        trees.keep();

        var rule = new RuleByHand(MODULES, trees.places, trees.licences);
        sides.forEach(side -> compare(rule, side, people, random));
        for (int i = 0; i < 3; i++) {
            Side side = sides.getFirst();
            RandomTrees.Move move = trees.move(side.nodes());
            Answer moved = side.client()
                    .post(
                            "/v1/nodes/" + move.node().text() + ":move",
                            "{\"parent_id\":\"%s\"}".formatted(move.parent().text()));
            assertThat(moved.status()).as(moved.text()).isEqualTo(200);
            compare(rule, side, people, random);
        }
    }

    private static UUID node(String text) {
        return Prefix.NODE.parse(text, NodeId::new).orElseThrow().value();
    }

    /// One question.
    private record Question(
            Module module, UUID node, @Nullable UUID person) {
        String json() {
            return "{\"module\":\"%s\",\"node_id\":\"%s\"%s}"
                    .formatted(
                            module.code(),
                            new NodeId(node).text(),
                            person == null ? "" : ",\"user_id\":\"" + new UserId(person).text() + "\"");
        }
    }

    private void compare(RuleByHand rule, Side side, List<UUID> people, Random random) {
        var questions = new ArrayList<Question>();
        for (UUID node : side.nodes()) {
            for (Module module : MODULES.values()) {
                int who = random.nextInt(people.size() + 1);
                questions.add(new Question(module, node, who == people.size() ? null : people.get(who)));
            }
        }
        for (int offset : DAYS) {
            LocalDate day = today.plusDays(offset);
            for (int at = 0; at < questions.size(); at += 100) {
                compare(rule, side, questions.subList(at, Math.min(at + 100, questions.size())), day);
            }
        }
    }

    private static void compare(RuleByHand rule, Side side, List<Question> questions, LocalDate day) {
        Answer answer = side.client()
                .post(
                        "/v1/entitlements:check",
                        "{\"day\":\"%s\",\"checks\":[%s]}"
                                .formatted(
                                        day,
                                        questions.stream().map(Question::json).collect(Collectors.joining(","))));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        for (int i = 0; i < questions.size(); i++) {
            Question question = questions.get(i);
            Told told = rule.of(question.module(), question.node(), day, question.person());
            assertThat(read(answer.json().path("items").path(i).path("entitlement")))
                    .as("%s on %s", question, day)
                    .isEqualTo(written(told));
        }
    }

    private static List<String> read(JsonNode entitlement) {
        return List.of(
                entitlement.path("reason").asString(),
                entitlement.path("dependency").asString(""),
                entitlement.path("source").path("license_id").asString(""),
                entitlement.path("source").path("node_id").asString(""));
    }

    private static List<String> written(Told told) {
        return List.of(
                told.reason(),
                told.missing() == null ? "" : told.missing(),
                told.by() == null ? "" : new LicenseId(told.by().id()).text(),
                told.by() == null ? "" : new NodeId(told.by().node()).text());
    }
}
