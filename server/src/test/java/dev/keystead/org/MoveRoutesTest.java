package dev.keystead.org;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.TestServer.Person;
import dev.keystead.server.Until;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.workspace.Reserved;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class MoveRoutesTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final TestServer server = TestServer.shared();
    private final Client operator = server.asAdministrator();
    private final Elsewhere from = server.makeOrganisation(unique("f"));
    private final Elsewhere to = server.makeOrganisation(unique("t"));
    private final String slug = unique("m");
    private final String id = server.as(from.key())
            .post("/v1/workspaces", "{\"slug\":\"%s\",\"name\":\"Moving\"}".formatted(slug))
            .id();

    private static String unique(String start) {
        return start + UuidV7.next().toString().replace("-", "");
    }

    private static Answer move(Client client, String workspace, String org) {
        return client.post("/v1/workspaces/" + workspace + ":move", "{\"org_id\":\"%s\"}".formatted(org));
    }

    private void waitFor(Client client, int status) {
        Until.holds(
                "the workspace answers " + status,
                LIMIT,
                () -> client.get("/v1/workspaces/" + id).status() == status);
    }

    @Test
    void aWorkspaceMovesWithItsTreeAndKeepsItsId() {
        Client old = server.as(from.key());
        String project = old.post("/t/" + slug + "/v1/projects", "{\"slug\":\"inner\",\"name\":\"Inner\"}")
                .id();
        assertThat(project).isNotEmpty();
        Answer moved = move(operator, id, to.org().text());
        assertThat(moved.status()).as(moved.text()).isEqualTo(200);
        assertThat(moved.id()).isEqualTo(id);
        assertThat(moved.json().path("slug").asString()).isEqualTo(slug);
        assertThat(moved.json().path("org_id").asString()).isEqualTo(to.org().text());
        Client now = server.as(to.key());
        waitFor(old, 404);
        waitFor(now, 200);
        assertThat(old.get("/v1/workspaces").text()).doesNotContain(id);
        assertThat(now.get("/v1/workspaces").text()).contains(id);
        assertThat(now.get("/t/" + slug + "/v1/projects").text()).contains(project);
        String node = now.get("/t/" + slug + "/v1/nodes?kind=project")
                .json()
                .path("items")
                .path(0)
                .path("id")
                .asString();
        List<String> above = now.get("/t/" + slug + "/v1/nodes/" + node + "/ancestors")
                .json()
                .path("items")
                .valueStream()
                .map(item -> item.path("subject_id").asString())
                .toList();
        assertThat(above).containsExactly(id, to.org().text());
        assertThat(server.count("select count(*) from audit.written where event_type = 'workspace.move'"
                        + " and tenant_id = app.id_uuid('" + id + "')"))
                .isOne();
        assertThat(move(operator, id, to.org().text()).status())
                .as("nothing to do")
                .isEqualTo(200);
    }

    @Test
    void whoAdministersBothMovesItAndNobodyElse() {
        Person both = server.makePerson(unique("p").substring(0, 18));
        Client client = server.as(both.key());
        for (Elsewhere place : List.of(from, to)) {
            Answer added = server.as(place.key())
                    .post(
                            "/v1/workspaces/" + place.workspace().text() + "/members",
                            "{\"user_id\":\"%s\",\"role\":\"owner\"}"
                                    .formatted(both.user().text()));
            assertThat(added.status()).as(added.text()).isEqualTo(201);
        }
        Answer toStranger = move(server.as(from.key()), id, to.org().text());
        assertThat(toStranger.status()).isEqualTo(400);
        Answer toNobody = move(server.as(from.key()), id, "org_01k9zzzzzzzzzzzzzzzzzzzzzz");
        assertThat(toNobody.json().path("fields")).isEqualTo(toStranger.json().path("fields"));
        assertThat(move(server.as(to.key()), id, to.org().text()).status()).isEqualTo(404);
        Answer moved = client.post(
                "/t/" + from.slug() + "/v1/workspaces/" + id + ":move",
                "{\"org_id\":\"%s\"}".formatted(to.org().text()));
        assertThat(moved.status()).as(moved.text()).isEqualTo(200);
    }

    @Test
    void whatCannotMoveStays() {
        Answer home = move(operator, from.workspace().text(), to.org().text());
        assertThat(home.status()).isEqualTo(409);
        assertThat(home.error()).contains("cannot move");
        assertThat(move(operator, Reserved.SYSTEM_WORKSPACE.text(), to.org().text())
                        .status())
                .isEqualTo(409);
        assertThat(move(operator, id, "org_01k9zzzzzzzzzzzzzzzzzzzzzz").status())
                .isEqualTo(400);
        assertThat(move(operator, id, "nonsense").status()).isEqualTo(400);
        assertThat(move(operator, "wrk_01k9zzzzzzzzzzzzzzzzzzzzzz", to.org().text())
                        .status())
                .isEqualTo(404);
        operator.delete("/v1/orgs/" + to.org().text());
        assertThat(move(operator, id, to.org().text()).status())
                .as("into a deleted one")
                .isEqualTo(400);
        assertThat(server.as(from.key()).get("/v1/workspaces").text()).contains(id);
    }

    @Test
    void aWorkspaceThatMovesIntoASuspendedOrganisationIsClosed() {
        operator.post("/v1/orgs/" + to.org().text() + ":suspend");
        Answer moved = move(operator, id, to.org().text());
        assertThat(moved.json().path("org_suspended").booleanValue())
                .as(moved.text())
                .isTrue();
        operator.post("/v1/orgs/" + to.org().text() + ":activate");
        waitFor(server.as(to.key()), 200);
    }

    @Test
    void twoMovesAtOnceLeaveItWhereItsTreeIs() throws Exception {
        Elsewhere third = server.makeOrganisation(unique("u"));
        var deeds = new ArrayList<Callable<Integer>>();
        for (int i = 0; i < 10; i++) {
            String target = (i % 2 == 0 ? to : third).org().text();
            deeds.add(() -> move(operator, id, target).status());
            deeds.add(() -> server.as(from.key())
                    .post("/t/" + slug + "/v1/projects", "{\"slug\":\"%s\",\"name\":\"P\"}".formatted(unique("p")))
                    .status());
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Integer> result : threads.invokeAll(deeds)) {
                assertThat(result.get()).isIn(200, 201, 404);
            }
        }
        assertThat(server.count("""
                select count(*) from identity.nodes n join identity.workspaces w on w.id = n.tenant_id
                where w.id = app.id_uuid('%s') and n.org_id <> w.org_id""".formatted(id))).isZero();
        assertThat(server.count("""
                select count(*) from identity.projects p
                left join identity.nodes n on n.tenant_id = p.tenant_id and n.subject_id = p.id
                where p.tenant_id = app.id_uuid('%s') and n.id is null""".formatted(id)))
                .as("projects without a place")
                .isZero();
    }
}
