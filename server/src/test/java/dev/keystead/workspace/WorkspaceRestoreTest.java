package dev.keystead.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.bot.Machines;
import dev.keystead.server.StoppedJob;
import dev.keystead.server.TestJobs;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.tenancy.UuidV7;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Deleted workspaces that come back, and those that do not any more.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WorkspaceRestoreTest {
    private final TestServer server = TestServer.start("--roles", "web");
    private final Elsewhere place = server.makeOrganisation("restore-home");
    private final Client client = server.as(place.key());

    @AfterAll
    void stop() {
        server.close();
    }

    private Answer make() {
        String slug = "r" + UuidV7.next().toString().replace("-", "");
        Answer made = client.post("/v1/workspaces", "{\"slug\":\"%s\",\"name\":\"Back\"}".formatted(slug));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made;
    }

    private static String inside(Answer workspace, String path) {
        return "/t/" + workspace.json().path("slug").asString() + path;
    }

    private Answer restore(String id) {
        return client.post("/v1/workspaces/" + id + ":restore");
    }

    private void age(String id) {
        server.execute("update identity.workspaces set deleted_at = now() - interval '91 days' where id = app.id_uuid('"
                + id + "')");
    }

    @Test
    void anEmptyWorkspaceComesBackWithItsPlaceInTheTree() {
        Answer made = make();
        assertThat(client.delete("/v1/workspaces/" + made.id()).status()).isEqualTo(204);
        assertThat(client.get("/v1/workspaces/" + made.id()).status()).isEqualTo(404);
        Answer back = restore(made.id());
        assertThat(back.status()).as(back.text()).isEqualTo(200);
        assertThat(back.json().path("status").asString()).isEqualTo("active");
        assertThat(client.get(inside(made, "/v1/nodes")).json().path("items").valueStream())
                .extracting(node -> node.path("kind").asString())
                .containsExactlyInAnyOrder("workspace", "subtenant");
        assertThat(client.post(inside(made, "/v1/projects"), "{\"slug\":\"new\",\"name\":\"New\"}")
                        .status())
                .isEqualTo(201);
        assertThat(restore(made.id()).error()).isEqualTo("the workspace is not deleted");
    }

    @Test
    void aWorkspaceComesBackWithWhatWasInIt() {
        Answer made = make();
        String project = client.post(inside(made, "/v1/projects"), "{\"slug\":\"kept\",\"name\":\"Kept\"}")
                .id();
        String key = client.post(inside(made, "/v1/api-keys"), "{\"name\":\"kept\",\"scopes\":[\"read:project\"]}")
                .json()
                .path("api_key")
                .asString();
        client.post("/v1/workspaces/" + made.id() + ":suspend");
        Answer refused = client.delete("/v1/workspaces/" + made.id());
        assertThat(refused.error()).isEqualTo("the workspace has projects, subtenants or units; delete them first");
        assertThat(client.delete("/v1/workspaces/" + made.id() + "?with_content=true")
                        .status())
                .isEqualTo(204);
        Answer back = restore(made.id());
        assertThat(back.json().path("status").asString())
                .as("what it was before it was deleted")
                .isEqualTo("suspended");
        assertThat(client.post("/v1/workspaces/" + made.id() + ":activate").status())
                .isEqualTo(200);
        assertThat(server.as(key).get("/v1/projects").text()).contains(project);
        assertThat(client.get(inside(made, "/v1/nodes?kind=project"))
                        .json()
                        .path("items")
                        .size())
                .isOne();
    }

    @Test
    void oneThatV1DeletedLongAgoComesBackSuspended() {
        Answer made = make();
        client.delete("/v1/workspaces/" + made.id());
        server.execute(
                "update identity.workspaces set deleted_from = null where id = app.id_uuid('" + made.id() + "')");
        assertThat(restore(made.id()).json().path("status").asString()).isEqualTo("suspended");
    }

    @Test
    void nothingComesBackOnceItsErasureHasBegun() {
        Answer made = make();
        client.delete("/v1/workspaces/" + made.id());
        age(made.id());
        server.execute(
                "update identity.workspaces set erasure_begun_at = now() where id = app.id_uuid('" + made.id() + "')");
        Answer refused = restore(made.id());
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.error()).isEqualTo("the erasure of the workspace has begun; it cannot come back");
        assertThat(TestJobs.run(server, "workspace-erasure")).isPositive();
        assertThat(restore(made.id()).status()).isEqualTo(409);
    }

    @Test
    void ofARestoreAndAnErasureAtOnceOneWins() throws Exception {
        for (int round = 0; round < 8; round++) {
            Answer made = make();
            client.delete("/v1/workspaces/" + made.id());
            age(made.id());
            List<Callable<Long>> deeds =
                    List.of(() -> (long) restore(made.id()).status(), () -> TestJobs.run(server, "workspace-erasure"));
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<Long>> results = threads.invokeAll(deeds);
                boolean restored = results.get(0).get() == 200;
                assertThat(results.get(1).get()).isEqualTo(restored ? 0 : 1);
                long left = server.count(
                        "select count(*) from identity.subtenants where tenant_id = app.id_uuid('" + made.id() + "')");
                assertThat(left).isEqualTo(restored ? 1 : 0);
                assertThat(client.get("/v1/workspaces/" + made.id()).status()).isEqualTo(restored ? 200 : 404);
            }
        }
    }

    @Test
    void whatCameBackInTheLastMomentKeepsItsMachines() {
        Answer first = make();
        Answer second = make();
        String handle = Machines.newHandle();
        Answer machine = client.post(
                inside(second, "/v1/service-identities"),
                "{\"handle\":\"%s\",\"display_name\":\"Sync\"}".formatted(handle));
        assertThat(machine.status()).as(machine.text()).isEqualTo(201);
        for (Answer made : List.of(first, second)) {
            client.delete("/v1/workspaces/" + made.id());
            age(made.id());
        }
        // The job has found both and begins with the first one.
        server.execute(
                "update identity.workspaces set deleted_at = deleted_at - interval '1 day' where id = app.id_uuid('"
                        + first.id() + "')");
        long erased = StoppedJob.run(
                server,
                "workspace-erasure",
                "select from identity.workspaces where id = app.id_uuid('" + first.id() + "') for update",
                () -> assertThat(restore(second.id()).status()).isEqualTo(200));
        assertThat(erased).isOne();
        assertThat(server.count("select count(*) from identity.handle_registry where handle = '" + handle
                        + "' and allocation_kind = 'service' and holder_id is not null"))
                .isOne();
        assertThat(client.get(inside(second, "/v1/service-identities/" + machine.id()))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void nobodyElseBringsItBack() {
        Answer made = make();
        client.delete("/v1/workspaces/" + made.id());
        Client stranger = server.as(server.makeOrganisation("restore-other").key());
        assertThat(stranger.post("/v1/workspaces/" + made.id() + ":restore").status())
                .isEqualTo(404);
        assertThat(restore("wrk_01k9zzzzzzzzzzzzzzzzzzzzzz").status()).isEqualTo(404);
    }

    @Test
    void itsMembersSeeItAgain() {
        Answer made = make();
        TestServer.Person ada = server.makePerson("restore-ada");
        client.post(
                "/v1/workspaces/" + made.id() + "/members",
                "{\"user_id\":\"%s\",\"role\":\"member\"}".formatted(ada.user().text()));
        Client own = server.as(ada.key());
        assertThat(own.get("/v1/me/workspaces").text()).contains(made.id());
        client.delete("/v1/workspaces/" + made.id());
        Answer without = own.get("/v1/me/workspaces");
        assertThat(without.status()).as(without.text()).isEqualTo(200);
        assertThat(without.text()).doesNotContain(made.id());
        restore(made.id());
        assertThat(own.get("/v1/me/workspaces").text()).contains(made.id());
    }
}
