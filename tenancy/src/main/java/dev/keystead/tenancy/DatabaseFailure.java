package dev.keystead.tenancy;

import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The database refused or did not answer. Callers do not catch this; one boundary turns it into an answer.
///
/// Told apart by SQLSTATE and statement, never by constraint names: a sharded PostgreSQL does not keep those.
public final class DatabaseFailure extends RuntimeException {
    private static final String UNIQUE_VIOLATION = "23505";

    /// Connection, rollback for the sake of another transaction, resources, operator, and a lock not had in time.
    private static final List<String> PASSING = List.of("08", "40", "53", "57", "55P03");

    private static final List<String> LOST_RACES = List.of("40001", "40P01");

    private final String sqlState;
    private final transient Sql.@Nullable Conflict conflict;

    DatabaseFailure(String what, SQLException cause) {
        this(what, Optional.empty(), cause);
    }

    DatabaseFailure(Sql sql, SQLException cause) {
        this(sql.id(), sql.conflict(), cause);
    }

    DatabaseFailure(String what, Optional<Sql.Conflict> conflict, SQLException cause) {
        super(what + ": " + cause.getMessage(), cause);
        this.sqlState = state(cause);
        this.conflict = UNIQUE_VIOLATION.equals(sqlState) ? conflict.orElse(null) : null;
    }

    private static String state(SQLException cause) {
        String state = cause.getSQLState();
        return state == null ? "" : state;
    }

    public String sqlState() {
        return sqlState;
    }

    /// The sentence of the statement whose unique rule was broken, if that is what happened.
    public Optional<String> conflict() {
        return Optional.ofNullable(conflict).map(Sql.Conflict::sentence);
    }

    /// The word for programs that goes with the sentence, where there is one.
    public Optional<String> conflictReason() {
        return Optional.ofNullable(conflict).flatMap(Sql.Conflict::reason);
    }

    /// Whether the transaction was undone for the sake of another one (a deadlock, a write that cannot be put in any
    /// order): nothing of it was kept, and it may be tried again.
    public boolean isLostRace() {
        return LOST_RACES.contains(sqlState);
    }

    /// Whether the same work may succeed later: no connection, a lost one, a timeout, or a lost race.
    ///
    /// A connection lost at the commit leaves open whether the work was kept: only work that may be done twice
    /// may be tried again without looking.
    public boolean mayPass() {
        return PASSING.stream().anyMatch(sqlState::startsWith)
                // A pool that has no connection left says so without an SQLSTATE.
                || getCause() instanceof SQLTransientException;
    }
}
