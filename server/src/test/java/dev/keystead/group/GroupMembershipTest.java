package dev.keystead.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.AtOnce;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.TestServer.Person;
import dev.keystead.tenancy.UuidV7;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GroupMembershipTest {
    private static final TestServer SERVER = TestServer.shared();

    private Elsewhere place = SERVER.makeOrganisation(unique("gm"));
    private Client client = SERVER.as(place.key());
    private String group = "";

    @BeforeEach
    void aPlaceOfItsOwn() {
        place = SERVER.makeOrganisation(unique("gm"));
        client = SERVER.as(place.key());
        group = client.post("/v1/groups", "{\"name\":\"Watch\"}").id();
    }

    private static String unique(String start) {
        return start + UuidV7.next().toString().replace("-", "").substring(14);
    }

    private String user(String name) {
        String body = "{\"email\":\"%s@groups.test\",\"display_name\":\"%s\"}".formatted(name, name);
        return client.post("/v1/users", body).id();
    }

    private String members() {
        return "/v1/workspaces/" + place.workspace().text() + "/members";
    }

    private void join(Person person) {
        String body = "{\"user_id\":\"%s\",\"role\":\"viewer\"}".formatted(person.user());
        assertThat(client.post(members(), body).status()).isEqualTo(201);
    }

    private Answer put(String user) {
        return client.send("PUT", "/v1/groups/" + group + "/members/" + user, null);
    }

    private List<String> people() {
        return client.get("/v1/groups/" + group + "/members")
                .json()
                .path("items")
                .valueStream()
                .map(item -> item.path("user_id").asString())
                .toList();
    }

    private Answer groupsOf(String user) {
        return client.get("/v1/users/" + user + "/groups");
    }

    @Test
    void aUserIsPutInAndTakenOut() {
        String ada = user("ada");
        Answer first = put(ada);
        assertThat(first.status()).as(first.text()).isEqualTo(200);
        assertThat(first.json().path("display_name").asString()).isEqualTo("ada");
        assertThat(put(ada).json()).isEqualTo(first.json());
        assertThat(people()).containsExactly(ada);
        assertThat(groupsOf(ada).json().path("items").path(0).path("name").asString())
                .isEqualTo("Watch");
        String path = "/v1/groups/" + group + "/members/" + ada;
        assertThat(client.delete(path).status()).isEqualTo(204);
        assertThat(client.delete(path).status()).isEqualTo(404);
        assertThat(people()).isEmpty();
        assertThat(groupsOf(ada).json().path("items").size()).isZero();
    }

    @Test
    void aChangeLeavesOneEntryAboutTheGroupAndARepetitionNone() {
        String ada = user("ada");
        put(ada);
        put(ada);
        client.delete("/v1/groups/" + group + "/members/" + ada);
        String entries = "select count(*) from audit.written where resource_id = '%s' and event_type = '%s'";
        assertThat(SERVER.count(entries.formatted(group, "group.member.add"))).isOne();
        assertThat(SERVER.count(entries.formatted(group, "group.member.remove")))
                .isOne();
    }

    @Test
    void aMemberFromElsewhereIsInAGroupUntilTheyLeave() {
        Person bob = SERVER.makePerson(unique("p"));
        assertThat(put(bob.user().text()).status()).isEqualTo(404);
        join(bob);
        assertThat(put(bob.user().text()).status()).isEqualTo(200);
        assertThat(people()).containsExactly(bob.user().text());
        assertThat(SERVER.as(bob.key())
                        .delete("/v1/me/workspaces/" + place.workspace().text())
                        .status())
                .isEqualTo(204);
        assertThat(people()).isEmpty();
        assertThat(groupsOf(bob.user().text()).status()).isEqualTo(404);
        join(bob);
        assertThat(people()).isEmpty();
        assertThat(groupsOf(bob.user().text()).json().path("items").size()).isZero();
    }

    @Test
    void whoeverIsDeletedIsInNoGroup() {
        String ada = user("ada");
        put(ada);
        assertThat(client.delete("/v1/users/" + ada).status()).isEqualTo(204);
        assertThat(people()).isEmpty();
        assertThat(groupsOf(ada).status()).isEqualTo(404);
        assertThat(put(ada).status()).isEqualTo(404);
        assertThat(client.delete("/v1/groups/" + group + "/members/" + ada).status())
                .isEqualTo(404);
    }

    @Test
    void nothingOfAnErasedPersonStays() {
        String ada = user("ada");
        put(ada);
        String rows = "select count(*) from identity.group_members where user_id = app.id_uuid('%s')".formatted(ada);
        assertThat(SERVER.count(rows)).isOne();
        client.delete("/v1/users/" + ada);
        SERVER.execute("update identity.users set deleted_at = now() - interval '31 days' where id = app.id_uuid('%s')"
                .formatted(ada));
        SERVER.eraseWhoIsDue();
        assertThat(SERVER.count(rows)).isZero();
    }

    @Test
    void aGroupGoesWithItsPlaces() {
        String ada = user("ada");
        put(ada);
        assertThat(client.delete("/v1/groups/" + group).status()).isEqualTo(204);
        assertThat(groupsOf(ada).json().path("items").size()).isZero();
        assertThat(put(ada).status()).isEqualTo(404);
    }

    @Test
    void somebodyIsPutInOnceHoweverManyDoItAtOnce() throws Exception {
        String ada = user("ada");
        var tries = new ArrayList<Callable<String>>();
        for (int i = 0; i < 8; i++) {
            tries.add(() -> put(ada).text());
        }
        var answers = new ArrayList<String>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<String> answer : threads.invokeAll(tries)) {
                answers.add(answer.get());
            }
        }
        assertThat(answers.stream().distinct()).hasSize(1);
        assertThat(people()).containsExactly(ada);
    }

    @Test
    void whoeverLeavesWhileTheyArePutInIsInNoGroupAfterwards() throws Exception {
        for (int round = 0; round < 5; round++) {
            Person bob = SERVER.makePerson(unique("p"));
            join(bob);
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Callable<Integer>> both = List.of(
                        () -> put(bob.user().text()).status(),
                        () -> client.delete(members() + "/" + bob.user()).status());
                List<Future<Integer>> statuses = threads.invokeAll(both);
                assertThat(statuses.get(0).get()).isIn(200, 404);
                assertThat(statuses.get(1).get()).isEqualTo(204);
            }
            assertThat(SERVER.count("select count(*) from identity.group_members where user_id = '%s'"
                            .formatted(bob.user().value())))
                    .isZero();
        }
    }

    @Test
    void aGroupAndAPersonHaveLimits() {
        String ada = user("ada");
        SERVER.execute("""
                insert into identity.group_members (tenant_id, group_id, user_id, home_tenant_id, added_by, added_at)
                select tenant_id, id, gen_random_uuid(), tenant_id, 'x', now()
                from identity.groups, generate_series(1, %d) where id = app.id_uuid('%s')""".formatted(Groups.MOST_MEMBERS, group));
        Answer full = put(ada);
        assertThat(full.status()).isEqualTo(409);
        assertThat(full.error()).contains("at most " + Groups.MOST_MEMBERS);
        SERVER.execute("delete from identity.group_members where group_id = app.id_uuid('%s')".formatted(group));
        SERVER.execute("""
                with many as (
                    insert into identity.groups (tenant_id, id, name, name_key, version, created_at, updated_at)
                    select tenant_id, gen_random_uuid(), 'g' || n, 'g' || n, 1, now(), now()
                    from identity.groups, generate_series(1, %d) n where id = app.id_uuid('%s')
                    returning tenant_id, id)
                insert into identity.group_members (tenant_id, group_id, user_id, home_tenant_id, added_by, added_at)
                select tenant_id, id, app.id_uuid('%s'), tenant_id, 'x', now() from many""".formatted(Groups.MOST_PLACES, group, ada));
        Answer everywhere = put(ada);
        assertThat(everywhere.status()).isEqualTo(409);
        assertThat(everywhere.error()).contains("at most " + Groups.MOST_PLACES);
    }

    @Test
    void whoIsPutIntoManyGroupsAtOnceIsInNoMoreThanThereMayBe() throws Exception {
        String ada = user("ada");
        SERVER.execute("""
                with many as (
                    insert into identity.groups (tenant_id, id, name, name_key, version, created_at, updated_at)
                    select tenant_id, gen_random_uuid(), 'g' || n, 'g' || n, 1, now(), now()
                    from identity.groups, generate_series(1, %d) n where id = app.id_uuid('%s')
                    returning tenant_id, id)
                insert into identity.group_members (tenant_id, group_id, user_id, home_tenant_id, added_by, added_at)
                select tenant_id, id, app.id_uuid('%s'), tenant_id, 'x', now() from many""".formatted(Groups.MOST_PLACES - 1, group, ada));
        List<String> groups = IntStream.range(0, 12)
                .mapToObj(number -> client.post("/v1/groups", "{\"name\":\"At once %d\"}".formatted(number))
                        .id())
                .toList();
        List<Integer> answers = AtOnce.numbered(
                groups.size(),
                number -> client.send("PUT", "/v1/groups/" + groups.get(number) + "/members/" + ada, null)
                        .status());
        assertThat(answers).filteredOn(status -> status == 409).hasSize(11);
    }

    @Test
    void bothListsAreInPages() {
        List<String> users = List.of(user("ada"), user("bea"), user("cid"));
        users.forEach(this::put);
        String list = "/v1/groups/" + group + "/members?limit=2";
        Answer first = client.get(list);
        assertThat(first.json().path("items").size()).isEqualTo(2);
        Answer second =
                client.get(list + "&cursor=" + first.json().path("next_cursor").asString());
        assertThat(second.json().path("items").path(0).path("user_id").asString())
                .isEqualTo(users.get(2));
        String other = client.post("/v1/groups", "{\"name\":\"Other\"}").id();
        client.send("PUT", "/v1/groups/" + other + "/members/" + users.get(0), null);
        Answer groups = client.get("/v1/users/" + users.get(0) + "/groups?limit=1");
        assertThat(groups.json().path("items").path(0).path("id").asString()).isEqualTo(group);
        Answer more = client.get("/v1/users/" + users.get(0) + "/groups?limit=1&cursor="
                + groups.json().path("next_cursor").asString());
        assertThat(more.json().path("items").path(0).path("id").asString()).isEqualTo(other);
    }

    @Test
    void aUserOfAnotherWorkspaceIsNobodyHere() {
        Elsewhere other = SERVER.makeOrganisation(unique("gm"));
        String foreign = SERVER.as(other.key())
                .post("/v1/users", "{\"email\":\"x@y.test\",\"display_name\":\"X\"}")
                .id();
        Answer absent = put("usr_01k9zzzzzzzzzzzzzzzzzzzzzz");
        assertThat(put(foreign).status()).isEqualTo(404);
        assertThat(put(foreign).error()).isEqualTo(absent.error());
        assertThat(put("usr_nonsense").status()).isEqualTo(404);
        assertThat(groupsOf(foreign).status()).isEqualTo(404);
    }
}
