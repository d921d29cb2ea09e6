package dev.keystead.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;

/// The audit trail of all workspaces as the superuser sees it.
final class WrittenTrail {
    /// Every table of ours but the trail itself. How many rows there are and which transaction wrote the last of them
    /// tells whether anything changed; the notes of when keys were last used are not looked at.
    private static final String TABLES = """
            select string_agg(
                case when exists (
                    select from information_schema.columns c
                    where (c.table_schema, c.table_name, c.column_name)
                        = (t.table_schema, t.table_name, 'last_used_at'))
                then format('select %L || (to_jsonb(t) - ''last_used_at'')::text as line from %I.%I t',
                    table_name, table_schema, table_name)
                else format('select concat(%L, count(*), ''/'', max(xmin::text::bigint)) as line from %I.%I',
                    table_name, table_schema, table_name)
                end, ' union all ')
            from information_schema.tables t
            where table_type = 'BASE TABLE'
              and table_schema not in ('pg_catalog', 'information_schema', 'app')
              and not (table_schema = 'audit' and table_name not in ('checkpoint_keys', 'exports'))""";

    private final TestServer server;
    private final String lines;

    WrittenTrail(TestServer server) {
        this.server = server;
        this.lines = server.look().text(TABLES);
    }

    record Entry(UUID tenant, String actor, String eventType, String resourceType, String resourceId, String payload) {}

    /// How writing an entry fails, and what the client is told then.
    ///
    /// @param atCommit whether it is written first, and the commit fails then
    record Fault(String sqlState, int status, boolean atCommit) {}

    /// How many entries there are. What happens at the door beside a change has entries of its own.
    long size() {
        return server.count("select count(*) from audit.written where event_type not like 'auth.%'");
    }

    /// The only entry of the request that got this answer.
    Entry of(Answer answer) {
        try (Connection connection = server.database().connect();
                PreparedStatement statement = connection.prepareStatement("""
                        select tenant_id, actor_did, event_type, resource_type, resource_id, payload::text
                        from audit.written
                        where request_id = ?""")) {
            statement.setString(1, answer.header("X-Request-Id"));
            try (ResultSet row = statement.executeQuery()) {
                assertThat(row.next()).as("an entry with the request's id").isTrue();
                var entry = new Entry(
                        row.getObject(1, UUID.class),
                        row.getString(2),
                        row.getString(3),
                        row.getString(4),
                        row.getString(5),
                        row.getString(6));
                assertThat(row.next())
                        .as("a second entry with the request's id")
                        .isFalse();
                return entry;
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /// A digest of every table but the trail.
    String stateOfEverythingElse() {
        return server.look()
                .text("select md5(string_agg(line, E'\\n' order by line)) from (" + lines + ") as all_lines");
    }

    /// Runs the work while no entry can be written.
    void breaking(Fault fault, Runnable work) {
        server.execute("create function audit.broken() returns trigger language plpgsql as"
                + " $$ begin raise exception 'broken by the test' using errcode = '" + fault.sqlState() + "'; end $$");
        server.execute(
                fault.atCommit()
                        ? "create constraint trigger broken after insert on audit.entries deferrable initially deferred"
                                + " for each row execute function audit.broken()"
                        : "create trigger broken before insert on audit.entries for each row"
                                + " execute function audit.broken()");
        try {
            work.run();
        } finally {
            server.execute("drop trigger broken on audit.entries; drop function audit.broken()");
        }
    }
}
