package dev.keystead.contract.scratch;

import dev.keystead.contract.Dialect;
import dev.keystead.contract.Finding;
import dev.keystead.contract.Place;
import dev.keystead.contract.Settings;
import dev.keystead.contract.text.Placeholders;
import dev.keystead.contract.text.SqlStatement;
import dev.keystead.contract.text.SqlText;
import dev.keystead.tenancy.migration.Migration;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteLimits;

/// SQLite, in memory, as a scratch engine.
public final class SqliteScratch implements Scratch {
    private static final Duration STATEMENT_LIMIT = Duration.ofSeconds(30);
    private static final long HEAP_LIMIT = 512L << 20;
    private static final int ASK_EVERY = 100_000;

    /// The driver puts SQLite's own words behind its code and a general sentence.
    private static final Pattern MESSAGE = Pattern.compile("(?s)\\[\\w+]\\s[^(]*\\((.*)\\)");

    private final Connection connection;
    private final AtomicLong deadline = new AtomicLong(Long.MAX_VALUE);
    private Catalogue now = Catalogue.EMPTY;

    private SqliteScratch(Connection connection) {
        this.connection = connection;
    }

    static SqliteScratch open(Settings settings) {
        try {
            var scratch = new SqliteScratch(new SQLiteConfig().createConnection("jdbc:sqlite::memory:"));
            scratch.holdBack();
            if (settings.prelude().isPresent()) {
                String sql = new Placeholders(settings.placeholders())
                        .fill(settings.prelude().get());
                for (SqlStatement statement : SqlText.statements(sql, Dialect.SQLITE)) {
                    scratch.execute(statement.sql());
                }
            }
            scratch.now = new SqliteReader(scratch.connection).read(Catalogue.EMPTY, Touched.EVERYTHING);
            return scratch;
        } catch (SQLException e) {
            throw new ScratchUnavailable("A scratch SQLite cannot be prepared (" + e.getMessage() + ").", e);
        }
    }

    /// No file besides the memory (`attach`, `vacuum into`), no endless statement, no endless memory.
    private void holdBack() throws SQLException {
        connection.unwrap(SQLiteConnection.class).setLimit(SQLiteLimits.SQLITE_LIMIT_ATTACHED, 0);
        execute("pragma hard_heap_limit = " + HEAP_LIMIT);
        ProgressHandler.setHandler(connection, ASK_EVERY, new ProgressHandler() {
            @Override
            protected int progress() {
                return System.nanoTime() - deadline.get() > 0 ? 1 : 0;
            }
        });
    }

    @Override
    public Step apply(Migration migration, List<SqlStatement> statements) {
        var refused = new ArrayList<Finding>();
        for (SqlStatement statement : statements) {
            try {
                deadline.set(System.nanoTime() + STATEMENT_LIMIT.toNanos());
                execute(statement.sql());
            } catch (SQLException e) {
                refused.add(APPLIES.at(
                        new Place(migration.name().file(), line(statement, e)),
                        migration.name().file(),
                        "SQLite refuses this statement: " + words(e)));
            }
        }
        try {
            deadline.set(System.nanoTime() + STATEMENT_LIMIT.toNanos());
            endTransaction();
            Catalogue before = now;
            now = new SqliteReader(connection).read(before, Touched.by(statements, true));
            return new Step(migration, statements, before, now, refused);
        } catch (SQLException e) {
            throw new ScratchUnavailable(
                    "The scratch database was lost in " + migration.name().file() + " (" + e.getMessage() + ").", e);
        }
    }

    /// What a file may have left open is kept, as its runner would.
    private void endTransaction() {
        try {
            execute("commit");
        } catch (SQLException _) {
            // There was none, which is the usual case.
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute(sql);
        }
    }

    private static String words(SQLException e) {
        Matcher matcher = MESSAGE.matcher(String.valueOf(e.getMessage()));
        return matcher.matches() ? matcher.group(1) : String.valueOf(e.getMessage());
    }

    /// SQLite names the word it stumbled over and not its place; the first such word is the best guess.
    private static int line(SqlStatement statement, SQLException e) {
        String words = words(e);
        Optional<String> near = words.startsWith("near \"")
                ? Optional.of(words.substring(6, Math.max(6, words.indexOf("\":"))))
                : Optional.empty();
        return near.flatMap(word -> statement.tokens().stream()
                        .filter(token -> token.text().equals(word))
                        .findFirst())
                .map(token -> token.line())
                .orElse(statement.line());
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new ScratchUnavailable("The scratch SQLite could not be closed (" + e.getMessage() + ").", e);
        }
    }
}
