package dev.keystead.shape;

import dev.keystead.postgres.TestPostgres;
import dev.keystead.server.TestServer;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Sql;
import dev.keystead.tenancy.UuidV7;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Asks PostgreSQL what a statement is, instead of reading its text.
///
/// Everything happens in a transaction that is rolled back.
public final class StatementProbe {
    private static final JsonMapper JSON = new JsonMapper();

    private final TestPostgres.Database database;
    private final Optional<Connection> kept;

    public StatementProbe(TestServer server) {
        this.database = server.database();
        this.kept = Optional.empty();
    }

    /// Asks everything over one connection, which is the caller's to close: for many questions.
    StatementProbe(TestServer server, Connection kept) {
        this.database = server.database();
        this.kept = Optional.of(kept);
    }

    @FunctionalInterface
    private interface Question<T> {
        T ask(Statement session, Prepared prepared) throws SQLException;
    }

    /// The statement as PostgreSQL took it.
    private record Prepared(String text, String types, int parameters) {}

    /// The tables that the statement names, as `schema.table`.
    ///
    /// The body of an SQL function is parsed when the function is made, and PostgreSQL writes down every table
    /// that it depends on. It does so for all but its own catalogue, which the plan shows.
    public SortedSet<String> tables(Sql sql) {
        return prepared(sql, (session, prepared) -> {
            var tables = new TreeSet<String>();
            makeFunction(session, prepared);
            try (ResultSet rows = session.executeQuery("""
                    select distinct c.relnamespace::regnamespace || '.' || c.relname
                    from pg_depend d
                    join pg_class c on c.oid = d.refobjid
                    where d.classid = 'pg_proc'::regclass
                      and d.objid = 'pg_temp.probed'::regproc
                      and d.refclassid = 'pg_class'::regclass""")) {
                while (rows.next()) {
                    tables.add(rows.getString(1));
                }
            }
            for (JsonNode node : explain(session, prepared).findParents("Relation Name")) {
                tables.add(node.path("Schema").asString() + "."
                        + node.path("Relation Name").asString());
            }
            return tables;
        });
    }

    /// The functions that are not leakproof and that the statement's conditions give a column to.
    public SortedSet<String> leaky(Sql sql) {
        return prepared(sql, (session, prepared) -> {
            makeFunction(session, prepared);
            LeakyCalls calls;
            try (ResultSet row = session.executeQuery(
                    "select prosqlbody::text from pg_proc where oid = 'pg_temp.probed'::regproc")) {
                row.next();
                calls = LeakyCalls.in(row.getString(1));
            }
            var names = new TreeSet<String>();
            try (PreparedStatement statement = session.getConnection().prepareStatement("""
                    select distinct p.oid::regprocedure::text
                    from pg_proc p
                    left join pg_operator o on o.oprcode = p.oid
                    where (p.oid = any (?) or o.oid = any (?))
                      and not p.proleakproof""")) {
                statement.setArray(
                        1,
                        session.getConnection()
                                .createArrayOf("oid", calls.functions().toArray()));
                statement.setArray(
                        2,
                        session.getConnection()
                                .createArrayOf("oid", calls.operators().toArray()));
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        names.add(rows.getString(1));
                    }
                }
            }
            return names;
        });
    }

    private static void makeFunction(Statement session, Prepared prepared) throws SQLException {
        session.execute("create function pg_temp.probed(%s) returns void language sql begin atomic %s; end"
                .formatted(prepared.types(), prepared.text()));
    }

    /// The generic plan as a role gets it, which needs every right that running the statement needs.
    public JsonNode planAs(String role, Sql sql) {
        return prepared(sql, (session, prepared) -> {
            session.execute("set local role " + session.enquoteIdentifier(role, true));
            return explain(session, prepared);
        });
    }

    /// The generic plan as somebody gets it whom row-level security does not bind: what is left is what the statement
    /// itself asks for.
    public JsonNode planWithoutWall(Sql sql) {
        return prepared(sql, StatementProbe::explain);
    }

    private <T> T prepared(Sql sql, Question<T> question) {
        try {
            if (kept.isPresent()) {
                return prepared(kept.get(), sql, question);
            }
            try (Connection connection = database.connect()) {
                return prepared(connection, sql, question);
            }
        } catch (SQLException e) {
            throw new AssertionError(sql.id() + ": PostgreSQL refuses it: " + e.getMessage(), e);
        }
    }

    private static <T> T prepared(Connection connection, Sql sql, Question<T> question) throws SQLException {
        try (Statement session = connection.createStatement()) {
            connection.setAutoCommit(false);
            try {
                String text = connection.nativeSQL(sql.text());
                session.execute("prepare probed as " + text);
                return question.ask(session, described(session, text));
            } finally {
                connection.rollback();
                // A prepared statement outlives its transaction.
                session.execute("deallocate all");
                connection.commit();
            }
        }
    }

    private static Prepared described(Statement session, String text) throws SQLException {
        try (ResultSet row = session.executeQuery("""
                select array_to_string(parameter_types, ', '), cardinality(parameter_types)
                from pg_prepared_statements
                where name = 'probed'""")) {
            row.next();
            return new Prepared(text, row.getString(1), row.getInt(2));
        }
    }

    private static JsonNode explain(Statement session, Prepared prepared) throws SQLException {
        // Policies may evaluate the bound ids while the plan is made.
        for (Axis axis : Axis.values()) {
            session.execute("select set_config('%s', '%s', true)".formatted(axis.setting(), UuidV7.next()));
        }
        session.execute("set local plan_cache_mode = force_generic_plan");
        // No part of a table holds the nulls below, and a part that is left out cannot be looked at.
        session.execute("set local enable_partition_pruning = off");
        int count = prepared.parameters();
        String values = count == 0 ? "" : "(" + String.join(", ", Collections.nCopies(count, "null")) + ")";
        try (ResultSet row =
                session.executeQuery("explain (verbose, costs off, format json) execute probed" + values)) {
            row.next();
            return JSON.readTree(row.getString(1));
        }
    }
}
