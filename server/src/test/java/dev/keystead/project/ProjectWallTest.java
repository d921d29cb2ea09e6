package dev.keystead.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.tenancy.IdText;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// The narrowest wall, tried by plain SQL as the application's role.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProjectWallTest {
    private final TestServer server = TestServer.shared();
    private final Elsewhere place = server.makeOrganisation("project-wall");
    private final Elsewhere other = server.makeOrganisation("project-wall-other");
    private final UUID bridge = make(place, "bridge");
    private final UUID tunnel = make(place, "tunnel");
    private final UUID theirs = make(other, "bridge");

    private UUID make(Elsewhere where, String slug) {
        Client client = server.as(where.key());
        String id = client.post("/v1/projects", "{\"slug\":\"%s\",\"name\":\"%s\"}".formatted(slug, slug))
                .id();
        return IdText.decode("prj", id).orElseThrow();
    }

    private interface Question {
        void ask(Statement session) throws SQLException;
    }

    private void asApp(Question question, String... settings) throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        server.database().jdbcUrl(),
                        server.appLogin().user(),
                        server.appLogin().password());
                Statement session = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (String setting : settings) {
                session.execute("set local " + setting);
            }
            question.ask(session);
            connection.rollback();
        }
    }

    private String tenant(Elsewhere where) {
        return "app.current_tenant_id = '%s'".formatted(where.workspace().value());
    }

    private static String project(UUID id) {
        return "app.current_project_id = '%s'".formatted(id);
    }

    private static List<UUID> seen(Statement session) throws SQLException {
        var seen = new ArrayList<UUID>();
        try (var rows = session.executeQuery("select id from identity.projects order by id")) {
            while (rows.next()) {
                seen.add(rows.getObject(1, UUID.class));
            }
        }
        return seen;
    }

    @Test
    void twoProjectsOfOneWorkspaceDoNotSeeEachOther() throws SQLException {
        asApp(session -> assertThat(seen(session)).containsExactly(bridge), tenant(place), project(bridge));
        asApp(session -> assertThat(seen(session)).containsExactly(tunnel), tenant(place), project(tunnel));
        asApp(session -> assertThat(seen(session)).containsExactly(bridge, tunnel), tenant(place));
    }

    @Test
    void neitherDoesOneOfAnotherWorkspace() throws SQLException {
        asApp(session -> assertThat(seen(session)).isEmpty(), tenant(place), project(theirs));
        asApp(session -> assertThat(seen(session)).containsExactly(theirs), tenant(other));
    }

    @Test
    void anUpdateReachesTheBoundProjectAlone() throws SQLException {
        asApp(
                session -> assertThat(session.executeUpdate("update identity.projects set name = 'Mine'"))
                        .isOne(),
                tenant(place),
                project(bridge));
        asApp(
                session -> assertThat(session.executeUpdate(
                                "update identity.projects set name = 'Mine' where id = '%s'".formatted(tunnel)))
                        .isZero(),
                tenant(place),
                project(bridge));
    }

    @Test
    void aProjectCannotBeMadeWhileAnotherIsBound() throws SQLException {
        String insert =
                """
                insert into identity.projects (tenant_id, id, slug, name, status, version, created_at, updated_at)
                values ('%s', '%s', 'new-one', 'New', 'active', 1, now(), now())""".formatted(place.workspace().value(), ProjectId.make().value());
        asApp(
                session -> assertThatThrownBy(() -> session.execute(insert)).hasMessageContaining("row-level security"),
                tenant(place),
                project(bridge));
        asApp(session -> assertThat(session.executeUpdate(insert)).isOne(), tenant(place));
    }

    @Test
    void aProjectWithoutItsWorkspaceIsLoud() throws SQLException {
        asApp(
                session -> assertThatThrownBy(() -> seen(session))
                        .isInstanceOfSatisfying(
                                SQLException.class,
                                e -> assertThat(e.getSQLState()).isEqualTo("KS001")),
                project(bridge));
    }
}
