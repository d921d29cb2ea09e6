package dev.keystead.role;

import static dev.keystead.role.Staff.assignment;
import static dev.keystead.role.Staff.unique;
import static dev.keystead.role.Staff.wish;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserId;
import dev.keystead.login.AtOnce;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.TestServer.Person;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CustomRoleRoutesTest {
    private final Staff staff = Staff.on(TestServer.shared());
    private final Client owner = staff.owner();

    @Test
    void aRoleIsMadeReadChangedAndDeleted() {
        Answer made = owner.post(
                "/v1/roles",
                "{\"name\":\"hook-keeper\",\"description\":\"Webhooks\",\"rights\":[\"read:webhook\",\"read:webhook\"]}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        String role = "/v1/roles/" + made.id();
        assertThat(made.id()).startsWith("rol_");
        assertThat(made.json().path("rights").size()).isOne();
        assertThat(owner.get(role).header("ETag")).isEqualTo("\"1\"");
        Answer changed =
                owner.with("If-Match", "\"1\"").patch(role, "{\"rights\":[\"admin:webhook\"],\"description\":null}");
        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        assertThat(changed.json().path("version").intValue()).isEqualTo(2);
        assertThat(owner.with("If-Match", "\"1\"").delete(role).status()).isEqualTo(412);
        assertThat(owner.patch(role, "{\"name\":\"other\"}").status()).isEqualTo(400);
        assertThat(owner.delete(role).status()).isEqualTo(204);
        assertThat(owner.get(role).status()).isEqualTo(404);
        assertThat(owner.post("/v1/roles", wish("hook-keeper", "read:webhook")).status())
                .isEqualTo(201);
        assertThat(owner.post("/v1/roles", wish("hook-keeper", "read:webhook")).status())
                .isEqualTo(409);
    }

    @Test
    void rolesThatAreMadeAtOnceAreNoMoreThanThereMayBe() throws Exception {
        Elsewhere place = TestServer.shared().makeOrganisation(unique("crowd"));
        Client key = TestServer.shared().as(place.key());
        TestServer.shared().execute("""
                insert into identity.roles (tenant_id, id, name, rights, version, created_at, updated_at)
                select '%s', app.new_id(), 'crowd-' || n, array['read:user'], 1, now(), now()
                from generate_series(1, %d) n""".formatted(place.workspace().value(), CustomRoles.MOST_ROLES - 1));
        List<Integer> answers = AtOnce.numbered(
                12,
                number -> key.post("/v1/roles", wish("at-once-" + number, "read:user"))
                        .status());
        assertThat(answers).containsOnly(201, 409).containsOnlyOnce(201);
    }

    @Test
    void aRoleThatIsGivenAtOnceHasNoMoreHoldersThanThereMayBe() throws Exception {
        String role = staff.role("read:webhook");
        TestServer.shared()
                .execute("""
                with made as (
                    insert into identity.groups (tenant_id, id, name, name_key, version, created_at, updated_at)
                    select '%1$s', app.new_id(), 'crowd-' || n, 'crowd-' || n, 1, now(), now()
                    from generate_series(1, %2$d) n
                    returning tenant_id, id)
                insert into identity.role_group_assignments (tenant_id, role_id, group_id, assigned_by, assigned_at)
                select tenant_id, app.id_uuid('%3$s'), id, 'did:internal:test', now()
                from made""".formatted(staff.place().workspace().value(), CustomRoles.MOST_HOLDERS - 1, role));
        List<String> groups = Stream.generate(staff::group).limit(32).toList();
        List<Integer> answers = AtOnce.numbered(
                32,
                number -> owner.send("PUT", assignment(role, groups.get(number)), null)
                        .status());
        assertThat(answers).containsOnly(200, 409).containsOnlyOnce(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"name":"Upper","rights":["read:user"]}                  | name
            {"name":"x","rights":["read:user"]}                      | name
            {"name":"owner","rights":["read:user"]}                  | name
            {"name":"viewer","rights":["read:user"]}                 | name
            {"name":"fine","rights":[]}                              | rights
            {"name":"fine"}                                          | rights
            {"name":"fine","rights":["read:everything"]}             | the resources are
            {"name":"fine","rights":["own:user"]}                    | the verbs are
            {"name":"fine","rights":["read:user:self"]}              | has a modifier
            {"name":"fine","rights":["read:org"]}                    | for owners and administrators alone
            {"name":"fine","rights":["read:system"]}                 | for owners and administrators alone
            {"name":"fine","rights":["admin:member"]}                | for owners and administrators alone
            {"name":"fine","rights":["admin:workspace"]}             | for owners and administrators alone
            {"name":"fine","rights":["write:api-key"]}               | for owners and administrators alone
            {"name":"fine","rights":["write:service-identity"]}      | for owners and administrators alone
            {"name":"fine","rights":["read:user"],"holders":[]}      | holders
            """)
    void aWishThatCannotBeIsExplained(String body, String said) {
        Answer answer = owner.post("/v1/roles", body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.text()).contains(said);
    }

    @Test
    void aRoleAddsToWhatAMemberMayDoUntilItIsTaken() {
        Person ada = staff.member("viewer");
        assertThat(staff.webhookStatus(ada)).isEqualTo(403);
        String role = staff.role("read:webhook");
        staff.give(role, ada.user());
        assertThat(staff.webhookStatus(ada)).isEqualTo(200);
        assertThat(staff.as(ada, "GET", "/v1/users", "").status()).isEqualTo(200);
        assertThat(staff.as(ada, "GET", "/v1/clients", "").status()).isEqualTo(403);
        Answer again = owner.send("PUT", assignment(role, ada.user()), null);
        assertThat(again.status()).isEqualTo(200);
        Answer list = owner.get("/v1/roles/" + role + "/assignments");
        assertThat(list.json().path("items").size()).isOne();
        assertThat(list.json().path("items").path(0).path("principal").asString())
                .isEqualTo(ada.user().text());
        assertThat(owner.delete(assignment(role, ada.user())).status()).isEqualTo(204);
        assertThat(owner.delete(assignment(role, ada.user())).status()).isEqualTo(404);
        assertThat(staff.webhookStatus(ada)).isEqualTo(403);
    }

    @Test
    void aRoleOfAGroupIsEveryMembersInIt() {
        Person ada = staff.member("viewer");
        String group = staff.group();
        String role = staff.role("read:webhook");
        staff.give(role, group);
        assertThat(staff.webhookStatus(ada)).isEqualTo(403);
        staff.put(group, ada);
        assertThat(staff.webhookStatus(ada)).isEqualTo(200);
        owner.delete(Staff.place(group, ada));
        assertThat(staff.webhookStatus(ada)).isEqualTo(403);
        staff.put(group, ada);
        assertThat(owner.delete(assignment(role, group)).status()).isEqualTo(204);
        assertThat(staff.webhookStatus(ada)).isEqualTo(403);
    }

    @Test
    void aChangeCountsForEverybodyWhoHoldsTheRole() {
        String group = staff.group();
        Person ada = staff.member("viewer");
        Person bea = staff.member("member");
        String role = staff.role("read:client");
        staff.give(role, ada.user());
        staff.put(group, bea);
        staff.give(role, group);
        assertThat(List.of(staff.webhookStatus(ada), staff.webhookStatus(bea))).containsOnly(403);
        owner.patch("/v1/roles/" + role, "{\"rights\":[\"read:webhook\"]}");
        assertThat(List.of(staff.webhookStatus(ada), staff.webhookStatus(bea))).containsOnly(200);
        assertThat(staff.as(bea, "GET", "/v1/clients", "").status()).isEqualTo(403);
    }

    @Test
    void aRoleThatIsHeldCannotBeDeleted() {
        String role = staff.role("read:webhook");
        String group = staff.group();
        Person ada = staff.member("viewer");
        staff.give(role, ada.user());
        staff.give(role, group);
        String subtenant = owner.post(
                        "/v1/workspaces/" + staff.place().workspace() + "/subtenants",
                        "{\"slug\":\"%s\",\"name\":\"S\"}".formatted(unique("s")))
                .id();
        String bound = "/v1/subtenants/" + subtenant + "/role-bindings/" + ada.user() + "/" + staff.nameOf(role);
        assertThat(owner.send("PUT", bound, null).status()).isEqualTo(200);
        Answer refused = owner.delete("/v1/roles/" + role);
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.error()).contains("held 3 times, 1 of them in subtenants");
        Answer keepsGroup = owner.delete("/v1/groups/" + group);
        assertThat(keepsGroup.status()).isEqualTo(409);
        assertThat(keepsGroup.error()).contains("holds 1 roles");
        owner.delete(assignment(role, ada.user()));
        owner.delete(assignment(role, group));
        owner.delete(bound);
        assertThat(owner.delete("/v1/roles/" + role).status()).isEqualTo(204);
        assertThat(owner.delete("/v1/groups/" + group).status()).isEqualTo(204);
    }

    @Test
    void aRoleIsNeverDeletedUnderWhoeverIsBeingGivenIt() throws Exception {
        for (int round = 0; round < 5; round++) {
            String role = staff.role("read:webhook");
            Person ada = staff.member("viewer");
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Callable<Integer>> both = List.of(
                        () -> owner.send("PUT", assignment(role, ada.user()), null)
                                .status(),
                        () -> owner.delete("/v1/roles/" + role).status());
                List<Future<Integer>> statuses = threads.invokeAll(both);
                int given = statuses.get(0).get();
                int deleted = statuses.get(1).get();
                assertThat(List.of(given, deleted)).isIn(List.of(200, 409), List.of(404, 204));
                assertThat(staff.webhookStatus(ada)).isEqualTo(given == 200 ? 200 : 403);
            }
        }
    }

    @Test
    void whoeverLeavesAndComesBackBeginsWithoutRoles() {
        Person ada = staff.holder("member", "read:webhook");
        assertThat(staff.webhookStatus(ada)).isEqualTo(200);
        assertThat(owner.delete(staff.members() + "/" + ada.user()).status()).isEqualTo(204);
        assertThat(staff.webhookStatus(ada)).isEqualTo(404);
        staff.join(ada, "member");
        assertThat(staff.webhookStatus(ada)).isEqualTo(403);
    }

    @Test
    void onlyMembersAndGroupsHoldRoles() {
        String role = staff.role("read:webhook");
        Person stranger = staff.server().makePerson(unique("p"));
        assertThat(owner.send("PUT", assignment(role, stranger.user()), null).status())
                .isEqualTo(404);
        String user = owner.post("/v1/users", "{\"email\":\"%s@x.test\",\"display_name\":\"X\"}".formatted(unique("u")))
                .id();
        assertThat(owner.send("PUT", assignment(role, user), null).status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nonsense", "usr_", "grp_nonsense", "rol_01k9zzzzzzzzzzzzzzzzzzzzzz", "%00", "owner"})
    void whatIsNoPrincipalIsNotThere(String principal) {
        Answer answer = owner.send("PUT", assignment(staff.role("read:webhook"), principal), null);
        assertThat(answer.status()).as(answer.text()).isIn(400, 404);
    }

    @Test
    void whatIsOfAnotherWorkspaceIsNotThere() {
        Staff other = Staff.on(TestServer.shared());
        String foreign = other.role("read:webhook");
        Person theirs = other.member("viewer");
        String own = staff.role("read:webhook");
        Answer absent = owner.get("/v1/roles/" + CustomRoleId.make());
        for (Answer answer : List.of(
                owner.get("/v1/roles/" + foreign),
                owner.patch("/v1/roles/" + foreign, "{\"rights\":[\"read:user\"]}"),
                owner.delete("/v1/roles/" + foreign),
                owner.get("/v1/roles/" + foreign + "/assignments"),
                owner.send("PUT", assignment(foreign, staff.member("viewer").user()), null),
                owner.send("PUT", assignment(own, theirs.user()), null),
                owner.send("PUT", assignment(own, other.group()), null),
                owner.delete(assignment(own, UserId.make())))) {
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.error()).isEqualTo(absent.error());
        }
    }

    @Test
    void aChangeLeavesOneEntryAboutTheRole() {
        String role = staff.role("read:webhook");
        Person ada = staff.member("viewer");
        staff.give(role, ada.user());
        staff.give(role, ada.user());
        owner.delete(assignment(role, ada.user()));
        for (String action : List.of("role.create", "role.assign", "role.withdraw")) {
            assertThat(staff.server()
                            .count("select count(*) from audit.written where resource_id = '%s' and event_type = '%s'"
                                    .formatted(role, action)))
                    .as(action)
                    .isOne();
        }
    }

    @Test
    void whoHoldsARoleIsListedInPages() {
        String role = staff.role("read:webhook");
        for (int i = 0; i < 3; i++) {
            staff.give(role, staff.member("viewer").user());
        }
        staff.give(role, staff.group());
        String list = "/v1/roles/" + role + "/assignments?limit=3";
        Answer first = owner.get(list);
        assertThat(first.json().path("items").size()).isEqualTo(3);
        Answer second =
                owner.get(list + "&cursor=" + first.json().path("next_cursor").asString());
        assertThat(second.json().path("items").path(0).path("principal").asString())
                .startsWith("grp_");
        assertThat(second.json().path("items").size()).isOne();
    }
}
