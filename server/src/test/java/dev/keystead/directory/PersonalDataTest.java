package dev.keystead.directory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class PersonalDataTest {
    private final TestServer server = TestServer.shared();

    private String user(Client client, String address) {
        return client.post("/v1/users", "{\"email\":\"%s\",\"display_name\":\"X\"}".formatted(address))
                .id();
    }

    @Test
    void everyTableOfAPersonIsInTheFileWithAWordAboutIt() throws SQLException {
        Client client = server.asAdministrator();
        String user = user(client, "file@export.test");
        JsonNode file = client.get("/v1/users/" + user + "/export").json();
        assertThat(file.path("format").asString()).isEqualTo("keystead-person-1");
        assertThat(file.path("person").asString()).isEqualTo(user);
        // Those whose rows are somebody's by another name than user_id, and those that the catalogue finds.
        var tables = new TreeSet<>(List.of("identity.users", "identity.invites", "identity.invite_chain_edges"));
        try (Connection connection = server.database().connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("""
                        select c.relnamespace::regnamespace || '.' || c.relname
                        from pg_attribute a
                        join pg_class c on c.oid = a.attrelid
                        where a.attname = 'user_id' and c.relkind in ('r', 'p') and not c.relispartition""")) {
            while (rows.next()) {
                tables.add(rows.getString(1));
            }
        }
        assertThat(file.path("tables").propertyNames()).containsExactlyInAnyOrderElementsOf(tables);
        assertThat(file.path("tables").valueStream())
                .allSatisfy(table -> assertThat(table.path("what").asString()).endsWith("."));
        assertThat(file.path("tables")
                        .path("identity.users")
                        .path("rows")
                        .path(0)
                        .path("email")
                        .asString())
                .isEqualTo("file@export.test");
    }

    @Test
    void aFileOfManyRowsIsWholeAndHoldsNoSecret() {
        Client client = server.asAdministrator();
        String user = user(client, "long@export.test");
        server.execute("""
                insert into auth.auth_events (tenant_id, id, user_id, event_type, ip_address, user_agent, created_at)
                select tenant_id, app.new_id(), id, 'login_success', '192.0.2.1', 'number ' || n, now()
                from identity.users, generate_series(1, 2345) n where email = 'long@export.test'""");
        server.execute("""
                insert into identity.credentials
                    (tenant_id, id, user_id, type, number, hash, version, created_at, updated_at)
                select tenant_id, id, id, 'password', 0, '$argon2id$planted', 1, now(), now()
                from identity.users where email = 'long@export.test'""");
        var answer = client.get("/v1/users/" + user + "/export");
        assertThat(answer.header("Content-Disposition")).contains("attachment");
        assertThat(answer.text()).doesNotContain("argon2");
        JsonNode events = answer.json().path("tables").path("auth.auth_events").path("rows");
        assertThat(new TreeSet<>(events.findValuesAsString("user_agent"))).hasSize(2345);
    }

    @Test
    void anAdministratorGetsWhatIsInTheirWorkspaceAndLeavesATrace() {
        Elsewhere place = server.makeOrganisation("exporting");
        Elsewhere other = server.makeOrganisation("not-exporting");
        Client client = server.as(place.key());
        String user = user(client, "here@export.test");
        server.execute("""
                insert into identity.workspace_members (tenant_id, user_id, home_tenant_id, role, affiliation,
                    display_name, added_by, version, joined_at, role_changed_at)
                select w.id, u.id, u.tenant_id, 'viewer', 'staff', 'X', 'x', 1, now(), now()
                from identity.users u, identity.workspaces w
                where u.email = 'here@export.test' and w.slug in ('exporting', 'not-exporting')""");
        JsonNode file = client.get("/v1/users/" + user + "/export").json();
        assertThat(file.path("tables").path("identity.workspace_members").path("rows"))
                .hasSize(1);
        assertThat(client.get("/v1/audit?resource=" + user)
                        .json()
                        .path("items")
                        .path(0)
                        .path("event_type")
                        .asString())
                .isEqualTo("user.read_admin");
        assertThat(server.as(other.key()).get("/v1/users/" + user + "/export").status())
                .isEqualTo(404);
    }
}
