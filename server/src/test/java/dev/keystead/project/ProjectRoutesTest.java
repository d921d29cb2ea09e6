package dev.keystead.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProjectRoutesTest {
    private final TestServer server = TestServer.shared();
    private final Elsewhere place = server.makeOrganisation("project-routes");
    private final Client client = server.as(place.key());

    private Answer create(String slug) {
        return client.post("/v1/projects", "{\"slug\":\"%s\",\"name\":\"Some name\"}".formatted(slug));
    }

    @Test
    void aProjectIsMadeReadAndChanged() {
        Answer made = client.post(
                "/v1/projects", "{\"slug\":\"bridge\",\"name\":\"Bridge\",\"description\":\"Over the river\"}");
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.id()).matches("prj_[0-9a-z]{26}");
        assertThat(made.header("Location")).isEqualTo("/v1/projects/" + made.id());
        String address = "/v1/projects/" + made.id();
        Answer read = client.get(address);
        assertThat(read.json()).isEqualTo(made.json());
        assertThat(read.header("ETag")).isEqualTo("\"1\"");

        Answer renamed = client.with("If-Match", "\"1\"").patch(address, "{\"name\":\"Old bridge\"}");
        assertThat(renamed.json().path("name").asString()).isEqualTo("Old bridge");
        assertThat(renamed.json().path("description").asString()).isEqualTo("Over the river");
        assertThat(renamed.header("ETag")).isEqualTo("\"2\"");
        assertThat(client.with("If-Match", "\"1\"")
                        .patch(address, "{\"name\":\"Third\"}")
                        .status())
                .isEqualTo(412);
        Answer plain = client.patch(address, "{\"description\":null}");
        assertThat(plain.json().path("description").isNull()).isTrue();
        assertThat(client.patch(address, "{}").header("ETag")).isEqualTo("\"3\"");
    }

    @Test
    void anArchivedProjectIsNotChangedUntilItIsRestored() {
        String address = "/v1/projects/" + create("archive").id();
        assertThat(client.post(address + ":restore").error()).isEqualTo("the project is active, not archived");
        assertThat(client.post(address + ":archive").json().path("status").asString())
                .isEqualTo("archived");
        assertThat(client.post(address + ":archive").error()).isEqualTo("the project is archived, not active");
        Answer refused = client.patch(address, "{\"name\":\"New\"}");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.error()).isEqualTo("the project is archived; restore it before you change it");
        assertThat(client.post(address + ":restore").json().path("status").asString())
                .isEqualTo("active");
        assertThat(client.patch(address, "{\"name\":\"New\"}").status()).isEqualTo(200);
    }

    @Test
    void aDeletedProjectIsGoneAndItsSlugIsFree() {
        String first = create("phoenix").id();
        String address = "/v1/projects/" + first;
        assertThat(create("phoenix").error()).isEqualTo("a project of this workspace has this slug already");
        assertThat(client.with("If-Match", "\"7\"").delete(address).status()).isEqualTo(412);
        assertThat(client.delete(address).status()).isEqualTo(204);
        for (Answer gone : List.of(
                client.get(address),
                client.delete(address),
                client.patch(address, "{\"name\":\"X\"}"),
                client.post(address + ":archive"))) {
            assertThat(gone.status()).isEqualTo(404);
            assertThat(gone.error()).isEqualTo("not found");
        }
        String second = create("phoenix").id();
        assertThat(second).isNotEqualTo(first);
        assertThat(ids("/v1/projects?limit=200")).contains(second).doesNotContain(first);
    }

    @Test
    void anotherWorkspaceMayUseTheSameSlugAndSeesNothing() {
        String mine = create("shared-slug").id();
        Client other = server.as(server.makeOrganisation("project-others").key());
        Answer theirs = other.post("/v1/projects", "{\"slug\":\"shared-slug\",\"name\":\"Theirs\"}");
        assertThat(theirs.status()).isEqualTo(201);
        assertThat(other.get("/v1/projects/" + mine).status()).isEqualTo(404);
        assertThat(other.delete("/v1/projects/" + mine).status()).isEqualTo(404);
        assertThat(other.get("/v1/projects").text()).doesNotContain(mine);
        assertThat(client.get("/v1/projects/" + mine).status()).isEqualTo(200);
    }

    @Test
    void aSlugHasOneOwnerHoweverManyTryAtOnce() throws Exception {
        var tries = new ArrayList<Callable<Integer>>();
        for (int i = 0; i < 12; i++) {
            tries.add(() -> create("contested").status());
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var statuses = new ArrayList<Integer>();
            for (Future<Integer> result : threads.invokeAll(tries)) {
                statuses.add(result.get());
            }
            assertThat(statuses)
                    .containsOnlyOnce(201)
                    .filteredOn(status -> status != 201)
                    .containsOnly(409);
        }
    }

    @Test
    void pagesHoldEveryProjectOnce() {
        Client other = server.as(server.makeOrganisation("project-pages").key());
        var made = new ArrayList<String>();
        for (int i = 0; i < 5; i++) {
            made.add(other.post("/v1/projects", "{\"slug\":\"page-%d\",\"name\":\"P\"}".formatted(i))
                    .id());
        }
        var seen = new ArrayList<String>();
        String next = "/v1/projects?limit=2";
        while (!next.isEmpty()) {
            Answer page = other.get(next);
            page.json().path("items").forEach(item -> seen.add(item.path("id").asString()));
            String cursor = page.json().path("next_cursor").asString("");
            next = cursor.isEmpty() ? "" : "/v1/projects?limit=2&cursor=" + cursor;
        }
        assertThat(seen).containsExactlyElementsOf(made);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                                        | slug
            {"slug":"x","name":"N"}                                   | slug
            {"slug":"Upper","name":"N"}                               | slug
            {"slug":"two--dashes","name":"N"}                         | slug
            {"slug":"fine","name":""}                                 | name
            {"slug":"fine","name":" N"}                               | name
            {"slug":"fine","name":null}                               | name
            {"slug":"fine","name":7}                                  | name
            {"slug":"fine","name":"N","description":""}               | description
            {"slug":"fine","name":"N","description":"a\\u0000b"}      | description
            {"slug":"fine","name":"N","status":"archived"}            | status
            {"slug":"fine","name":"N","tenant_id":"wrk_0"}            | tenant_id
            """)
    void aWishThatBreaksTheRulesIsRefusedByMember(String body, String member) {
        Answer refused = client.post("/v1/projects", body);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().path("fields").path(member).asString()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense",
                "prj_",
                "prj_00000000000000000000000000",
                "prj_00000000005000800000000000",
                "prj_0000000000a0080000000000000",
                "PRJ_01k9zzzzzzzzzzzzzzzzzzzzzz",
                "prj_81k9zzzzzzzzzzzzzzzzzzzzzz",
                "wrk_01k9zzzzzzzzzzzzzzzzzzzzzz",
                "%E2%82%AC"
            })
    void anIdThatNothingHasIsNotFound(String id) {
        assertThat(client.get("/v1/projects/" + id).status()).isEqualTo(404);
        assertThat(client.delete("/v1/projects/" + id).status()).isEqualTo(404);
        assertThat(client.post("/v1/projects/" + id + ":archive").status()).isEqualTo(404);
    }

    private List<String> ids(String path) {
        return client.get(path)
                .json()
                .path("items")
                .valueStream()
                .map(item -> item.path("id").asString())
                .toList();
    }

    @Test
    void aDeletedProjectComesBackAsItWas() {
        String id = create("and-back").id();
        String address = "/v1/projects/" + id;
        client.post(address + ":archive");
        assertThat(client.delete(address).status()).isEqualTo(204);

        Answer back = client.post(address + ":restore");
        assertThat(back.status()).as(back.text()).isEqualTo(200);
        assertThat(back.json().path("status").asString()).isEqualTo("archived");
        assertThat(client.get("/v1/nodes?kind=project").text()).contains(id);
        assertThat(client.post(address + ":restore").json().path("status").asString())
                .as("and out of the archive")
                .isEqualTo("active");

        client.delete(address);
        assertThat(create("and-back").status()).isEqualTo(201);
        assertThat(client.post(address + ":restore").error()).contains("has this slug now");
    }
}
