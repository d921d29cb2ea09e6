package dev.keystead.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Client;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class ErasureTest {
    private final TestServer server = TestServer.shared();
    private final Client client = server.asAdministrator();

    private String user(String name) {
        return client.post("/v1/users", "{\"email\":\"%s@erasure.test\",\"display_name\":\"%s\"}".formatted(name, name))
                .id();
    }

    private void sql(String text) throws SQLException {
        try (Connection connection = server.database().connect();
                Statement statement = connection.createStatement()) {
            statement.execute(text);
        }
    }

    private long rowsOf(String user) throws SQLException {
        try (Connection connection = server.database().connect();
                Statement statement = connection.createStatement();
                var row = statement.executeQuery(
                        "select count(*) from identity.users where app.id_text('usr', id) = '" + user + "'")) {
            row.next();
            return row.getLong(1);
        }
    }

    @Test
    void aDeletedUserIsErasedWhenTheWindowIsOverAndNotBefore() throws SQLException {
        String early = user("early");
        String due = user("due");
        String living = user("living");
        client.delete("/v1/users/" + early);
        client.delete("/v1/users/" + due);
        sql("update identity.users set deleted_at = now() - interval '31 days' where app.id_text('usr', id) = '" + due
                + "'");
        server.eraseWhoIsDue();
        assertThat(rowsOf(due)).isZero();
        assertThat(rowsOf(early)).isOne();
        assertThat(rowsOf(living)).isOne();
        var trail = client.get("/v1/audit?resource=" + due).json().path("items");
        assertThat(trail.get(0).path("event_type").asString()).isEqualTo("user.erase");
        assertThat(trail.get(0).path("actor_did").asString()).isEqualTo("did:internal:erasure");
    }

    @Test
    void aUserWhoCannotBeErasedDoesNotKeepTheOthersFromIt() throws SQLException {
        String stuck = user("stuck");
        String next = user("next");
        client.delete("/v1/users/" + stuck);
        client.delete("/v1/users/" + next);
        sql("update identity.users set deleted_at = now() - interval '90 days' where email = 'stuck@erasure.test'");
        sql("update identity.users set deleted_at = now() - interval '60 days' where email = 'next@erasure.test'");
        // A table of somebody else, which the catalogue does not show as one of a user's.
        sql("create table public.claim (of uuid, who uuid, foreign key (of, who) references identity.users)");
        sql("insert into public.claim select tenant_id, id from identity.users where email = 'stuck@erasure.test'");
        try {
            assertThatThrownBy(server::eraseWhoIsDue).hasMessageContaining("directory.erasure.user");
            assertThat(rowsOf(stuck)).isOne();
            assertThat(rowsOf(next)).isZero();
        } finally {
            sql("drop table public.claim");
        }
        assertThat(server.eraseWhoIsDue()).isEqualTo(1);
        assertThat(rowsOf(stuck)).isZero();
    }
}
