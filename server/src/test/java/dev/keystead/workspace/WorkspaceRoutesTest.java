package dev.keystead.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkspaceRoutesTest {
    private final TestServer server = TestServer.shared();
    private final Client operator = server.asAdministrator();

    private Answer create(String slug) {
        return operator.post("/v1/workspaces", "{\"slug\":\"%s\",\"name\":\"Some name\"}".formatted(slug));
    }

    /// A key of the workspace with the given scopes.
    private Client keyOf(String slug, String scopes) {
        Answer made =
                operator.post("/t/" + slug + "/v1/api-keys", "{\"name\":\"test\",\"scopes\":[%s]}".formatted(scopes));
        assertThat(made.status()).isEqualTo(201);
        return server.as(made.json().path("api_key").asString());
    }

    @Test
    void aWorkspaceIsMadeReadAndRenamed() {
        Answer made = create("made");
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.id()).matches("wrk_[0-9a-z]{26}");
        String address = "/v1/workspaces/" + made.id();
        assertThat(operator.get(address).json()).isEqualTo(made.json());
        Answer renamed = operator.with("If-Match", "\"1\"").patch(address, "{\"name\":\"Another\"}");
        assertThat(renamed.json().path("name").asString()).isEqualTo("Another");
        assertThat(renamed.header("ETag")).isEqualTo("\"2\"");
        assertThat(operator.with("If-Match", "\"1\"")
                        .patch(address, "{\"name\":\"Third\"}")
                        .status())
                .isEqualTo(412);
    }

    @Test
    void aSlugHasOneOwner() throws Exception {
        var tries = new ArrayList<Callable<Integer>>();
        for (int i = 0; i < 16; i++) {
            tries.add(() -> create("contested").status());
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Integer> statuses = new ArrayList<>();
            for (Future<Integer> result : threads.invokeAll(tries)) {
                statuses.add(result.get());
            }
            assertThat(statuses)
                    .containsOnlyOnce(201)
                    .filteredOn(status -> status != 201)
                    .containsOnly(409);
        }
        assertThat(create("contested").error()).isEqualTo("this slug is already taken");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "a", "Upper", "with space", "-dash", "dash-", "two--dashes", "1st", "admin", "ünder", "a/b"})
    void aSlugThatBreaksTheRulesIsRefused(String slug) {
        Answer refused = create(slug);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().path("fields").path("slug").asString()).isNotEmpty();
    }

    @Test
    void aWorkspacesOwnKeySeesItselfAndNoSibling() {
        String own = create("own").id();
        String sibling = create("sibling").id();
        Client key = keyOf("own", "\"admin:workspace\",\"admin:user\"");
        assertThat(key.get("/v1/workspaces/" + own).status()).isEqualTo(200);
        assertThat(key.get("/v1/workspaces/" + sibling).status()).isEqualTo(404);
        assertThat(key.patch("/v1/workspaces/" + sibling, "{\"name\":\"Mine\"}").status())
                .isEqualTo(404);
        assertThat(key.get("/v1/workspaces").status()).isEqualTo(403);
        assertThat(key.get("/t/sibling/v1/users").status()).isEqualTo(404);
        assertThat(key.get("/t/no-such-workspace/v1/users").status()).isEqualTo(404);
        assertThat(key.get("/t/own/v1/users").status()).isEqualTo(200);
        assertThat(key.patch("/v1/workspaces/" + own, "{\"name\":\"Mine\"}").status())
                .isEqualTo(200);
    }

    @Test
    void onlyWhoeverAdministersTheOrganisationReachesIntoItsWorkspaces() {
        create("inner");
        Client reader = server.as(
                operator.post("/v1/api-keys", "{\"name\":\"reader\",\"scopes\":[\"read:org\",\"admin:user\"]}")
                        .json()
                        .path("api_key")
                        .asString());
        assertThat(reader.get("/v1/workspaces").status()).isEqualTo(200);
        assertThat(reader.get("/t/inner/v1/users").status()).isEqualTo(403);
        assertThat(operator.get("/t/inner/v1/users").status()).isEqualTo(200);
    }

    @Test
    void nobodyGetsIntoASuspendedWorkspace() {
        String id = create("sleepy").id();
        Client key = keyOf("sleepy", "\"read:user\"");
        assertThat(key.get("/v1/users").status()).isEqualTo(200);
        assertThat(operator.post("/v1/workspaces/" + id + ":suspend")
                        .json()
                        .path("status")
                        .asString())
                .isEqualTo("suspended");
        Answer refused = key.get("/v1/users");
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.error()).isEqualTo("invalid token");
        assertThat(operator.post("/v1/workspaces/" + id + ":suspend").error())
                .isEqualTo("the workspace is already suspended");
        assertThat(operator.post("/v1/workspaces/" + id + ":activate").status()).isEqualTo(200);
        assertThat(key.get("/v1/users").status()).isEqualTo(200);
    }

    @Test
    void theSystemWorkspaceCannotBeSuspended() {
        Answer refused = operator.post("/v1/workspaces/" + Reserved.SYSTEM_WORKSPACE + ":suspend");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.error()).isEqualTo("the system workspace cannot be suspended");
    }

    @Test
    void theListHoldsEveryWorkspaceOfTheOrganisation() {
        var made = List.of(
                create("list-a").id(), create("list-b").id(), create("list-c").id());
        var seen = new ArrayList<String>();
        String next = "/v1/workspaces?limit=2";
        while (!next.isEmpty()) {
            Answer page = operator.get(next);
            page.json().path("items").forEach(item -> seen.add(item.path("id").asString()));
            String cursor = page.json().path("next_cursor").asString("");
            next = cursor.isEmpty() ? "" : "/v1/workspaces?limit=2&cursor=" + cursor;
        }
        assertThat(seen).doesNotHaveDuplicates().containsAll(made).contains(Reserved.SYSTEM_WORKSPACE.text());
    }
}
