package dev.keystead.role;

import static dev.keystead.role.Staff.assignment;
import static dev.keystead.role.Staff.unique;
import static dev.keystead.role.Staff.wish;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Person;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// People who try to get more than they were given, by way of roles, of groups and of other people's
/// accounts.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RoleEscalationTest {
    private final Staff staff = Staff.on(TestServer.shared());
    private final Client owner = staff.owner();

    private static void isRefused(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(403);
        assertThat(answer.error()).isEqualTo("insufficient role");
    }

    @Test
    void nobodyMakesARoleOfMoreThanTheyMayDo() {
        Person eve = staff.holder("viewer", "admin:role", "read:webhook");
        Answer more = staff.as(eve, "POST", "/v1/roles", wish(unique("r"), "read:webhook", "admin:webhook"));
        assertThat(more.status()).as(more.text()).isEqualTo(400);
        assertThat(more.text()).contains("'admin:webhook' is more than you may do yourself");
        Answer same = staff.as(eve, "POST", "/v1/roles", wish(unique("r"), "read:webhook", "read:user"));
        assertThat(same.status()).as(same.text()).isEqualTo(201);
    }

    @Test
    void aMemberMakesNoRolesAtAll() {
        Person eve = staff.member("member");
        isRefused(staff.as(eve, "POST", "/v1/roles", wish(unique("r"), "read:user")));
        isRefused(staff.as(eve, "POST", "/v1/groups", "{\"name\":\"Mine\"}"));
    }

    @Test
    void nobodyAddsToTheRoleThatTheyHold() {
        Person eve = staff.member("viewer");
        String role = staff.role("admin:role");
        staff.give(role, eve.user());
        Answer more = staff.as(eve, "PATCH", "/v1/roles/" + role, "{\"rights\":[\"admin:role\",\"admin:client\"]}");
        assertThat(more.status()).as(more.text()).isEqualTo(400);
        assertThat(staff.as(eve, "GET", "/v1/clients", "").status()).isEqualTo(403);
    }

    @Test
    void nobodyChangesARoleThatAllowsMoreThanTheyMayDo() {
        Person eve = staff.holder("viewer", "admin:role");
        String role = staff.role("admin:webhook");
        isRefused(staff.as(eve, "PATCH", "/v1/roles/" + role, "{\"rights\":[\"read:user\"]}"));
        isRefused(staff.as(eve, "PATCH", "/v1/roles/" + role, "{\"description\":\"Harmless\"}"));
    }

    @Test
    void nobodyGivesOrTakesARoleOfMoreThanTheyMayDo() {
        Person eve = staff.holder("viewer", "admin:role", "read:webhook");
        Person ada = staff.member("viewer");
        String more = staff.role("admin:webhook");
        isRefused(staff.as(eve, "PUT", assignment(more, eve.user()), ""));
        isRefused(staff.as(eve, "PUT", assignment(more, staff.group()), ""));
        staff.give(more, ada.user());
        isRefused(staff.as(eve, "DELETE", assignment(more, ada.user()), ""));
        String same = staff.role("read:webhook");
        assertThat(staff.as(eve, "PUT", assignment(same, ada.user()), "").status())
                .isEqualTo(200);
        assertThat(staff.as(eve, "DELETE", assignment(same, ada.user()), "").status())
                .isEqualTo(204);
    }

    @Test
    void aPlaceInAGroupIsGivenByWhoeverHasWhatItCarries() {
        Person eve = staff.holder("viewer", "write:group");
        Person ada = staff.member("viewer");
        String group = staff.group();
        assertThat(staff.as(eve, "PUT", Staff.place(group, eve), "").status()).isEqualTo(200);
        assertThat(staff.as(eve, "DELETE", Staff.place(group, eve), "").status())
                .isEqualTo(204);
        staff.put(group, ada);
        staff.give(staff.role("read:webhook"), group);
        isRefused(staff.as(eve, "PUT", Staff.place(group, eve), ""));
        isRefused(staff.as(eve, "DELETE", Staff.place(group, ada), ""));
        assertThat(staff.webhookStatus(eve)).isEqualTo(403);
        assertThat(staff.as(eve, "DELETE", "/v1/groups/" + group, "").status()).isEqualTo(409);
        staff.give(staff.role("read:webhook"), eve.user());
        assertThat(staff.as(eve, "PUT", Staff.place(group, eve), "").status()).isEqualTo(200);
    }

    @Test
    void aGroupThatHoldsARoleInASubtenantIsNotJoinedByWhoeverGivesNone() {
        Person eve = staff.holder("viewer", "write:group");
        String group = staff.group();
        String subtenant = owner.post(
                        "/v1/workspaces/" + staff.place().workspace() + "/subtenants",
                        "{\"slug\":\"%s\",\"name\":\"S\"}".formatted(unique("s")))
                .id();
        String bound = "/v1/subtenants/" + subtenant + "/role-bindings/groups/" + group + "/owner";
        assertThat(owner.send("PUT", bound, null).status()).isEqualTo(200);
        isRefused(staff.as(eve, "PUT", Staff.place(group, eve), ""));
    }

    @Test
    void aRoleThatGrowsWhileSomebodyJoinsIsGivenByNobodyWhoLacksIt() throws Exception {
        for (int round = 0; round < 5; round++) {
            Person eve = staff.holder("viewer", "write:group", "read:client");
            String group = staff.group();
            String role = staff.role("read:client");
            staff.give(role, group);
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Callable<Integer>> both = List.of(
                        () -> staff.as(eve, "PUT", Staff.place(group, eve), "").status(),
                        () -> owner.patch("/v1/roles/" + role, "{\"rights\":[\"read:client\",\"read:webhook\"]}")
                                .status());
                List<Future<Integer>> statuses = threads.invokeAll(both);
                // Joined before the change, and then the change gives it; or after it, and then not at all.
                assertThat(statuses.get(0).get()).isIn(200, 403);
                assertThat(statuses.get(1).get()).isEqualTo(200);
                assertThat(staff.webhookStatus(eve)).isEqualTo(statuses.get(0).get() == 200 ? 200 : 403);
            }
        }
    }

    @Test
    void aKeyMakesNoRoleOfMoreThanItCarries() {
        String key = owner.post("/v1/api-keys", "{\"name\":\"narrow\",\"scopes\":[\"admin:role\",\"read:webhook\"]}")
                .json()
                .path("api_key")
                .asString();
        Client narrow = staff.server().as(key);
        assertThat(narrow.post("/v1/roles", wish(unique("r"), "admin:webhook")).status())
                .isEqualTo(400);
        String more = staff.role("admin:client");
        isRefused(narrow.send("PUT", assignment(more, staff.member("viewer").user()), null));
    }

    @Test
    void aRoleDecidesOnNobodysMembership() {
        Person eve = staff.holder("member", "write:member", "write:workspace", "admin:role", "write:group");
        Person ada = staff.member("viewer");
        isRefused(staff.as(eve, "PATCH", staff.members() + "/" + eve.user(), "{\"role\":\"admin\"}"));
        isRefused(staff.as(eve, "DELETE", staff.members() + "/" + ada.user(), ""));
        isRefused(staff.as(eve, "POST", "/v1/api-keys", "{\"name\":\"mine\",\"scopes\":[\"read:user\"]}"));
    }

    private String user() {
        String body = "{\"email\":\"%s@x.test\",\"display_name\":\"X\"}".formatted(unique("u"));
        return owner.post("/v1/users", body).id();
    }

    private String userWith(String role) {
        String user = user();
        String body = "{\"user_id\":\"%s\",\"role\":\"%s\"}".formatted(user, role);
        assertThat(owner.post(staff.members(), body).status()).isEqualTo(201);
        return user;
    }

    @Test
    void anAccountOfSomebodyWhoMayDoMoreIsOutOfReach() {
        Person desk = staff.holder("viewer", "admin:user");
        String change = "{\"email\":\"%s@evil.test\"}";
        for (String role : List.of("owner", "admin", "member")) {
            String above = userWith(role);
            isRefused(staff.as(desk, "PATCH", "/v1/users/" + above, change.formatted(unique("e"))));
            isRefused(staff.as(desk, "POST", "/v1/users/" + above + ":suspend", ""));
            isRefused(staff.as(desk, "DELETE", "/v1/users/" + above, ""));
            assertThat(staff.as(desk, "GET", "/v1/users/" + above, "").status()).isEqualTo(200);
        }
        String hooks = userWith("viewer");
        staff.give(staff.role("read:webhook"), hooks);
        isRefused(staff.as(desk, "PATCH", "/v1/users/" + hooks, change.formatted(unique("e"))));
        for (String within : List.of(user(), userWith("viewer"))) {
            Answer changed = staff.as(desk, "PATCH", "/v1/users/" + within, change.formatted(unique("e")));
            assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        }
    }

    @Test
    void anAdministratorReachesTheirEqualsWhateverTheseHold() {
        Person admin = staff.member("admin");
        String equal = userWith("admin");
        staff.give(staff.role("admin:webhook"), equal);
        Answer changed = staff.as(admin, "PATCH", "/v1/users/" + equal, "{\"display_name\":\"New\"}");
        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
    }

    @Test
    void aRefusalLeavesItsEntry() {
        Person eve = staff.holder("viewer", "admin:role");
        String more = staff.role("admin:webhook");
        String refusals = "select count(*) from audit.written where event_type = 'access.refuse' and tenant_id = '%s'"
                .formatted(staff.place().workspace().value());
        long before = staff.server().count(refusals);
        isRefused(staff.as(eve, "PUT", assignment(more, eve.user()), ""));
        assertThat(staff.server().count(refusals)).isEqualTo(before + 1);
    }

    @Test
    void ofManyWhoChangeARoleByOneVersionOneDoes() throws Exception {
        String role = staff.role("read:webhook");
        var tries = new ArrayList<Callable<Integer>>();
        for (int i = 0; i < 8; i++) {
            String body = "{\"description\":\"By %d\"}".formatted(i);
            tries.add(() -> owner.with("If-Match", "\"1\"")
                    .patch("/v1/roles/" + role, body)
                    .status());
        }
        var statuses = new ArrayList<Integer>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Integer> status : threads.invokeAll(tries)) {
                statuses.add(status.get());
            }
        }
        assertThat(statuses).containsOnlyOnce(200).containsOnly(200, 412);
    }
}
