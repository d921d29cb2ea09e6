package dev.keystead.tenancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// A pooled connection never carries a scope from one caller to the next.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PooledScopeTest {
    private static final Query<String> SLEEP = Query.tenant(
            "fixture.note.sleep",
            "select pg_sleep(60)::text as slept from fixture.tenant_note where tenant_id = ?",
            row -> row.text("slept"));
    private static final Query<String> BROKEN = Query.tenant(
            "fixture.note.broken",
            "select (1 / (length(title) - length(title)))::text as title from fixture.tenant_note where tenant_id = ?",
            row -> row.text("title"));

    private final Fixture fixture = Fixture.create();
    private final UUID tenant = UuidV7.next();
    private final Scope scope = Scope.tenant(tenant);

    @Test
    void theScopeIsGoneWhenTheConnectionIsBack() throws SQLException {
        try (HikariDataSource pool = fixture.appPool(1)) {
            var database = Database.of(pool, ScopePrefix.SET_CONFIG);
            insert(database, "returned");
            assertNothingIsBound(pool);
            assertThat(scope.call(() -> database.list(Notes.LIST, Parameters.Binding.NONE)))
                    .isNotEmpty();
            assertNothingIsBound(pool);
        }
    }

    @Test
    void theScopeIsGoneAfterAnError() throws SQLException {
        try (HikariDataSource pool = fixture.appPool(1)) {
            var database = Database.of(pool, ScopePrefix.SET_CONFIG);
            insert(database, "error");
            assertThatExceptionOfType(DatabaseFailure.class)
                    .isThrownBy(() -> scope.call(() -> database.list(BROKEN, Parameters.Binding.NONE)))
                    .satisfies(failure -> assertThat(failure.sqlState()).isEqualTo("22012"))
                    .satisfies(failure -> assertThat(failure.mayPass()).isFalse())
                    .withMessageContaining("fixture.note.broken");
            assertNothingIsBound(pool);
            assertThatExceptionOfType(DatabaseFailure.class)
                    .isThrownBy(() -> scope.call(() -> database.write(it -> it.list(BROKEN, Parameters.Binding.NONE))));
            assertNothingIsBound(pool);
        }
    }

    @Test
    void theScopeIsGoneAfterATimeout() throws SQLException {
        try (HikariDataSource pool =
                fixture.pool("fixture_app", 1, url -> Fixture.with(url, "options=-c%20statement_timeout=100"))) {
            var database = Database.of(pool, ScopePrefix.SET_CONFIG);
            insert(database, "timeout");
            assertThatExceptionOfType(DatabaseFailure.class)
                    .isThrownBy(() -> scope.call(() -> database.list(SLEEP, Parameters.Binding.NONE)))
                    .satisfies(failure -> assertThat(failure.sqlState()).isEqualTo("57014"))
                    .satisfies(failure -> assertThat(failure.mayPass()).isTrue());
            assertNothingIsBound(pool);
        }
    }

    @Test
    void theScopeIsGoneAfterACancel() throws Exception {
        try (HikariDataSource pool = fixture.appPool(1);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var database = Database.of(pool, ScopePrefix.SET_CONFIG);
            insert(database, "cancel");
            Future<?> sleeper = threads.submit(() -> scope.call(() -> database.list(SLEEP, Parameters.Binding.NONE)));
            // The superuser cancels as soon as the sleeper is seen, and rests on the server between two looks.
            long cancelled = 0;
            while (cancelled == 0) {
                cancelled = fixture.count("""
                        select count(*) filter (where pg_cancel_backend(pid))
                        from pg_sleep(0.02), pg_stat_activity
                        where datname = current_database() and query like '%fixture.note.sleep%'
                          and wait_event = 'PgSleep' and pid <> pg_backend_pid()
                        """);
            }
            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(sleeper::get)
                    .withCauseInstanceOf(DatabaseFailure.class);
            assertNothingIsBound(pool);
        }
    }

    @Test
    void aPoolWithNothingLeftMayPass() throws SQLException {
        var impatient = new HikariConfig();
        try (HikariDataSource patient = fixture.appPool(1)) {
            patient.copyStateTo(impatient);
        }
        impatient.setConnectionTimeout(250);
        try (var pool = new HikariDataSource(impatient);
                Connection taken = pool.getConnection()) {
            assertThat(taken.isClosed()).isFalse();
            var database = Database.of(pool, ScopePrefix.SET_CONFIG);
            assertThatExceptionOfType(DatabaseFailure.class)
                    .isThrownBy(() -> scope.call(() -> database.list(Notes.LIST, Parameters.Binding.NONE)))
                    .satisfies(failure -> assertThat(failure.mayPass()).isTrue());
        }
    }

    @Test
    void anInnerScopeHoldsForItsCallOnly() {
        try (HikariDataSource pool = fixture.appPool(1)) {
            var database = Database.of(pool, ScopePrefix.SET_CONFIG);
            Scope other = Scope.tenant(UuidV7.next());
            other.call(() -> database.write(it -> it.update(Notes.INSERT, note("inner"))));
            scope.call(() -> database.write(it -> it.update(Notes.INSERT, note("outer"))));
            scope.call(() -> {
                assertThat(database.list(Notes.LIST, Parameters.Binding.NONE))
                        .contains("outer")
                        .doesNotContain("inner");
                assertThat(other.<List<String>, RuntimeException>call(
                                () -> database.list(Notes.LIST, Parameters.Binding.NONE)))
                        .containsExactly("inner");
                assertThat(database.list(Notes.LIST, Parameters.Binding.NONE))
                        .contains("outer")
                        .doesNotContain("inner");
                return null;
            });
        }
    }

    @Test
    void aScopeIsNotInheritedByAnExecutor() {
        try (HikariDataSource pool = fixture.appPool(1);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var database = Database.of(pool, ScopePrefix.SET_CONFIG);
            Future<List<String>> handedOver =
                    scope.call(() -> threads.submit(() -> database.list(Notes.LIST, Parameters.Binding.NONE)));
            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(handedOver::get)
                    .withCauseInstanceOf(NoScopeBound.class);
        }
    }

    @Test
    void manyTenantsOnFewConnectionsNeverMix() throws Exception {
        int tenants = 12;
        int rounds = 250;
        try (HikariDataSource pool = fixture.appPool(4);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var plain = Database.of(pool, ScopePrefix.SET_CONFIG);
            var called = Database.of(pool, ScopePrefix.CALL);
            var running = new ArrayList<Future<?>>();
            for (int i = 0; i < tenants; i++) {
                String name = "tenant-%02d ".formatted(i);
                Scope own = Scope.tenant(UuidV7.next());
                running.add(threads.submit(() -> own.call(() -> work(name, rounds, plain, called))));
            }
            for (Future<?> one : running) {
                assertThat(one.get()).isEqualTo(rounds / 5);
            }
        }
    }

    /// Reads and writes in turn; every title that is seen must begin with the tenant's own name.
    private static int work(String name, int rounds, Database plain, Database called) {
        int written = 0;
        for (int round = 0; round < rounds; round++) {
            Database database = round % 3 == 0 ? called : plain;
            if (round % 5 == 0) {
                String title = name + round;
                written += database.write(it -> {
                    it.atCommit(Notes.RETITLE, p -> p.text("never").uuid(UuidV7.next()));
                    return it.update(Notes.INSERT, note(title));
                });
            }
            assertThat(database.list(Notes.LIST, Parameters.Binding.NONE))
                    .hasSize(written)
                    .allMatch(title -> title.startsWith(name));
        }
        return written;
    }

    private void insert(Database database, String title) {
        scope.call(() -> database.write(it -> it.update(Notes.INSERT, note(title))));
    }

    private static Parameters.Binding note(String title) {
        UUID id = UuidV7.next();
        return it -> it.uuid(id).text(title);
    }

    private static void assertNothingIsBound(HikariDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            for (Axis axis : Axis.values()) {
                try (var rows = statement.executeQuery(
                        "select coalesce(current_setting('" + axis.setting() + "', true), '')")) {
                    rows.next();
                    assertThat(rows.getString(1)).as(axis.setting()).isEmpty();
                }
            }
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> statement.execute("select * from fixture.tenant_note"))
                    .satisfies(e -> assertThat(e.getSQLState()).isEqualTo(Fixture.NOT_BOUND));
        }
    }
}
