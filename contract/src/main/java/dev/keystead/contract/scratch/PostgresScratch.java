package dev.keystead.contract.scratch;

import dev.keystead.contract.Finding;
import dev.keystead.contract.Place;
import dev.keystead.contract.Settings;
import dev.keystead.contract.text.Placeholders;
import dev.keystead.contract.text.SqlStatement;
import dev.keystead.postgres.Progress;
import dev.keystead.tenancy.migration.Migration;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/// PostgreSQL as a scratch engine.
public final class PostgresScratch implements Scratch {
    /// The statement must run outside a transaction, or after one: such as `create index concurrently`.
    private static final Set<String> NOT_IN_A_TRANSACTION = Set.of("25001", "55P04");

    /// Refused only because a statement before it was.
    private static final String AFTER_A_REFUSAL = "25P02";

    private static final String CONNECTION_LOST = "08";

    /// More than a migration has reason to answer with, less than what would fill the memory.
    private static final int MAX_ROWS = 100_000;

    private final ScratchServer server;
    private final Connection connection;
    private final Placeholders placeholders;
    private final Set<String> roles = new HashSet<>();
    private Catalogue now = Catalogue.EMPTY;
    private boolean dataIsPlain = true;

    private PostgresScratch(ScratchServer server, Connection connection, Placeholders placeholders) {
        this.server = server;
        this.connection = connection;
        this.placeholders = placeholders;
    }

    static PostgresScratch open(Settings settings, Progress progress) {
        ScratchServer server = ScratchServer.open(settings.server(), progress);
        try {
            Connection connection = server.connect();
            var scratch = new PostgresScratch(server, connection, new Placeholders(settings.placeholders()));
            if (settings.prelude().isPresent()) {
                String sql = settings.prelude().get();
                scratch.makeRoles(sql);
                scratch.execute(scratch.placeholders.fill(sql));
            }
            scratch.now = new CatalogueReader(connection).read(Catalogue.EMPTY, new Touched(true, Set.of()));
            return scratch;
        } catch (SQLException e) {
            server.close();
            throw new ScratchUnavailable(
                    "What is to run before the first migration does not run (" + e.getMessage() + ").", e);
        }
    }

    @Override
    public Step apply(Migration migration, List<SqlStatement> statements) {
        try {
            makeRoles(migration.sql());
            List<Finding> refused = run(migration, statements);
            if (statements.stream().anyMatch(statement -> statement.begins("set"))) {
                execute("reset session authorization; reset all");
            }
            dataIsPlain &= !Touched.makesDangerousRoutine(statements);
            Catalogue before = now;
            now = new CatalogueReader(connection).read(before, Touched.by(statements, dataIsPlain));
            return new Step(migration, statements, before, now, refused);
        } catch (SQLException e) {
            throw new ScratchUnavailable(
                    "The scratch database was lost in " + migration.name().file() + " (" + e.getMessage() + ").", e);
        }
    }

    /// Grants name roles that the team's runner fills in; without a value of its own, each is made here.
    private void makeRoles(String sql) throws SQLException {
        for (Map.Entry<String, String> place : placeholders.in(sql).entrySet()) {
            if (!placeholders.values().containsKey(place.getKey()) && roles.add(place.getValue())) {
                server.makeRole(place.getValue());
            }
        }
    }

    /// All at once as a runner does it, which is fast; when that fails, one by one, to see which are refused.
    private List<Finding> run(Migration migration, List<SqlStatement> statements) throws SQLException {
        if (statements.stream().anyMatch(PostgresScratch::controlsTransactions)) {
            return oneByOne(migration, statements);
        }
        connection.setAutoCommit(false);
        try {
            execute(statements.stream().map(SqlStatement::sql).collect(Collectors.joining(";\n")));
            connection.commit();
            return List.of();
        } catch (SQLException e) {
            requireAlive(e);
            connection.rollback();
            return oneByOneInTransaction(migration, statements);
        } finally {
            connection.setAutoCommit(true);
        }
    }

    private static boolean controlsTransactions(SqlStatement statement) {
        return statement.begins("begin")
                || statement.begins("start")
                || statement.begins("commit")
                || statement.begins("end")
                || statement.begins("rollback");
    }

    private List<Finding> oneByOneInTransaction(Migration migration, List<SqlStatement> statements)
            throws SQLException {
        var refused = new ArrayList<Finding>();
        for (SqlStatement statement : statements) {
            Savepoint before = connection.setSavepoint();
            try {
                execute(statement.sql());
                connection.releaseSavepoint(before);
            } catch (SQLException e) {
                requireAlive(e);
                connection.rollback(before);
                if (NOT_IN_A_TRANSACTION.contains(String.valueOf(e.getSQLState()))) {
                    connection.commit();
                    connection.setAutoCommit(true);
                    refused.addAll(oneByOne(migration, List.of(statement)));
                    connection.setAutoCommit(false);
                } else {
                    refused.add(refusal(migration, statement, e));
                }
            }
        }
        connection.commit();
        return refused;
    }

    private List<Finding> oneByOne(Migration migration, List<SqlStatement> statements) throws SQLException {
        var refused = new ArrayList<Finding>();
        for (SqlStatement statement : statements) {
            try {
                execute(statement.sql());
            } catch (SQLException e) {
                requireAlive(e);
                if (!AFTER_A_REFUSAL.equals(e.getSQLState())) {
                    refused.add(refusal(migration, statement, e));
                }
            }
        }
        if (statements.stream().anyMatch(PostgresScratch::controlsTransactions)) {
            // Ends what the file may have left open; outside a transaction it does nothing.
            execute("commit");
        }
        return refused;
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.setMaxRows(MAX_ROWS);
            statement.execute(sql);
        }
    }

    private static void requireAlive(SQLException e) throws SQLException {
        if (String.valueOf(e.getSQLState()).startsWith(CONNECTION_LOST)) {
            throw e;
        }
    }

    private static Finding refusal(Migration migration, SqlStatement statement, SQLException e) {
        int line = statement.line();
        String words = String.valueOf(e.getMessage());
        if (e instanceof PSQLException psql) {
            ServerErrorMessage message = psql.getServerErrorMessage();
            if (message != null) {
                words = String.valueOf(message.getMessage());
                line += newlines(statement.sql(), message.getPosition() - 1);
            }
        }
        return APPLIES.at(
                new Place(migration.name().file(), line),
                migration.name().file(),
                "PostgreSQL refuses this statement: " + words);
    }

    private static int newlines(String sql, int before) {
        return (int)
                sql.chars().limit(Math.max(0, before)).filter(c -> c == '\n').count();
    }

    @Override
    public void close() {
        try (connection) {
            server.close();
        } catch (SQLException _) {
            // The server has gone, and the connection with it.
        }
    }
}
