package dev.keystead.tenancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import dev.keystead.postgres.WireTap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Returned means commit, thrown means rollback, and a transaction may span scopes.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class TransactionTest {
    private final Fixture fixture = Fixture.create();
    private final HikariDataSource pool = fixture.appPool(2);
    private final Database database = Database.of(pool, ScopePrefix.SET_CONFIG);
    private Scope scope = Scope.tenant(UuidV7.next());

    @BeforeEach
    void aTenantOfItsOwn() {
        scope = Scope.tenant(UuidV7.next());
    }

    @AfterAll
    void close() {
        pool.close();
    }

    @Test
    void whatReturnsIsKept() {
        assertThat(scope.<Integer, RuntimeException>call(() -> database.write(it -> {
                    it.atCommit(Notes.INSERT, note("second"));
                    return it.update(Notes.INSERT, note("first"));
                })))
                .isEqualTo(1);
        assertThat(titles()).containsExactly("first", "second");
    }

    @Test
    void whatIsLeftForAfterwardsSeesWhatWasKeptAndIsDroppedWithWhatWasNot() {
        var seen = new ArrayList<List<String>>();
        scope.call(() -> database.write(it -> {
            it.afterCommit(() -> seen.add(titles()));
            return it.update(Notes.INSERT, note("kept"));
        }));
        assertThat(seen).containsExactly(List.of("kept"));
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> scope.call(() -> database.write(it -> {
                    it.afterCommit(() -> seen.add(titles()));
                    throw new IllegalStateException("no");
                })));
        assertThat(seen).hasSize(1);
    }

    @Test
    void whatIsLeftForAfterwardsKeepsNoConnection() {
        var held = new ArrayList<Integer>();
        scope.call(() -> database.write(it -> {
            it.afterCommit(() -> held.add(pool.getHikariPoolMXBean().getActiveConnections()));
            return it.update(Notes.INSERT, note("kept"));
        }));
        assertThat(held).containsExactly(0);
    }

    @Test
    void whatThrowsIsUndoneAndTheThrowableComesOutUnchanged() {
        for (Throwable thrown :
                List.of(new IllegalStateException("no"), new StackOverflowError(), new AssertionError())) {
            assertThatExceptionOfType(Throwable.class)
                    .isThrownBy(() -> scope.call(() -> database.write(it -> {
                        it.update(Notes.INSERT, note("undone"));
                        it.atCommit(Notes.INSERT, note("undone too"));
                        return sneak(thrown);
                    })))
                    .isSameAs(thrown);
        }
        assertThat(titles()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aFailureAtTheCommitUndoesEverything(ScopePrefix prefix) {
        var written = Database.of(pool, prefix);
        // Often enough that the driver prepares the statements on the server.
        for (int i = 0; i < 10; i++) {
            assertThatExceptionOfType(DatabaseFailure.class)
                    .isThrownBy(() -> scope.call(() -> written.write(it -> {
                        it.update(Notes.INSERT, note("first"));
                        it.atCommit(Notes.INSERT, note("second"));
                        it.atCommit(Notes.INSERT, note("first"));
                        return 0;
                    })))
                    .satisfies(failure -> assertThat(failure.sqlState()).isEqualTo("23505"))
                    .satisfies(
                            failure -> assertThat(failure.conflict()).contains("there is a note of this title already"))
                    .withMessageStartingWith("committing fixture.note.insert, fixture.note.insert");
        }
        assertThat(titles()).isEmpty();
    }

    @Test
    void aFailureThatIsSwallowedStillUndoesEverything() {
        assertThatExceptionOfType(DatabaseFailure.class)
                .isThrownBy(() -> scope.call(() -> database.write(it -> {
                    it.update(Notes.INSERT, note("kept?"));
                    assertThatExceptionOfType(DatabaseFailure.class)
                            .isThrownBy(() -> it.update(Notes.INSERT, note("kept?")));
                    return 0;
                })));
        assertThat(titles()).isEmpty();
    }

    @Test
    void aBrokenUniqueRuleHasTheStatementsSentence() {
        scope.call(() -> database.write(it -> it.update(Notes.INSERT, note("same"))));
        assertThatExceptionOfType(DatabaseFailure.class)
                .isThrownBy(() -> scope.call(() -> database.write(it -> it.update(Notes.INSERT, note("same")))))
                .satisfies(failure -> assertThat(failure.conflict()).contains("there is a note of this title already"))
                .satisfies(failure -> assertThat(failure.mayPass()).isFalse());
        assertThatExceptionOfType(DatabaseFailure.class)
                .isThrownBy(() -> scope.call(() -> database.write(
                        it -> it.update(Notes.INSERT, p -> p.uuid(null).text("null id")))))
                .satisfies(failure -> assertThat(failure.sqlState()).isEqualTo("23502"))
                .satisfies(failure -> assertThat(failure.conflict()).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aConnectionLostAtTheCommitMayPass(boolean deferred) throws IOException {
        try (WireTap tap = fixture.tap();
                HikariDataSource tapped = fixture.pool("fixture_app", 1, tap::url)) {
            var lost = Database.of(tapped, ScopePrefix.SET_CONFIG);
            assertThatExceptionOfType(DatabaseFailure.class)
                    .isThrownBy(() -> scope.call(() -> lost.write(it -> {
                        it.update(Notes.INSERT, note("lost"));
                        if (deferred) {
                            it.atCommit(Notes.INSERT, note("lost too"));
                        }
                        tap.cut();
                        return 0;
                    })))
                    .satisfies(failure -> assertThat(failure.sqlState()).startsWith("08"))
                    .satisfies(failure -> assertThat(failure.mayPass()).isTrue());
        }
        assertThat(titles()).isEmpty();
    }

    @Test
    void onlyTheWorkerCrossesTenants() {
        insertFor(Scope.tenant(UuidV7.next()), Scope.tenant(UuidV7.next()));
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> scope.call(() -> database.find(Notes.COUNT_ALL, Parameters.Binding.NONE)))
                .withMessageContaining(
                        "fixture.note.count-all crosses tenants (a test counts the notes of all tenants)");
        try (HikariDataSource pool = fixture.workerPool(1)) {
            var worker = Database.worker(pool, ScopePrefix.SET_CONFIG);
            assertThat(worker.find(Notes.COUNT_ALL, Parameters.Binding.NONE))
                    .contains(fixture.count("select count(*) from fixture.tenant_note"));
            assertThat(scope.call(() -> worker.list(Notes.LIST, Parameters.Binding.NONE)))
                    .as("a scoped statement is scoped by its own text on the worker too")
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aTransactionGoesToAnotherScopeAndBack(ScopePrefix prefix) {
        var spanning = Database.of(pool, prefix);
        Scope other = Scope.tenant(UuidV7.next());
        scope.call(() -> spanning.write(it -> {
            Transaction there = it.with(other);
            it.update(Notes.INSERT, note("here"));
            there.update(Notes.INSERT, note("there"));
            assertThat(it.list(Notes.LIST, Parameters.Binding.NONE)).containsExactly("here");
            assertThat(there.list(Notes.LIST, Parameters.Binding.NONE)).containsExactly("there");
            it.atCommit(Notes.INSERT, note("here at commit"));
            there.atCommit(Notes.INSERT, note("there at commit"));
            it.atCommit(Notes.INSERT, note("here again"));
            assertThat(there.scope()).isEqualTo(other);
            assertThat(it.scope()).isEqualTo(scope);
            return 0;
        }));
        assertThat(titles()).containsExactly("here", "here again", "here at commit");
        assertThat(other.call(() -> spanning.list(Notes.LIST, Parameters.Binding.NONE)))
                .containsExactly("there", "there at commit");
    }

    @Test
    void aStatementThatWasNeverSentDoesNotCountAsScoped() {
        Scope other = Scope.tenant(UuidV7.next());
        insertFor(other);
        scope.call(() -> database.write(it -> {
            it.update(Notes.INSERT, note("mine"));
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> it.with(other).list(Notes.LIST, _ -> {
                        throw new IllegalArgumentException("a value could not be made");
                    }));
            assertThat(it.with(other).list(Notes.LIST, Parameters.Binding.NONE)).hasSize(1);
            assertThat(it.list(Notes.LIST, Parameters.Binding.NONE)).containsExactly("mine");
            return 0;
        }));
    }

    @Test
    void twoRowsWhereOneMayBeIsABug() {
        scope.call(() -> database.write(it -> it.update(Notes.INSERT, note("a")) + it.update(Notes.INSERT, note("b"))));
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> scope.call(() -> database.find(Notes.LIST, Parameters.Binding.NONE)))
                .withMessage("fixture.note.list answered 2 rows where one may be");
    }

    @Test
    void aKeptTransactionIsOfNoUse() {
        Transaction kept = scope.call(() -> database.write(it -> it));
        assertThatExceptionOfType(DatabaseFailure.class)
                .isThrownBy(() -> kept.list(Notes.LIST, Parameters.Binding.NONE));
    }

    @Test
    void aTransactionWithoutAScopeReachesSharedTablesOnly() {
        Command insert = Command.systemWide("fixture.word.insert", "insert into fixture.word (word) values (?)");
        Query<String> find = Query.systemWide(
                "fixture.word.find", "select word from fixture.word where word = ?", row -> row.text("word"));
        database.write(it -> it.update(insert, p -> p.text("shared")));
        assertThat(database.find(find, p -> p.text("shared"))).contains("shared");
        assertThat(database.find(find, p -> p.text("other"))).isEmpty();
        assertThatExceptionOfType(NoScopeBound.class).isThrownBy(() -> database.write(Transaction::scope));
    }

    private List<String> titles() {
        return scope.call(() -> database.list(Notes.LIST, Parameters.Binding.NONE));
    }

    private void insertFor(Scope... scopes) {
        for (Scope one : scopes) {
            one.call(() -> database.write(it -> it.update(Notes.INSERT, note("of another"))));
        }
    }

    private static Parameters.Binding note(String title) {
        UUID id = UuidV7.next();
        return it -> it.uuid(id).text(title);
    }

    /// Throws what it is given: the work of a transaction declares no checked exception, so none is given.
    private static Optional<String> sneak(Throwable thrown) {
        switch (thrown) {
            case RuntimeException exception -> throw exception;
            case Error error -> throw error;
            default -> throw new IllegalArgumentException(thrown);
        }
    }
}
