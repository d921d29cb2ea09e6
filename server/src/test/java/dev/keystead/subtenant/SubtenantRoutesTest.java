package dev.keystead.subtenant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.workspace.Reserved;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SubtenantRoutesTest {
    private final TestServer server = TestServer.shared();
    private final Elsewhere place = server.makeOrganisation("subtenant-routes");
    private final Client client = server.as(place.key());
    private final String all = "/v1/workspaces/" + place.workspace() + "/subtenants";

    private Answer create(String slug) {
        return client.post(all, "{\"slug\":\"%s\",\"name\":\"Some name\"}".formatted(slug));
    }

    private static JsonNode defaultOf(Client reader, String path) {
        return reader.get(path)
                .json()
                .path("items")
                .valueStream()
                .filter(item -> item.path("slug").asString().equals("default"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void everyWorkspaceBeginsWithADefaultThatStays() {
        Client operator = server.asAdministrator();
        String system = "/v1/workspaces/" + Reserved.SYSTEM_WORKSPACE + "/subtenants";
        String further = client.post("/v1/workspaces", "{\"slug\":\"subtenant-further\",\"name\":\"Further\"}")
                .id();
        String inFurther = "/v1/workspaces/" + further + "/subtenants";
        assertThat(defaultOf(operator, system).path("name").asString()).isEqualTo("Default");
        assertThat(defaultOf(client, inFurther).path("region").asString()).isEqualTo("default");
        String kept = all + "/" + defaultOf(client, all).path("id").asString();
        Answer refused = client.delete(kept);
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.error()).isEqualTo("the default subtenant cannot be deleted");
        assertThat(client.get(kept).status()).isEqualTo(200);
        assertThat(create("default").status()).isEqualTo(409);
    }

    @Test
    void aSubtenantIsMadeReadAndChanged() {
        Answer made = client.post(all, """
                {"slug":"staging","name":"Staging","environment":"staging","region":"eu-west-1",
                 "settings":{"theme":{"dark":true},"limits":[1,2.5,null],"note":"ä€😀"}}""");
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.id()).matches("sub_[0-9a-z]{26}");
        String address = all + "/" + made.id();
        assertThat(made.header("Location")).isEqualTo(address);
        assertThat(client.get(address).json()).isEqualTo(made.json());

        Answer changed = client.with("If-Match", "\"1\"").patch(address, """
                {"name":"Pre","environment":null,"region":"default","status":"suspended","settings":{}}""");
        JsonNode after = changed.json();
        assertThat(changed.header("ETag")).isEqualTo("\"2\"");
        assertThat(after.path("name").asString()).isEqualTo("Pre");
        assertThat(after.path("environment").isNull()).isTrue();
        assertThat(after.path("region").asString()).isEqualTo("default");
        assertThat(after.path("status").asString()).isEqualTo("suspended");
        assertThat(after.path("settings").size()).isZero();
        assertThat(client.get(address).json()).isEqualTo(after);
        assertThat(client.with("If-Match", "\"1\"")
                        .patch(address, "{\"status\":\"active\"}")
                        .status())
                .isEqualTo(412);
        assertThat(client.patch(address, "{\"settings\":{}}").header("ETag")).isEqualTo("\"2\"");
    }

    @Test
    void aDeletedSubtenantIsGoneAndItsSlugIsFree() {
        String first = all + "/" + create("phoenix").id();
        assertThat(create("phoenix").error()).isEqualTo("a subtenant of this workspace has this slug already");
        assertThat(client.delete(first).status()).isEqualTo(204);
        assertThat(client.get(first).status()).isEqualTo(404);
        assertThat(client.patch(first, "{\"name\":\"X\"}").status()).isEqualTo(404);
        assertThat(client.delete(first).status()).isEqualTo(404);
        assertThat(create("phoenix").status()).isEqualTo(201);
    }

    @Test
    void theListIsInPages() {
        create("page-one");
        create("page-two");
        Answer first = client.get(all + "?limit=1");
        assertThat(first.json().path("items").size()).isOne();
        String cursor = first.json().path("next_cursor").asString();
        Answer second = client.get(all + "?limit=200&cursor=" + cursor);
        assertThat(second.text())
                .contains("page-two")
                .doesNotContain(first.json().path("items").path(0).path("id").asString());
        assertThat(second.json().path("next_cursor").isNull()).isTrue();
    }

    @Test
    void anotherWorkspaceFindsNothing() {
        String mine = create("private").id();
        Elsewhere elsewhere = server.makeOrganisation("subtenant-others");
        Client other = server.as(elsewhere.key());
        for (String path :
                List.of(all, all + "/" + mine, "/v1/workspaces/" + elsewhere.workspace() + "/subtenants/" + mine)) {
            assertThat(other.get(path).status()).as(path).isEqualTo(404);
        }
        assertThat(other.post(all, "{\"slug\":\"intruder\",\"name\":\"I\"}").status())
                .isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"name":"N"}                                              | slug
            {"slug":"fine","name":"N","environment":"prod"}           | environment
            {"slug":"fine","name":"N","region":"Mars!"}               | region
            {"slug":"fine","name":"N","region":"a"}                   | region
            {"slug":"fine","name":"N","settings":[]}                  | settings
            {"slug":"fine","name":"N","settings":"text"}              | settings
            {"slug":"fine","name":"N","settings":{"a":"\\u0000"}}     | settings
            {"slug":"fine","name":"N","settings":{"\\u0000":1}}       | settings
            {"slug":"fine","name":"N","settings":{"a":["\\ud800"]}}   | settings
            {"slug":"fine","name":"N","settings":{"a":1e999999999}}   | settings
            {"slug":"fine","name":"N","settings":{"a":1e-9999}}       | settings
            {"slug":"fine","name":"N","status":"suspended"}           | status
            """)
    void aWishThatBreaksTheRulesIsRefusedByMember(String body, String member) {
        Answer refused = client.post(all, body);
        assertThat(refused.status()).as(refused.text()).isEqualTo(400);
        assertThat(refused.json().path("fields").path(member).asString()).isNotEmpty();
    }

    @Test
    void settingsHaveABound() {
        String address = all + "/" + create("bounded").id();
        String tooMuch = "{\"settings\":{\"a\":\"%s\"}}".formatted("x".repeat(16 * 1024));
        Answer refused = client.patch(address, tooMuch);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.error()).isEqualTo("settings must have at most 16 KiB as JSON");
        String fits = "{\"settings\":{\"a\":\"%s\"}}".formatted("x".repeat(16 * 1024 - 8));
        assertThat(client.patch(address, fits).status()).isEqualTo(200);
    }
}
