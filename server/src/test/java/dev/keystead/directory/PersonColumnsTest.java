package dev.keystead.directory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PersonColumnsTest {
    /// Columns by whose name a person may be meant, beside those by which erasure finds a person's rows.
    private static final String CANDIDATES = """
            select c.relnamespace::regnamespace || '.' || c.relname || '.' || a.attname
            from pg_attribute a
            join pg_class c on c.oid = a.attrelid
            where c.relkind in ('r', 'p')
              and not c.relispartition
              and c.relnamespace::regnamespace::text !~ '^(pg_.*|information_schema|app|public)$'
              and a.attnum > 0
              and not a.attisdropped
              and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'uuid'::regtype)
              and a.attname ~ '(_by$|actor|person|owner|account_id|identifier|invit|sponsor|email|handle|display_name|avatar|contact|_did$|address$)'
            order by 1""";

    private static List<String> candidates() throws SQLException {
        var found = new ArrayList<String>();
        try (Connection connection = TestServer.shared().database().connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(CANDIDATES)) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }

    @Test
    void everyColumnThatMayNameAPersonIsDeclared() throws SQLException {
        assertThat(PersonColumns.DECLARED.keySet())
                .as("columns that may name a person, and what becomes of the name")
                .containsExactlyInAnyOrderElementsOf(candidates());
    }

    @Test
    void whatGoesWithTheRowIsInATableThatErasureEmpties() throws SQLException {
        try (Connection connection = TestServer.shared().database().connect();
                Statement statement = connection.createStatement()) {
            for (var declared : PersonColumns.DECLARED.entrySet()) {
                if (declared.getValue() != PersonColumns.Fate.WITH_THE_ROW) {
                    continue;
                }
                String table = declared.getKey().substring(0, declared.getKey().lastIndexOf('.'));
                try (ResultSet row = statement.executeQuery("""
                        select count(*) from pg_attribute
                        where attrelid = '%s'::regclass and attname = 'user_id'""".formatted(table))) {
                    row.next();
                    boolean named = PersonColumns.OWNERS.containsKey(table);
                    assertThat(row.getInt(1) == 1 || named || table.equals("identity.users"))
                            .as("%s is a table of a person", table)
                            .isTrue();
                }
            }
        }
    }
}
