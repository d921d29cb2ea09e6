package dev.keystead.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.tenancy.UuidV7;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupRoutesTest {
    private static final TestServer SERVER = TestServer.shared();

    private Elsewhere place = aPlace();
    private Client client = SERVER.as(place.key());

    @BeforeEach
    void aPlaceOfItsOwn() {
        place = aPlace();
        client = SERVER.as(place.key());
    }

    private static Elsewhere aPlace() {
        return SERVER.makeOrganisation(
                "g" + UuidV7.next().toString().replace("-", "").substring(14));
    }

    private Answer make(String name) {
        return client.post("/v1/groups", "{\"name\":\"%s\"}".formatted(name));
    }

    @Test
    void aGroupIsMadeReadChangedAndDeleted() {
        Answer made = client.post(
                "/v1/groups", "{\"name\":\"Night watch\",\"description\":\"At night\",\"external_id\":\"ldap-7\"}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        String group = "/v1/groups/" + made.id();
        assertThat(made.id()).startsWith("grp_");
        Answer read = client.get(group);
        assertThat(read.json()).isEqualTo(made.json());
        assertThat(read.header("ETag")).isEqualTo("\"1\"");
        Answer changed = client.with("If-Match", "\"1\"").patch(group, "{\"name\":\"Day watch\",\"description\":null}");
        assertThat(changed.json().path("name").asString()).isEqualTo("Day watch");
        assertThat(changed.json().path("external_id").asString()).isEqualTo("ldap-7");
        assertThat(changed.json().path("description").isString()).isFalse();
        assertThat(changed.json().path("version").intValue()).isEqualTo(2);
        assertThat(client.with("If-Match", "\"1\"")
                        .patch(group, "{\"name\":\"X\"}")
                        .status())
                .isEqualTo(412);
        assertThat(client.with("If-Match", "\"1\"").delete(group).status()).isEqualTo(412);
        assertThat(client.patch(group, "{\"name\":\"Day watch\"}")
                        .json()
                        .path("version")
                        .intValue())
                .isEqualTo(2);
        assertThat(client.delete(group).status()).isEqualTo(204);
        assertThat(client.get(group).status()).isEqualTo(404);
        assertThat(client.delete(group).status()).isEqualTo(404);
    }

    @Test
    void aNameAndAnExternalIdAreOneGroups() {
        assertThat(make("Admins").status()).isEqualTo(201);
        Answer again = make("ADMINS");
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.error()).contains("another group");
        String other = "/v1/groups/" + make("Others").id();
        assertThat(client.patch(other, "{\"name\":\"admins\"}").status()).isEqualTo(409);
        assertThat(client.patch(other, "{\"external_id\":\"7\"}").status()).isEqualTo(200);
        assertThat(client.post("/v1/groups", "{\"name\":\"Third\",\"external_id\":\"7\"}")
                        .status())
                .isEqualTo(409);
        assertThat(client.delete(other).status()).isEqualTo(204);
        assertThat(make("Others").status()).isEqualTo(201);
        // Another workspace has names of its own.
        assertThat(SERVER.as(aPlace().key())
                        .post("/v1/groups", "{\"name\":\"Admins\"}")
                        .status())
                .isEqualTo(201);
    }

    @Test
    void ofManyWhoTakeANameAtOnceOneGetsIt() throws Exception {
        var tries = new ArrayList<Callable<Integer>>();
        for (int i = 0; i < 8; i++) {
            tries.add(() -> make("Raced").status());
        }
        var statuses = new ArrayList<Integer>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Integer> status : threads.invokeAll(tries)) {
                statuses.add(status.get());
            }
        }
        assertThat(statuses).containsOnlyOnce(201).containsOnly(201, 409);
    }

    @Test
    void theListIsInPages() {
        for (String name : List.of("One", "Two", "Three")) {
            make(name);
        }
        Answer first = client.get("/v1/groups?limit=2");
        assertThat(first.json().path("items").size()).isEqualTo(2);
        String cursor = first.json().path("next_cursor").asString();
        Answer second = client.get("/v1/groups?limit=2&cursor=" + cursor);
        assertThat(second.json().path("items").size()).isOne();
        assertThat(second.json().path("items").path(0).path("name").asString()).isEqualTo("Three");
        assertThat(client.get("/v1/groups?limit=2&cursor=nonsense").status()).isEqualTo(400);
    }

    @Test
    void aKeyOfIdempotencyMakesOneGroup() {
        Client careful = client.with("Idempotency-Key", "once-" + UuidV7.next());
        Answer first = careful.post("/v1/groups", "{\"name\":\"Once\"}");
        Answer second = careful.post("/v1/groups", "{\"name\":\"Once\"}");
        assertThat(first.status()).isEqualTo(201);
        assertThat(second.json()).isEqualTo(first.json());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                       | name
            {"name":""}                              | name
            {"name":" Admins"}                       | name
            {"name":"a\\u0000b"}                     | name
            {"name":"a\\u202eb"}                     | name
            {"name":7}                               | name
            {"name":"X","description":""}            | description
            {"name":"X","external_id":""}            | external_id
            {"name":"X","members":["usr_1"]}         | members
            {"name":"X","tenant_id":"wrk_1"}         | tenant_id
            """)
    void aWishThatCannotBeIsExplained(String body, String member) {
        Answer answer = client.post("/v1/groups", body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.text()).contains(member);
    }

    @Test
    void aNameOfManySignsInOneIsRefusedInWords() {
        Answer answer = make("\uFDFA".repeat(60));
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.text()).contains("write these out");
    }

    @Test
    void aGroupOfAnotherWorkspaceIsNotThere() {
        String foreign = "/v1/groups/"
                + SERVER.as(aPlace().key())
                        .post("/v1/groups", "{\"name\":\"Theirs\"}")
                        .id();
        Answer absent = client.get("/v1/groups/" + GroupId.make());
        for (Answer answer : List.of(
                client.get(foreign),
                client.patch(foreign, "{\"name\":\"Ours\"}"),
                client.delete(foreign),
                client.get(foreign + "/members"))) {
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.error()).isEqualTo(absent.error());
        }
    }
}
