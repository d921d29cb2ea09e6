package dev.keystead.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.platform.http.Method;
import dev.keystead.platform.http.Route;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.TestServer.Person;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.workspace.Reserved;
import java.util.List;
import org.junit.jupiter.api.Test;

class RankTest {
    private static final TestServer SERVER = TestServer.shared();
    private static final String MEMBERS = "/v1/workspaces/" + Reserved.SYSTEM_WORKSPACE.text() + "/members";

    private static String unique() {
        return "r" + UuidV7.next().toString().replace("-", "").substring(14);
    }

    /// Somebody with a role in the system workspace, where everybody's account is.
    private static Person somebody(String role) {
        Person person = SERVER.makePerson(unique());
        Answer added = SERVER.asAdministrator()
                .post(MEMBERS, """
                {"user_id":"%s","role":"%s","affiliation":"staff"}""".formatted(person.user().text(), role));
        assertThat(added.status()).as(added.text()).isEqualTo(201);
        return person;
    }

    private static String at(Person person) {
        return "/v1/users/" + person.user().text();
    }

    private static Client provisioner() {
        Answer made = SERVER.asAdministrator().post("/v1/api-keys", """
                {"name":"provisioning","scopes":["write:user"]}""");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return SERVER.as(made.json().path("api_key").asString());
    }

    @Test
    void nobodyTakesTheAccountOfSomebodyAboveThem() {
        Person owner = somebody("owner");
        Client administrator = SERVER.as(somebody("admin").key());
        List<Route> changing = SERVER.routes().stream()
                .filter(route -> route.method() != Method.GET)
                .filter(route -> route.template().text().matches("/v1/users/\\{id}(?![a-z]).*"))
                .filter(route -> route.access()
                        .neededRight()
                        .filter(right -> right.resource().equals("user"))
                        .isPresent())
                .toList();
        assertThat(changing).hasSizeGreaterThan(9);
        for (Route route : changing) {
            String path =
                    route.template().text().replace("{id}", owner.user().text()).replaceAll("\\{[a-z]+}", "none");
            Answer refused = administrator.send(route.method().name(), path, null);
            assertThat(refused.status()).as(route + ": " + refused.text()).isEqualTo(403);
            assertThat(refused.error()).isEqualTo("insufficient role");
        }
        assertThat(administrator.get(at(owner)).status()).isEqualTo(200);
    }

    @Test
    void aKeyForUsersAloneReachesNoAdministrator() {
        Person administrator = somebody("admin");
        Client provisioner = provisioner();
        assertThat(provisioner
                        .patch(at(administrator), "{\"contact_email\":\"thief@example.test\"}")
                        .status())
                .isEqualTo(403);
        assertThat(provisioner.post(at(administrator) + ":suspend").status()).isEqualTo(403);
        Answer members = provisioner.patch(at(somebody("member")), "{\"display_name\":\"Mia\"}");
        assertThat(members.status()).as(members.text()).isEqualTo(200);
        Answer users = provisioner.patch(at(SERVER.makePerson(unique())), "{\"display_name\":\"Uma\"}");
        assertThat(users.status()).as(users.text()).isEqualTo(200);
    }

    @Test
    void equalsAndOneselfAreInReach() {
        Person one = somebody("admin");
        Person other = somebody("admin");
        Client client = SERVER.as(one.key());
        assertThat(client.patch(at(other), "{\"display_name\":\"Other\"}").status())
                .isEqualTo(200);
        assertThat(client.patch(at(one), "{\"display_name\":\"One\"}").status()).isEqualTo(200);
        assertThat(SERVER.as(somebody("owner").key())
                        .patch(at(somebody("owner")), "{\"display_name\":\"Equal\"}")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void theRefusalIsInTheTrail() {
        Answer refused = SERVER.as(somebody("admin").key()).delete(at(somebody("owner")));
        assertThat(SERVER.count("""
                        select count(*) from (
                            select request_id, event_type from audit.entries
                            union all select request_id, event_type from audit.admin_audit) e
                        where e.request_id = '%s' and e.event_type = 'access.refuse'""".formatted(refused.json().path("request_id").asString())))
                .isOne();
    }

    @Test
    void anOwnerOfOneWorkspaceIsNobodySpecialInAnother() {
        Elsewhere place = SERVER.makeOrganisation(unique());
        Person owner = SERVER.makeOwner(place);
        assertThat(SERVER.as(somebody("admin").key()).delete(at(owner)).status())
                .as("as if there were no such user")
                .isEqualTo(404);
    }
}
