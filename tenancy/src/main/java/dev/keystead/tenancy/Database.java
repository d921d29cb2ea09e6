package dev.keystead.tenancy;

import dev.keystead.tenancy.Parameters.Binding;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/// Runs statements inside the scope that is bound around the caller.
///
/// Reads are one round trip: the scope and the select travel as one message in autocommit. Writes are two: the scope
/// and the first statement, then whatever was left for the commit together with the commit itself.
public final class Database {
    private final DataSource pool;
    private final ScopePrefix prefix;
    private final boolean worker;

    private Database(DataSource pool, ScopePrefix prefix, boolean worker) {
        this.pool = pool;
        this.prefix = prefix;
        this.worker = worker;
    }

    /// The database as the application's role sees it: every row behind row-level security.
    public static Database of(DataSource pool, ScopePrefix prefix) {
        return new Database(pool, prefix, false);
    }

    /// The database as background work sees it: its role may cross tenants, so statements that do must say why.
    public static Database worker(DataSource pool, ScopePrefix prefix) {
        return new Database(pool, prefix, true);
    }

    /// The only row of the answer, if there is one.
    public <R> Optional<R> find(Query<R> query, Binding binding) {
        return only(query, list(query, binding));
    }

    /// All rows of the answer: one round trip.
    public <R> List<R> list(Query<R> query, Binding binding) {
        Message message =
                new Message(prefix, worker, new EnumMap<>(Axis.class)).add(query, Scope.findCurrent(), binding);
        try (Connection connection = connect();
                PreparedStatement statement = message.execute(connection)) {
            return rows(statement, query);
        } catch (SQLException e) {
            throw new DatabaseFailure(query, e);
        }
    }

    /// Does the work in one transaction under the bound scope. Returned means commit, thrown means rollback.
    public <T> T write(Work<T> work) {
        var afterwards = new ArrayList<Runnable>();
        try (Connection connection = connect()) {
            connection.setAutoCommit(false);
            var transaction = new Transaction(connection, prefix, Scope.findCurrent(), worker);
            T result;
            try {
                result = work.in(transaction);
                transaction.commit();
            } catch (Throwable thrown) {
                rollback(connection, thrown);
                throw thrown;
            }
            afterwards.addAll(transaction.afterwards());
            return result;
        } catch (SQLException e) {
            throw new DatabaseFailure("a transaction", e);
        } finally {
            // Without the connection: whoever forgets a value waits for those who are reading it, and they may be
            // waiting for a connection.
            afterwards.forEach(Runnable::run);
        }
    }

    /// Work inside a transaction.
    @FunctionalInterface
    public interface Work<T> {
        T in(Transaction transaction);
    }

    static <R> Optional<R> only(Query<R> query, List<R> rows) {
        if (rows.size() > 1) {
            throw new IllegalStateException(query.id() + " answered " + rows.size() + " rows where one may be");
        }
        return rows.stream().findFirst();
    }

    static <R> List<R> rows(PreparedStatement statement, Query<R> query) throws SQLException {
        var rows = new ArrayList<R>();
        try (ResultSet results = statement.getResultSet()) {
            var row = new Row(results);
            while (results.next()) {
                rows.add(query.map(row));
            }
        }
        return rows;
    }

    private Connection connect() {
        try {
            return pool.getConnection();
        } catch (SQLException e) {
            throw new DatabaseFailure("taking a connection", e);
        }
    }

    private static void rollback(Connection connection, Throwable thrown) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            thrown.addSuppressed(e);
        }
    }
}
