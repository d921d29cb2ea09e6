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
    private static final String UNPREPARED = "26000";
    private static final Set<String> DEFINING_VERBS = Set.of("create", "alter", "drop", "comment", "grant", "revoke");

    /// The driver's own objection to a statement that was accepted and answered with rows.
    private static final String ROWS_CAME = "0100E";

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
            scratch.execute(CatalogueQuestion.preparation());
            scratch.now = scratch.read(CatalogueReader.of(Catalogue.EMPTY, Touched.EVERYTHING));
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
            dataIsPlain &= !Touched.makesDangerousRoutine(statements);
            Catalogue before = now;
            var reader = CatalogueReader.of(before, Touched.by(statements, dataIsPlain));
            if (statements.stream().allMatch(PostgresScratch::onlyDefines) && runAndRead(statements, reader)) {
                return new Step(migration, statements, before, now, List.of());
            }
            List<Finding> refused = run(migration, statements);
            if (statements.stream().anyMatch(statement -> statement.begins("set"))) {
                execute("reset session authorization; reset all");
            }
            now = read(reader);
            return new Step(migration, statements, before, now, refused);
        } catch (SQLException e) {
            throw new ScratchUnavailable(
                    "The scratch database was lost in " + migration.name().file() + " (" + e.getMessage() + ").", e);
        }
    }

    /// Whether a statement answers without rows and leaves the session as it is.
    private static boolean onlyDefines(SqlStatement statement) {
        return !statement.tokens().isEmpty()
                && DEFINING_VERBS.contains(statement.tokens().getFirst().name());
    }

    /// The usual case, in one message: the file and, in the same transaction, what has become of the catalogue.
    ///
    /// @return false when something in it was refused; nothing has changed then
    private boolean runAndRead(List<SqlStatement> statements, CatalogueReader reader) throws SQLException {
        var message = new ArrayList<String>();
        message.add("begin");
        statements.forEach(statement -> message.add(statement.sql()));
        message.addAll(reader.questions());
        message.add("commit");
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute(String.join(";\n", message));
            now = reader.answer(statement);
            return true;
        } catch (SQLException e) {
            requireAlive(e);
            execute("rollback");
            return false;
        }
    }

    private Catalogue read(CatalogueReader reader) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            String questions = String.join(";\n", reader.questions());
            try {
                statement.execute(questions);
            } catch (SQLException e) {
                if (!UNPREPARED.equals(e.getSQLState())) {
                    throw e;
                }
                // The migration has discarded what the session had prepared.
                execute(CatalogueQuestion.preparation());
                statement.execute(questions);
            }
            return reader.answer(statement);
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

    /// Rows are of no interest, and thrown away as they arrive: there may be more than fit into memory.
    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.executeUpdate(sql);
        } catch (SQLException e) {
            boolean accepted = ROWS_CAME.equals(e.getSQLState())
                    && e instanceof PSQLException psql
                    && psql.getServerErrorMessage() == null;
            if (!accepted) {
                throw e;
            }
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
