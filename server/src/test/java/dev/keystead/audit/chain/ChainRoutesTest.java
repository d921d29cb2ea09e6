package dev.keystead.audit.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keystead.platform.crypto.Ed25519;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.TrailDesk;
import dev.keystead.server.TrailVerification;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// What administrators and outsiders do with the trail over HTTP, and with a file they took away.
class ChainRoutesTest {
    private static final TestServer SERVER = TestServer.start("--roles", "web");
    private static final TrailDesk DESK = new TrailDesk(SERVER);
    private static final AtomicInteger NUMBER = new AtomicInteger();

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    private final Elsewhere place = SERVER.makeOrganisation("chain-" + NUMBER.incrementAndGet());
    private final Client client = SERVER.as(place.key());

    private void work() {
        for (int i = 0; i < 3; i++) {
            Answer made =
                    client.post("/v1/projects", "{\"name\":\"P\",\"slug\":\"p-" + NUMBER.incrementAndGet() + "\"}");
            assertThat(made.status()).as(made.text()).isEqualTo(201);
        }
        DESK.seal();
    }

    @Test
    void verifyingAnswersWhatItLookedAt() {
        work();
        DESK.sign();
        work();
        JsonNode answer = client.post("/v1/audit:verify", "{}").json();
        assertThat(answer.path("intact").asBoolean()).as(answer.toString()).isTrue();
        assertThat(answer.path("unfinished").asBoolean()).isFalse();
        JsonNode admin = answer.path("chains").path(0);
        assertThat(admin.path("trail").asString()).isEqualTo("admin_audit");
        assertThat(admin.path("rows").asLong()).isEqualTo(admin.path("size").asLong());
        assertThat(admin.path("signed_to").asLong())
                .isPositive()
                .isLessThan(admin.path("size").asLong());
        JsonNode rest = client.post("/v1/audit:verify", "{\"after\":2}").json();
        assertThat(rest.path("intact").asBoolean()).isTrue();
        assertThat(rest.path("chains").path(0).path("rows").asLong())
                .isEqualTo(admin.path("size").asLong() - 1);
    }

    @Test
    void verifyingNamesWhatIsWrong() {
        work();
        SERVER.execute("update audit.admin_audit set resource_id = 'x' where seq = 2 and tenant_id = '"
                + place.workspace().value() + "'");
        JsonNode answer = client.post("/v1/audit:verify", "{}").json();
        assertThat(answer.path("intact").asBoolean()).isFalse();
        JsonNode found = answer.path("chains").path(0).path("tampering");
        assertThat(found.path("kind").asString()).isEqualTo("edited");
        assertThat(found.path("seq").asLong()).isEqualTo(2);
        assertThat(found.path("entry_id").asString()).startsWith("aud_");
    }

    @Test
    void anExportVerifiesWithNothingButThePublicKey(@TempDir Path folder) throws Exception {
        work();
        DESK.sign();
        work();
        Answer export = client.get("/v1/audit/export");
        assertThat(export.status()).isEqualTo(200);
        assertThat(export.header("Content-Disposition")).contains("-audit.ndjson");
        Path file = folder.resolve("export.ndjson");
        Files.writeString(file, export.text());
        VerifierKey key =
                VerifierKey.parse(client.get("/.well-known/audit-keys").text()).orElseThrow();
        var trust = new TrailVerification.Trust(List.of(key), List.of());
        TrailVerification.Result result = TrailVerification.export(file, trust, (_, _) -> {});
        assertThat(result.isIntact()).as(result.toString()).isTrue();
        assertThat(result.pinned()).isTrue();
        ChainReport admin = result.chains().getFirst();
        assertThat(admin.rows())
                .isEqualTo(admin.size())
                .isEqualTo(admin.signedTo())
                .isGreaterThan(5);

        List<String> lines = export.text().lines().toList();
        Files.writeString(file, export.text().replaceFirst("\"project\"", "\"projekt\""));
        assertThat(kindOf(file, trust)).isEqualTo(Tampering.Kind.EDITED);
        Files.write(file, without(lines, 6));
        assertThat(kindOf(file, trust)).isEqualTo(Tampering.Kind.DELETED);
        Files.write(file, without(lines, lines.size() - 1));
        assertThat(kindOf(file, trust)).isEqualTo(Tampering.Kind.TAIL_CUT);
        Files.writeString(file, export.text());
        var stranger = new TrailVerification.Trust(
                List.of(new VerifierKey(key.name(), Ed25519.generate().open())), List.of());
        assertThat(kindOf(file, stranger)).isEqualTo(Tampering.Kind.SIGNATURE_WRONG);
        Files.writeString(file, export.text().substring(0, export.text().length() - 30));
        assertThatThrownBy(() -> kindOf(file, trust)).isInstanceOf(ExportFile.Damaged.class);
        Files.writeString(file, "{}\n");
        assertThatThrownBy(() -> kindOf(file, trust)).isInstanceOf(ExportFile.Damaged.class);
    }

    private static List<String> without(List<String> lines, int index) {
        var rest = new ArrayList<>(lines);
        rest.remove(index);
        return rest;
    }

