package dev.keystead.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.tenancy.IdText;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// The way between organisations, tried by plain SQL as the application's role.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MoveWallTest {
    private final TestServer server = TestServer.shared();
    private final Elsewhere place = server.makeOrganisation("move-wall");
    private final Elsewhere other = server.makeOrganisation("move-wall-other");
    private final UUID inner = IdText.decode(
                    "wrk",
                    server.as(place.key())
                            .post("/v1/workspaces", "{\"slug\":\"move-wall-inner\",\"name\":\"Inner\"}")
                            .id())
            .orElseThrow();

    /// Runs a statement with a workspace and an organisation bound, and takes it back.
    private ThrowingCallable saying(String sql, UUID tenant, UUID org) {
        return () -> {
            try (Connection connection = DriverManager.getConnection(
                            server.database().jdbcUrl(),
                            server.appLogin().user(),
                            server.appLogin().password());
                    Statement session = connection.createStatement()) {
                connection.setAutoCommit(false);
                session.execute("set local app.current_tenant_id = '%s'".formatted(tenant));
                session.execute("set local app.current_org_id = '%s'".formatted(org));
                try {
                    session.execute(sql);
                } finally {
                    connection.rollback();
                }
            }
        };
    }

    private void refused(String state, String sql, UUID tenant, UUID org) {
        assertThatThrownBy(saying(sql, tenant, org))
                .isInstanceOfSatisfying(
                        SQLException.class,
                        refusal -> assertThat(refusal.getSQLState()).isEqualTo(state));
    }

    private static String move(UUID workspace, UUID org) {
        return "select app.move_workspace('%s', '%s')".formatted(workspace, org);
    }

    @Test
    void theOrganisationOfARowIsNotTheApplicationsToChange() {
        String org = " set org_id = '%s'".formatted(other.org().value());
        refused("42501", "update identity.workspaces" + org, inner, other.org().value());
        refused("42501", "update identity.nodes" + org, inner, other.org().value());
    }

    @Test
    void onlyWhatIsBoundMovesAndOnlyWhereItIsBound() throws Throwable {
        UUID target = other.org().value();
        refused("KS006", move(inner, target), place.workspace().value(), target);
        refused("KS006", move(inner, target), inner, place.org().value());
        refused("KS007", move(inner, inner), inner, inner);
        refused(
                "KS008",
                move(place.workspace().value(), target),
                place.workspace().value(),
                target);
        saying(move(inner, target), inner, target).call();
    }

    @Test
    void aHomeIsNotDeletedByWhoeverWritesAsV1Did() {
        refused(
                "23514",
                "delete from admin.tenants where id = '%s'"
                        .formatted(place.workspace().value()),
                place.workspace().value(),
                place.org().value());
    }
}
