package dev.keystead.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Elsewhere;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// What the database refuses by itself, even to its superuser.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NodeSchemaTest {
    private final TestServer server = TestServer.shared();
    private final Elsewhere place = server.makeOrganisation("node-schema");
    private final Elsewhere other = server.makeOrganisation("node-schema-other");

    private void refused(String sqlState, String sql) throws SQLException {
        try (Connection connection = server.database().connect();
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.execute(sql))
                    .as(sql)
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(sqlState));
        }
    }

    /// An insert of a node of the place, below the parent that a condition picks.
    private String insert(String kind, UUID org, UUID tenant, String subject, String parent) {
        return """
                insert into identity.nodes
                    (org_id, tenant_id, id, kind, parent_id, subject_id, name, version, created_at, updated_at)
                values ('%s', '%s', gen_random_uuid(), '%s', %s, %s, 'N', 1, now(), now())""".formatted(org, tenant, kind, parent, subject);
    }

    private static String nodeOf(Elsewhere where) {
        return "(select id from identity.nodes where kind = 'workspace' and tenant_id = '%s')"
                .formatted(where.workspace().value());
    }

    private static String rootOf(Elsewhere where) {
        return "(select id from identity.nodes where kind = 'org' and org_id = '%s')"
                .formatted(where.org().value());
    }

    @Test
    void aNodeStandsUnderOneOfItsOwnWorkspaceAndOrganisation() throws SQLException {
        UUID org = place.org().value();
        UUID tenant = place.workspace().value();
        refused("23503", insert("unit", org, tenant, "null", nodeOf(other)));
        refused("23503", insert("unit", org, tenant, "null", rootOf(place)));
        refused("23503", insert("unit", org, other.workspace().value(), "null", nodeOf(place)));
        refused("23503", insert("unit", other.org().value(), tenant, "null", nodeOf(place)));
        refused("23503", "delete from identity.nodes where id = " + nodeOf(place));
    }

    @Test
    void aTreeHasOneRootAndAThingOneNode() throws SQLException {
        UUID org = place.org().value();
        UUID tenant = place.workspace().value();
        refused("23505", insert("org", org, org, "'" + org + "'", "null"));
        refused("23505", insert("workspace", org, tenant, "'" + tenant + "'", rootOf(place)));
        refused("23514", insert("org", org, tenant, "'" + org + "'", "null"));
        refused("23514", insert("unit", org, tenant, "null", "null"));
        refused("23514", insert("unit", org, tenant, "gen_random_uuid()", nodeOf(place)));
        refused("23514", insert("project", org, tenant, "null", nodeOf(place)));
        refused("23514", insert("folder", org, tenant, "null", nodeOf(place)));
    }
}
