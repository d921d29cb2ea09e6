package dev.keystead.subtenant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserId;
import dev.keystead.group.GroupId;
import dev.keystead.platform.id.Prefix;
import dev.keystead.server.Insider;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.TestServer.Person;
import dev.keystead.tenancy.UuidV7;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Roles in subtenants that groups hold, and those that a workspace made for itself.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GroupBindingRoutesTest {
    private final TestServer server = TestServer.shared();
    private final Elsewhere place = server.makeOrganisation(unique("gb"));
    private final Client client = server.as(place.key());
    private final String workspace = "/v1/workspaces/" + place.workspace();

    private static String unique(String start) {
        return start + UuidV7.next().toString().replace("-", "").substring(14);
    }

    private String subtenant() {
        return client.post(workspace + "/subtenants", "{\"slug\":\"%s\",\"name\":\"S\"}".formatted(unique("s")))
                .id();
    }

    private Person member(String role) {
        Person person = server.makePerson(unique("p"));
        String body = "{\"user_id\":\"%s\",\"role\":\"%s\"}".formatted(person.user(), role);
        assertThat(client.post(workspace + "/members", body).status()).isEqualTo(201);
        return person;
    }

    private String group() {
        return client.post("/v1/groups", "{\"name\":\"%s\"}".formatted(unique("g")))
                .id();
    }

    /// Makes a role of the workspace's own, and answers its name.
    private String role(String... rights) {
        String name = unique("r");
        String body = "{\"name\":\"%s\",\"rights\":[\"%s\"]}".formatted(name, String.join("\",\"", rights));
        assertThat(client.post("/v1/roles", body).status()).isEqualTo(201);
        return name;
    }

    private Answer as(Person person, String method, String path, String body) {
        return server.as(person.key()).send(method, "/t/" + place.slug() + path, body.isEmpty() ? null : body);
    }

    private static String groups(String subtenant) {
        return "/v1/subtenants/" + subtenant + "/role-bindings/groups";
    }

    private static String bound(String subtenant, String group, String role) {
        return groups(subtenant) + "/" + group + "/" + role;
    }

    private static String ofPerson(String subtenant, Person person, String role) {
        return "/v1/subtenants/" + subtenant + "/role-bindings/" + person.user() + "/" + role;
    }

    private Answer put(String path) {
        return client.send("PUT", path, null);
    }

    private void putInto(String group, Person person) {
        assertThat(put("/v1/groups/" + group + "/members/" + person.user()).status())
                .isEqualTo(200);
    }

    private int rename(Person person, String subtenant) {
        return as(person, "PATCH", workspace + "/subtenants/" + subtenant, "{\"name\":\"%s\"}".formatted(unique("n")))
                .status();
    }

    @Test
    void aRoleOfAGroupIsGivenTakenAndListed() {
        String subtenant = subtenant();
        String group = group();
        Answer first = put(bound(subtenant, group, "admin"));
        assertThat(first.status()).as(first.text()).isEqualTo(200);
        assertThat(first.json().path("group_id").asString()).isEqualTo(group);
        assertThat(put(bound(subtenant, group, "admin")).json()).isEqualTo(first.json());
        put(bound(subtenant, group, "viewer"));
        Answer page = client.get(groups(subtenant) + "?limit=1");
        assertThat(page.json().path("items").path(0).path("role").asString()).isEqualTo("admin");
        String cursor = page.json().path("next_cursor").asString();
        assertThat(client.get(groups(subtenant) + "?limit=1&cursor=" + cursor)
                        .json()
                        .path("items")
                        .path(0)
                        .path("role")
                        .asString())
                .isEqualTo("viewer");
        assertThat(client.delete(bound(subtenant, group, "admin")).status()).isEqualTo(204);
        assertThat(client.delete(bound(subtenant, group, "admin")).status()).isEqualTo(404);
    }

    @Test
    void whoeverIsInTheGroupHoldsItsRoleThere() {
        String mine = subtenant();
        String other = subtenant();
        String group = group();
        Person ada = member("viewer");
        put(bound(mine, group, "admin"));
        assertThat(rename(ada, mine)).isEqualTo(403);
        putInto(group, ada);
        assertThat(rename(ada, mine)).isEqualTo(200);
        assertThat(rename(ada, other)).isEqualTo(403);
        assertThat(as(ada, "PUT", bound(mine, group, "owner"), "").status()).isEqualTo(403);
        client.delete("/v1/groups/" + group + "/members/" + ada.user());
        assertThat(rename(ada, mine)).isEqualTo(403);
    }

    @Test
    void anOwnerByGroupGivesRolesInTheSubtenant() {
        String mine = subtenant();
        String group = group();
        Person ada = member("viewer");
        Person bea = member("viewer");
        putInto(group, ada);
        put(bound(mine, group, "owner"));
        assertThat(as(ada, "PUT", ofPerson(mine, bea, "admin"), "").status()).isEqualTo(200);
        assertThat(as(ada, "PUT", bound(mine, group(), "viewer"), "").status()).isEqualTo(200);
        assertThat(as(ada, "PUT", bound(subtenant(), group, "viewer"), "").status())
                .isEqualTo(403);
    }

    @Test
    void aUserOfTheWorkspaceWhoIsNoMemberHoldsNothingByAGroup() {
        String mine = subtenant();
        String group = group();
        put(bound(mine, group, "admin"));
        String user = client.post(
                        "/v1/users", "{\"email\":\"%s@x.test\",\"display_name\":\"X\"}".formatted(unique("u")))
                .id();
        assertThat(put("/v1/groups/" + group + "/members/" + user).status()).isEqualTo(200);
        // The role is an addition to being a member, and nothing lets them in who is none.
        UserId id = Prefix.USER.parse(user, UserId::new).orElseThrow();
        Client inside =
                Insider.enter(server, place.workspace(), place.slug(), id).api();
        assertThat(inside.patch(workspace + "/subtenants/" + mine, "{\"name\":\"Mine\"}")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void theRightsOfTheWorkspacesOwnRolesDecideInTheSubtenant() {
        String mine = subtenant();
        Person changer = member("viewer");
        Person giver = member("viewer");
        Person other = member("viewer");
        put(ofPerson(mine, changer, role("write:subtenant", "read:webhook")));
        put(ofPerson(mine, giver, role("admin:subtenant")));
        put(ofPerson(mine, other, role("admin:webhook")));
        assertThat(rename(changer, mine)).isEqualTo(200);
        assertThat(as(changer, "PUT", ofPerson(mine, other, "admin"), "").status())
                .isEqualTo(403);
        assertThat(as(giver, "PUT", ofPerson(mine, other, "viewer"), "").status())
                .isEqualTo(200);
        assertThat(rename(other, mine)).isEqualTo(403);
        assertThat(rename(giver, subtenant())).isEqualTo(403);
        // What a role allows beside the subtenant is not given by holding it there.
        assertThat(as(changer, "GET", "/v1/webhooks", "").status()).isEqualTo(403);
        assertThat(as(other, "GET", "/v1/webhooks", "").status()).isEqualTo(403);
    }

    @Test
    void aWordThatIsNoRoleIsNotGiven() {
        String subtenant = subtenant();
        Person ada = member("viewer");
        Answer refused = put(ofPerson(subtenant, ada, "night-watch"));
        assertThat(refused.status()).as(refused.text()).isEqualTo(400);
        assertThat(refused.text()).contains("'night-watch' is no role here");
        assertThat(put(bound(subtenant, group(), "night-watch")).status()).isEqualTo(400);
    }

    @Test
    void aWordThatWasGivenBeforeStaysAndMeansNothing() {
        String subtenant = subtenant();
        Person ada = member("viewer");
        String word = unique("w");
        server.execute("""
                insert into identity.subtenant_role_bindings
                    (tenant_id, subtenant_id, user_id, home_tenant_id, role, granted_by, granted_at)
                select tenant_id, app.id_uuid('%s'), user_id, home_tenant_id, '%s', 'x', now()
                from identity.workspace_members where user_id = app.id_uuid('%s')""".formatted(subtenant, word, ada.user()));
        assertThat(client.get("/v1/subtenants/" + subtenant + "/role-bindings").text())
                .contains(word);
        assertThat(rename(ada, subtenant)).isEqualTo(403);
        String wish = "{\"name\":\"%s\",\"rights\":[\"admin:subtenant\"]}".formatted(word);
        Answer refused = client.post("/v1/roles", wish);
        assertThat(refused.status()).as(refused.text()).isEqualTo(409);
        assertThat(client.delete(ofPerson(subtenant, ada, word)).status()).isEqualTo(204);
        assertThat(client.post("/v1/roles", wish).status()).isEqualTo(201);
    }

    @Test
    void aSubtenantThatIsDeletedTakesTheRolesOfGroupsAlong() {
        String subtenant = subtenant();
        String group = group();
        put(bound(subtenant, group, "admin"));
        assertThat(client.delete(workspace + "/subtenants/" + subtenant).status())
                .isEqualTo(204);
        assertThat(client.get(groups(subtenant)).status()).isEqualTo(404);
        assertThat(client.delete("/v1/groups/" + group).status()).isEqualTo(204);
    }

    @Test
    void whatIsOfAnotherWorkspaceIsNotThere() {
        Client others = server.as(server.makeOrganisation(unique("gb")).key());
        String foreign = others.post("/v1/groups", "{\"name\":\"Theirs\"}").id();
        String subtenant = subtenant();
        String group = group();
        put(bound(subtenant, group, "viewer"));
        for (Answer answer : List.of(
                put(bound(subtenant, foreign, "viewer")),
                put(bound(subtenant, GroupId.make().text(), "viewer")),
                put(bound(SubtenantId.make().text(), group, "viewer")),
                client.delete(bound(subtenant, foreign, "viewer")),
                others.get(groups(subtenant)),
                others.delete(bound(subtenant, group, "viewer")))) {
            assertThat(answer.status()).as(answer.text()).isEqualTo(404);
        }
        assertThat(client.get(groups(subtenant)).json().path("items").size()).isOne();
    }
}
