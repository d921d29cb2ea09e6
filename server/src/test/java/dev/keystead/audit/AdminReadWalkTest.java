package dev.keystead.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.keystead.member.Resource;
import dev.keystead.platform.http.Audit;
import dev.keystead.platform.http.Method;
import dev.keystead.platform.http.Route;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.workspace.Reserved;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Reads that are audited, by the route table: each leaves one entry, and is not answered without it.
class AdminReadWalkTest {
    private static final TestServer SERVER = TestServer.start("--roles", "web");
    private static final Elsewhere PLACE = SERVER.makeOrganisation("read-walk");
    private static final Client CLIENT = SERVER.as(PLACE.key());
    private static final String USER = CLIENT.post("/v1/users", "{\"email\":\"read@walk.test\",\"display_name\":\"R\"}")
            .id();
    private static final String APPLICATION = CLIENT.post(
                    "/v1/clients", "{\"name\":\"App\",\"redirect_uris\":[\"https://a.test/cb\"]}")
            .json()
            .path("client")
            .path("id")
            .asString();
    private static final String PERSON = SERVER.makePerson("read-walk").user().text();
    private static final WrittenTrail TRAIL = new WrittenTrail(SERVER);

    static {
        // The first who asks for the keys has them made, which leaves an entry too.
        assertThat(CLIENT.get("/.well-known/audit-keys").text()).contains("/audit+");
    }

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    private static Stream<Route> audited() {
        return SERVER.routes().stream()
                .filter(route -> route.method() == Method.GET && route.audit() instanceof Audit.Action);
    }

    /// Whether a route is for operators only, and about people of the system workspace.
    private static boolean isOperators(Route route) {
        return route.access()
                .neededRight()
                .filter(right -> right.resource().equals(Resource.SYSTEM.word()))
                .isPresent();
    }

    private static Client reader(Route route) {
        return isOperators(route) ? SERVER.asAdministrator() : CLIENT;
    }

    private static String path(Route route) {
        String entry = SERVER.look()
                .text("select app.id_text('aud', id) from audit.entries where tenant_id = '"
                        + PLACE.workspace().value() + "' order by id limit 1");
        String template = route.template().text();
        if (template.startsWith("/v1/audit/exports/")) {
            return template.replace("{id}", doneExport());
        }
        String user = isOperators(route) ? PERSON : USER;
        String id = template.startsWith("/v1/audit/") ? entry : template.startsWith("/v1/clients") ? APPLICATION : user;
        return template.replace("{id}", id);
    }

    private static String doneExport() {
        String id = CLIENT.post("/v1/audit/exports", "{}").id();
        SERVER.execute("update audit.exports set state = 'done', rows_total = 0, done_at = now()");
        return id;
    }

    @Test
    void whoLooksAtTheTrailOrAtTheSecurityOfOthersIsAudited() {
        assertThat(audited().map(Route::toString))
                .containsExactlyInAnyOrder(
                        "GET /v1/audit",
                        "GET /v1/admin/audit",
                        "GET /v1/audit/{id}",
                        "GET /v1/audit/export",
                        "GET /v1/audit/exports/{id}/file",
                        "GET /v1/auth-events",
                        "GET /v1/orgs",
                        "GET /v1/sessions",
                        "GET /v1/access-tokens",
                        "GET /v1/users/{id}/devices",
                        "GET /v1/users/{id}/sessions",
                        "GET /v1/users/{id}/mfa",
                        "GET /v1/users/{id}/lockout",
                        "GET /v1/users/{id}/tokens",
                        "GET /v1/users/{id}/export",
                        "GET /v1/users/{id}/trust",
                        "GET /v1/users/{id}/trust/history",
                        "GET /v1/clients/{id}/consents");
    }

    @TestFactory
    Stream<DynamicTest> aReadLeavesOneEntryThatSaysWhoLookedAtWhat() {
        return audited()
                .map(route -> dynamicTest(route.toString(), () -> {
                    String path = path(route);
                    long before = TRAIL.size();
                    Answer answer = reader(route).get(path);
                    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
                    assertThat(TRAIL.size() - before).isEqualTo(1);
                    WrittenTrail.Entry entry = TRAIL.of(answer);
                    assertThat(entry.eventType()).isEqualTo(((Audit.Action) route.audit()).name());
                    assertThat(entry.tenant())
                            .isEqualTo((isOperators(route) ? Reserved.SYSTEM_WORKSPACE : PLACE.workspace()).value());
                    assertThat(entry.actor()).startsWith("did:keystead:apk_");
                    assertThat(path.contains("{") ? "" : entry.resourceId())
                            .isEqualTo(
                                    path.equals(route.template().text())
                                            ? route.toString()
                                            : List.of(path.split("/", -1)).stream()
                                                    .filter(part -> part.contains("_"))
                                                    .findFirst()
                                                    .orElseThrow());
                }));
    }

    @TestFactory
    Stream<DynamicTest> withoutItsEntryNothingIsShown() {
        return audited()
                .map(route -> dynamicTest(route.toString(), () -> {
                    String path = path(route);
                    TRAIL.breaking(
                            new WrittenTrail.Fault("P0001", 500, false),
                            () -> assertThat(reader(route).get(path).status()).isEqualTo(500));
                }));
    }

    @Test
    void whatIsNotThereLeavesNone() {
        long before = TRAIL.size();
        for (String path : List.of("/v1/audit/aud_01k9y7c2vff0z8n3q5s6t4w1xe", "/v1/audit?limit=0")) {
            assertThat(CLIENT.get(path).status()).isBetween(400, 404);
        }
        assertThat(TRAIL.size()).isEqualTo(before);
    }
}