    private static Tampering.Kind kindOf(Path file, TrailVerification.Trust trust) {
        return TrailVerification.export(file, trust, (_, _) -> {}).chains().stream()
                .flatMap(chain -> chain.tampering().stream())
                .findFirst()
                .orElseThrow()
                .kind();
    }

    @Test
    void aRotatedKeySignsForAWhileBesideTheNewOne() {
        work();
        List<VerifierKey> before = DESK.keys();
        Answer rotated = SERVER.asAdministrator().post("/v1/audit/keys:rotate");
        assertThat(rotated.status()).as(rotated.text()).isEqualTo(200);
        assertThat(DESK.keys()).hasSize(before.size() + 1).containsAll(before);
        DESK.sign();
        Checkpoint.Signed signed = Checkpoint.parse(client.get("/v1/audit/checkpoints")
                        .json()
                        .path("items")
                        .path(0)
                        .path("note")
                        .asString())
                .orElseThrow();
        assertThat(signed.signatures().size()).isGreaterThan(1);
        assertThat(signed.isSignedBy(List.of(before.getLast()))).isTrue();
        assertThat(signed.isSignedBy(List.of(DESK.keys().getLast()))).isTrue();
        assertThat(DESK.verify(place.workspace()))
                .allSatisfy(report -> assertThat(report.tampering()).isEmpty());
        assertThat(client.post("/v1/audit/keys:rotate").status()).isEqualTo(403);
    }

    @Test
    void theTrailIsSearchedByWhoWhatWhichAndWhen() {
        Instant begun = Instant.now().minusSeconds(60);
        work();
        String user = client.post("/v1/users", "{\"email\":\"search@chain.test\",\"display_name\":\"S\"}")
                .id();
        JsonNode made = only("?resource=" + user);
        String actor = made.path("actor_did").asString();
        assertThat(made.path("event_type").asString()).isEqualTo("user.create");
        assertThat(only("?actor=" + actor + "&action=user.create")).isEqualTo(made);
        assertThat(only("?action=user.create&trail=admin_audit&from=" + begun)).isEqualTo(made);
        assertThat(items("?action=user.create&trail=auth_audit")).isEmpty();
        assertThat(items("?action=user.create&to=" + begun)).isEmpty();
        assertThat(items("?resource=" + user + "&actor=did:keystead:nobody")).isEmpty();
        assertThat(client.get("/v1/audit/" + made.path("id").asString()).json().path("id"))
                .isEqualTo(made.path("id"));
        assertThat(client.get("/v1/admin/audit?resource=" + user).json().path("items"))
                .hasSize(1);
        assertThat(SERVER.asAdministrator()
                        .get("/v1/audit/" + made.path("id").asString())
                        .status())
                .as("of another workspace")
                .isEqualTo(404);
        assertThat(client.get("/v1/audit?from=yesterday-or-so-perhaps").status())
                .isEqualTo(400);
        assertThat(client.get("/v1/audit?resource=nothing").status()).isEqualTo(400);
    }

    /// Pages do not overlap where the queue and the trails meet.
    @Test
    void pagesGoOnFromTheQueueIntoTheTrails() {
        work();
        client.post("/v1/projects", "{\"name\":\"P\",\"slug\":\"p-" + NUMBER.incrementAndGet() + "\"}");
        var seen = new ArrayList<String>();
        JsonNode page = client.get("/v1/audit?limit=2&action=project.create").json();
        page.path("items").forEach(item -> seen.add(item.path("id").asString()));
        while (!page.path("next_cursor").asString("").isEmpty()) {
            page = client.get("/v1/audit?limit=2&action=project.create&cursor="
                            + page.path("next_cursor").asString())
                    .json();
            page.path("items").forEach(item -> seen.add(item.path("id").asString()));
        }
        assertThat(seen).hasSize(4).doesNotHaveDuplicates();
    }

    private JsonNode items(String query) {
        Answer answer = client.get("/v1/audit" + query);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json().path("items");
    }

    private JsonNode only(String query) {
        JsonNode items = items(query);
        assertThat(items).as(query).hasSize(1);
        return items.path(0);
    }

    @Test
    void theViewOf000ShowsTheSameBehindTheWall() {
        work();
        String tenant = place.workspace().value().toString();
        String mine = "select count(*) from audit.audit_log where tenant_id = '" + tenant + "'";
        assertThat(SERVER.count(mine))
                .isEqualTo(SERVER.count("select count(*) from audit.written where tenant_id = '" + tenant + "'"));
        String asApp = "set role " + SERVER.database().name() + "_app; select set_config('app.current_tenant_id', '%s',"
                + " false); do $$ begin assert (select count(*) %s 0 from audit.audit_log where tenant_id = '" + tenant
                + "'); end $$";
        SERVER.execute(asApp.formatted(tenant, ">"));
        SERVER.execute(asApp.formatted("00000000-0000-7000-8000-0000000000ff", "="));
        assertThat(SERVER.look()
                        .text(
                                "select string_agg(distinct actor_type || ' ' || left(actor_id, 4) || ' ' || left(id, 4), ',')"
                                        + " from audit.audit_log where action = 'project.create' and tenant_id = '"
                                        + tenant + "'"))
                .isEqualTo("api_key apk_ aud_");
    }
}
