package dev.keystead.tenancy.testkit;

import dev.keystead.tenancy.Axis;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.postgresql.util.PSQLException;

/// Runs into the wall of a table as the application's role, and looks whether it held. Everything is rolled back.
final class WallProbe {
    /// Ids for axes on which the subject names no party: nobody has rows under them.
    static final UUID STRANGER = UUID.fromString("0190a000-0000-7000-8000-00000000000a");

    static final UUID OTHER_STRANGER = UUID.fromString("0190a000-0000-7000-8000-00000000000b");

    /// Errors about the values of a row: the wall had let it pass by then, for PostgreSQL asks the policies first.
    private static final String INTEGRITY = "23";

    /// What PostgreSQL answers for a policy, and for a right that was not granted.
    private static final String REFUSED = "42501";

    private final TestedDatabase database;

    WallProbe(TestedDatabase database) {
        this.database = database;
    }

    /// @param bound the id that is bound on the axis, if any
    /// @param inserted the id of the row that is inserted; nothing when the attempt inserts none
    record Attempt(String what, String sql, Optional<UUID> bound, Optional<UUID> inserted) {}

    static List<Attempt> attempts(GuardedTable table, Axis axis, UUID ours, UUID theirs) {
        String name = table.name();
        String column = axis.column();
        String theirRows = " where " + column + "::text = '" + theirs + "'";
        // The column is set to itself, so that a row which is reached shows, whatever its other values are.
        String written = table.written(axis);
        String touch = "update " + name + " set " + written + " = " + written;
        String columns = String.join(", ", table.insertable());
        String insert = "insert into " + name + " (" + columns + ") select " + columns
                + " from jsonb_populate_record(null::" + name + ", ?::jsonb)";
        String word = axis.word();
        Optional<UUID> none = Optional.empty();
        Optional<UUID> bound = Optional.of(ours);
        return List.of(
                new Attempt("read rows with no " + word + " bound", "select 1 from " + name, none, none),
                new Attempt("update rows with no " + word + " bound", touch, none, none),
                new Attempt("delete rows with no " + word + " bound", "delete from " + name, none, none),
                new Attempt("insert a row with no " + word + " bound", insert, none, Optional.of(theirs)),
                new Attempt("read another " + word + "'s rows", "select 1 from " + name + theirRows, bound, none),
                new Attempt("update another " + word + "'s rows", touch + theirRows, bound, none),
                new Attempt("delete another " + word + "'s rows", "delete from " + name + theirRows, bound, none),
                new Attempt("insert a row for another " + word, insert, bound, Optional.of(theirs)),
                new Attempt(
                        "move its rows to another " + word,
                        "update " + name + " set " + written + " = '" + theirs + "'",
                        bound,
                        none));
    }

    /// How the wall gave way, or nothing when it held: by an error of its own, or by not reaching a row.
    Optional<String> breach(GuardedTable table, Axis axis, Attempt attempt) {
        String row = attempt.inserted().map(id -> sample(table, axis, id)).orElse("{}");
        try (Connection connection = database.app().getConnection()) {
            connection.setAutoCommit(false);
            try {
                if (attempt.bound().isPresent()) {
                    bind(connection, axis, attempt.bound().get());
                }
                int reached = execute(connection, attempt.sql(), row);
                return reached == 0 ? Optional.empty() : Optional.of("rows were reached");
            } catch (SQLException e) {
                if (isAboutTheAttempt(e)) {
                    throw e;
                }
                return isAboutValues(e)
                        ? Optional.of("the policy let it pass, only then came " + e.getMessage())
                        : Optional.empty();
            } finally {
                connection.rollback();
            }
        } catch (SQLException e) {
            throw new IllegalStateException("The wall of " + table.name() + " cannot be tried: " + e.getMessage(), e);
        }
    }

    /// How a table keeps the rows of a party from that party itself, or nothing when it shows them.
    Optional<String> hiding(GuardedTable table, Map<Axis, UUID> bound) {
        String own = bound.keySet().stream()
                .map(axis -> axis.column() + "::text = '" + bound.get(axis) + "'")
                .collect(Collectors.joining(" and "));
        String sql = "select 1 from " + table.name() + " where " + own;
        if (!table.appReads()) {
            return Optional.empty();
        }
        try (Connection superuser = database.superuser().getConnection();
                Connection app = database.app().getConnection()) {
            boolean there = execute(superuser, sql, "") > 0;
            app.setAutoCommit(false);
            try {
                for (Map.Entry<Axis, UUID> one : bound.entrySet()) {
                    bind(app, one.getKey(), one.getValue());
                }
                return !there || execute(app, sql, "") > 0 ? Optional.empty() : Optional.of("none of them is seen");
            } catch (SQLException e) {
                return Optional.of(String.valueOf(e.getMessage()));
            } finally {
                app.rollback();
            }
        } catch (SQLException e) {
            throw new IllegalStateException("The rows of " + table.name() + " cannot be read: " + e.getMessage(), e);
        }
    }

    /// An unknown name or a wrong type: such a statement never came to the wall, so it says nothing about it.
    private static boolean isAboutTheAttempt(SQLException e) {
        return String.valueOf(e.getSQLState()).startsWith("42") && !REFUSED.equals(e.getSQLState());
    }

    /// A partitioned table without a row to learn from cannot be tried by an insert: the search for the partition comes
    /// before the policies. Their conditions are still looked at.
    private static boolean isAboutValues(SQLException e) {
        boolean unplaced = e instanceof PSQLException refused
                && refused.getServerErrorMessage() != null
                && "ExecFindPartition".equals(refused.getServerErrorMessage().getRoutine());
        return String.valueOf(e.getSQLState()).startsWith(INTEGRITY) && !unplaced;
    }

    private static void bind(Connection connection, Axis axis, UUID id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("select set_config(?, ?, true)")) {
            statement.setString(1, axis.setting());
            statement.setString(2, id.toString());
            statement.execute();
        }
    }

    private static int execute(Connection connection, String sql, String row) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            if (sql.endsWith("?::jsonb)")) {
                statement.setString(1, row);
            }
            if (statement.execute()) {
                try (ResultSet rows = statement.getResultSet()) {
                    return rows.next() ? 1 : 0;
                }
            }
            return statement.getUpdateCount();
        }
    }

    /// A row like one that is there (partitions want real values), belonging to the given id alone.
    private String sample(GuardedTable table, Axis axis, UUID id) {
        String others = "";
        for (Axis other : table.columns()) {
            if (other != axis && table.guardedAxes().contains(other)) {
                others += " - '" + table.written(other) + "'";
            }
        }
        String sql = "select (coalesce((select to_jsonb(t) from " + table.name() + " t limit 1), '{}')" + others
                + " || jsonb_build_object('" + table.written(axis) + "', ?))::text";
        try (Connection connection = database.superuser().getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, id.toString());
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getString(1);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("A row of " + table.name() + " cannot be read: " + e.getMessage(), e);
        }
    }
}
