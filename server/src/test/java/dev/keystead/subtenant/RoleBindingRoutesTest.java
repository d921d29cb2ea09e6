package dev.keystead.subtenant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.TestServer.Person;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RoleBindingRoutesTest {
    private final TestServer server = TestServer.shared();
    private final Elsewhere place = server.makeOrganisation("role-bindings");
    private final Client client = server.as(place.key());
    private final String workspace = "/v1/workspaces/" + place.workspace();

    private String subtenant(String slug) {
        return client.post(workspace + "/subtenants", "{\"slug\":\"%s\",\"name\":\"S\"}".formatted(slug))
                .id();
    }

    private Person member(String name, String role) {
        Person person = server.makePerson(name);
        join(person, role);
        return person;
    }

    private void join(Person person, String role) {
        String body = "{\"user_id\":\"%s\",\"role\":\"%s\"}".formatted(person.user(), role);
        assertThat(client.post(workspace + "/members", body).status()).isEqualTo(201);
    }

    /// The person's key in this workspace, which is not the person's own.
    private Answer as(Person person, String method, String path, String body) {
        return server.as(person.key()).send(method, "/t/" + place.slug() + path, body);
    }

    private static String path(String subtenant, Person person, String role) {
        return "/v1/subtenants/%s/role-bindings/%s/%s".formatted(subtenant, person.user(), role);
    }

    private Answer grant(String subtenant, Person person, String role) {
        return client.send("PUT", path(subtenant, person, role), null);
    }

    private List<String> roles(String subtenant) {
        return client.get("/v1/subtenants/" + subtenant + "/role-bindings?limit=200")
                .json()
                .path("items")
                .valueStream()
                .map(item -> item.path("role").asString())
                .toList();
    }

    @Test
    void aRoleIsGivenTakenAndGivenAgain() {
        String subtenant = subtenant("given");
        Person ada = member("rb-ada", "viewer");
        Answer first = grant(subtenant, ada, "editor");
        assertThat(first.status()).isEqualTo(200);
        assertThat(first.json().path("user_id").asString()).isEqualTo(ada.user().text());
        assertThat(grant(subtenant, ada, "editor").json()).isEqualTo(first.json());
        assertThat(grant(subtenant, ada, "viewer").status()).isEqualTo(200);
        assertThat(roles(subtenant)).containsExactly("editor", "viewer");
        assertThat(client.delete(path(subtenant, ada, "editor")).status()).isEqualTo(204);
        assertThat(client.delete(path(subtenant, ada, "editor")).status()).isEqualTo(404);
        assertThat(roles(subtenant)).containsExactly("viewer");
        Answer again = grant(subtenant, ada, "editor");
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.json().path("granted_at").asString())
                .isGreaterThan(first.json().path("granted_at").asString());
    }

    @Test
    void onlyMembersHoldRoles() {
        String subtenant = subtenant("strangers");
        assertThat(grant(subtenant, server.makePerson("rb-stranger"), "owner").status())
                .isEqualTo(404);
        assertThat(roles(subtenant)).isEmpty();
    }

    @Test
    void whoLeavesAndJoinsAgainBeginsWithoutRoles() {
        String subtenant = subtenant("leavers");
        Person bob = member("rb-bob", "member");
        grant(subtenant, bob, "owner");
        assertThat(client.delete(workspace + "/members/" + bob.user()).status()).isEqualTo(204);
        assertThat(roles(subtenant)).isEmpty();
        assertThat(grant(subtenant, bob, "editor").status()).isEqualTo(404);
        join(bob, "member");
        assertThat(roles(subtenant)).isEmpty();
        assertThat(as(bob, "PATCH", workspace + "/subtenants/" + subtenant, "{\"name\":\"Mine\"}")
                        .status())
                .isEqualTo(403);
        assertThat(grant(subtenant, bob, "owner").status()).isEqualTo(200);
        assertThat(roles(subtenant)).containsExactly("owner");
    }

    @Test
    void anAdminOfASubtenantChangesItAndNoOther() {
        String mine = subtenant("admins");
        String other = subtenant("admins-other");
        Person cy = member("rb-cy", "member");
        String change = "{\"name\":\"Changed by cy\"}";
        Answer refused = as(cy, "PATCH", workspace + "/subtenants/" + mine, change);
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.error()).isEqualTo("insufficient role");
        grant(mine, cy, "admin");
        assertThat(as(cy, "PATCH", workspace + "/subtenants/" + mine, change).status())
                .isEqualTo(200);
        assertThat(as(cy, "PATCH", workspace + "/subtenants/" + other, change).status())
                .isEqualTo(403);
        assertThat(as(cy, "DELETE", workspace + "/subtenants/" + mine, "").status())
                .isEqualTo(403);
        assertThat(as(cy, "PUT", path(mine, cy, "owner"), "").status()).isEqualTo(403);
    }

    @Test
    void anOwnerOfASubtenantGivesItsRoles() {
        String mine = subtenant("owners");
        String other = subtenant("owners-other");
        Person dee = member("rb-dee", "viewer");
        Person eve = member("rb-eve", "viewer");
        grant(mine, dee, "owner");
        assertThat(as(dee, "PUT", path(mine, eve, "admin"), "").status()).isEqualTo(200);
        assertThat(as(dee, "PUT", path(other, eve, "admin"), "").status()).isEqualTo(403);
        assertThat(as(dee, "DELETE", path(mine, eve, "admin"), "").status()).isEqualTo(204);
        assertThat(as(eve, "PUT", path(mine, eve, "owner"), "").status()).isEqualTo(403);
    }

    @Test
    void aRefusalForWantOfARoleLeavesItsEntry() {
        String mine = subtenant("audited");
        Person fay = member("rb-fay", "viewer");
        String refusals = "select count(*) from audit.written where event_type = 'access.refuse' and tenant_id = '%s'"
                .formatted(place.workspace().value());
        long before = server.count(refusals);
        assertThat(as(fay, "PUT", path(mine, fay, "owner"), "").status()).isEqualTo(403);
        assertThat(server.count(refusals)).isEqualTo(before + 1);
    }

    @Test
    void rolesAreGivenOnceHoweverManyGiveAtOnce() throws Exception {
        String subtenant = subtenant("raced");
        Person gil = member("rb-gil", "viewer");
        var tries = new ArrayList<Callable<String>>();
        for (int i = 0; i < 8; i++) {
            tries.add(() -> grant(subtenant, gil, "editor").text());
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var answers = new ArrayList<String>();
            for (Future<String> result : threads.invokeAll(tries)) {
                answers.add(result.get());
            }
            assertThat(answers.stream().distinct()).hasSize(1);
        }
    }

    @Test
    void theListIsInPagesAndKnowsItsSubtenant() {
        String subtenant = subtenant("paged");
        Person hal = member("rb-hal", "viewer");
        for (String role : List.of("admin", "editor", "viewer")) {
            grant(subtenant, hal, role);
        }
        String list = "/v1/subtenants/" + subtenant + "/role-bindings";
        Answer first = client.get(list + "?limit=2");
        String cursor = first.json().path("next_cursor").asString();
        Answer second = client.get(list + "?limit=2&cursor=" + cursor);
        assertThat(second.json().path("items").size()).isOne();
        assertThat(second.json().path("items").path(0).path("role").asString()).isEqualTo("viewer");
        assertThat(client.get("/v1/subtenants/" + SubtenantId.make() + "/role-bindings")
                        .status())
                .isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"x", "Owner", "1st", "has_underscore", "%20", "%00", "a2345678901234567890123456789012345678901"
            })
    void aRoleIsAWord(String role) {
        Person ivy = server.makePerson("rb-ivy" + Math.abs(role.hashCode() % 100_000));
        assertThat(grant(subtenant("word" + Math.abs(role.hashCode() % 100_000)), ivy, role)
                        .status())
                .isEqualTo(400);
    }

    @Test
    void nothingOfAnErasedPersonStays() {
        String subtenant = subtenant("erased");
        Person jan = member("rb-jan", "viewer");
        grant(subtenant, jan, "owner");
        String rows = "select count(*) from identity.subtenant_role_bindings where user_id = '%s'"
                .formatted(jan.user().value());
        assertThat(server.count(rows)).isOne();
        assertThat(server.asAdministrator().delete("/v1/users/" + jan.user()).status())
                .isEqualTo(204);
        server.execute("update identity.users set deleted_at = now() - interval '31 days' where id = '%s'"
                .formatted(jan.user().value()));
        server.eraseWhoIsDue();
        assertThat(server.count(rows)).isZero();
    }

    @Test
    void inASuspendedSubtenantRolesAllowNothingAndStayAsTheyAre() {
        String subtenant = subtenant("put-to-sleep");
        String address = workspace + "/subtenants/" + subtenant;
        Person liv = member("rb-liv", "viewer");
        Person sam = member("rb-sam", "viewer");
        assertThat(grant(subtenant, liv, "owner").status()).isEqualTo(200);
        assertThat(as(liv, "PUT", path(subtenant, sam, "viewer"), "").status()).isEqualTo(200);

        assertThat(client.patch(address, "{\"status\":\"suspended\"}").status()).isEqualTo(200);
        assertThat(as(liv, "PUT", path(subtenant, sam, "editor"), "").status()).isEqualTo(403);
        assertThat(as(liv, "PATCH", address, "{\"status\":\"active\"}").status())
                .as("whoever rules inside cannot wake it")
                .isEqualTo(403);
        assertThat(grant(subtenant, sam, "editor").error()).contains("is suspended");
        assertThat(grant(subtenant, sam, "viewer").status()).isEqualTo(409);
        assertThat(client.delete(path(subtenant, sam, "viewer")).status()).isEqualTo(409);
        assertThat(roles(subtenant)).containsExactlyInAnyOrder("owner", "viewer");

        assertThat(client.patch(address, "{\"status\":\"active\"}").status()).isEqualTo(200);
        assertThat(as(liv, "PUT", path(subtenant, sam, "editor"), "").status()).isEqualTo(200);
        assertThat(client.delete(path(subtenant, sam, "viewer")).status()).isEqualTo(204);
    }

    @Test
    void aSubtenantComesBackWithTheRolesThatPeopleHeldInIt() {
        String subtenant = subtenant("and-back");
        String address = workspace + "/subtenants/" + subtenant;
        Person kim = member("rb-kim", "viewer");
        grant(subtenant, kim, "editor");
        assertThat(client.post(address + ":restore").error()).isEqualTo("the subtenant is not deleted");
        client.patch(address, "{\"status\":\"suspended\"}");
        assertThat(client.delete(address).status()).isEqualTo(204);
        assertThat(client.get("/v1/subtenants/" + subtenant + "/role-bindings").status())
                .as("what is deleted is gone for everybody")
                .isEqualTo(404);

        Answer back = client.post(address + ":restore");
        assertThat(back.status()).as(back.text()).isEqualTo(200);
        assertThat(back.json().path("status").asString()).as("as it was").isEqualTo("suspended");
        assertThat(client.get(address).json()).isEqualTo(back.json());
        assertThat(roles(subtenant)).containsExactly("editor");
        assertThat(client.get("/v1/nodes?kind=subtenant").text()).contains(subtenant);

        client.delete(address);
        String heir = subtenant("and-back");
        assertThat(client.post(address + ":restore").error()).contains("has this slug now");
        assertThat(client.delete(workspace + "/subtenants/" + heir).status()).isEqualTo(204);
        assertThat(client.post(address + ":restore").status()).isEqualTo(200);
        assertThat(client.post(workspace + "/subtenants/" + SubtenantId.make() + ":restore")
                        .status())
                .isEqualTo(404);
    }
}
