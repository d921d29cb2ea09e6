package dev.keystead.tenancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import dev.keystead.postgres.WireTap;
import dev.keystead.tenancy.Database.Work;
import java.io.IOException;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Counts round trips on the wire, from the first execution to well past the one at which the driver begins to prepare
/// statements on the server.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RoundTripTest {
    private static final int EXECUTIONS = 30;

    private final Fixture fixture = Fixture.create();
    private final WireTap tap = fixture.tap();
    private final HikariDataSource pool = fixture.pool("fixture_app", 1, tap::url);
    private final Scope scope = Scope.tenant(UuidV7.next());

    @AfterAll
    void close() throws IOException {
        pool.close();
        tap.close();
    }

    @ParameterizedTest
    @EnumSource
    void aScopedReadIsOne(ScopePrefix prefix) {
        var database = Database.of(pool, prefix);
        for (int i = 1; i <= EXECUTIONS; i++) {
            assertThat(cost(() -> database.list(Notes.LIST, Parameters.Binding.NONE)))
                    .as("execution %d", i)
                    .isEqualTo(new Cost(1, 1));
        }
    }

    @ParameterizedTest
    @EnumSource
    void questionsOfATransactionAreOne(ScopePrefix prefix) {
        everyWriteCosts(prefix, 2, transaction -> {
            var questions = new Questions();
            Answer<String> all = questions.add(Notes.LIST, Parameters.Binding.NONE);
            questions.add(Notes.LIST, Parameters.Binding.NONE);
            transaction.ask(questions);
            transaction.atCommit(Notes.INSERT, note());
            return all.list().size();
        });
    }

    @ParameterizedTest
    @EnumSource
    void aSingleWriteIsTwo(ScopePrefix prefix) {
        everyWriteCosts(prefix, 2, transaction -> transaction.update(Notes.INSERT, note()));
    }

    @ParameterizedTest
    @EnumSource
    void aWriteThatRecordsTwoThingsAtCommitIsStillTwo(ScopePrefix prefix) {
        everyWriteCosts(prefix, 2, transaction -> {
            int changed = transaction.update(Notes.INSERT, note());
            transaction.atCommit(Notes.INSERT, note());
            transaction.atCommit(Notes.INSERT, note());
            return changed;
        });
    }

    @ParameterizedTest
    @EnumSource
    void aWriteOfOnlyWhatIsLeftForTheCommitIsOne(ScopePrefix prefix) {
        everyWriteCosts(prefix, 1, transaction -> {
            transaction.atCommit(Notes.INSERT, note());
            transaction.atCommit(Notes.INSERT, note());
            return 1;
        });
    }

    @Test
    void aTransactionThatDoesNothingCostsNothing() {
        var database = Database.of(pool, ScopePrefix.SET_CONFIG);
        assertThat(cost(() -> database.write(_ -> Optional.empty()))).isEqualTo(new Cost(0, 0));
    }

    @Test
    void anUnboundScopeIsRefusedBeforeAnythingIsSent() {
        var database = Database.of(pool, ScopePrefix.SET_CONFIG);
        warm(database);
        WireTap.Counts before = tap.counts();
        assertThatExceptionOfType(NoScopeBound.class)
                .isThrownBy(() -> database.list(Notes.LIST, Parameters.Binding.NONE))
                .withMessageContaining("fixture.note.list needs a scope");
        assertThatExceptionOfType(NoScopeBound.class)
                .isThrownBy(() -> database.write(transaction -> transaction.update(Notes.INSERT, note())));
        assertThatExceptionOfType(NoScopeBound.class)
                .isThrownBy(() -> Scope.org(UuidV7.next())
                        .call(() -> database.write(transaction -> transaction.update(Notes.INSERT, note()))));
        assertThatExceptionOfType(NoScopeBound.class)
                .isThrownBy(() -> database.write(transaction -> {
                    transaction.atCommit(Notes.INSERT, note());
                    return 0;
                }));
        assertThat(tap.counts().since(before).messages()).isZero();
    }

    private void everyWriteCosts(ScopePrefix prefix, int roundTrips, Work<Integer> work) {
        var database = Database.of(pool, prefix);
        for (int i = 1; i <= EXECUTIONS; i++) {
            assertThat(cost(() -> database.write(work)).roundTrips())
                    .as("execution %d", i)
                    .isEqualTo(roundTrips);
        }
    }

    private record Cost(long roundTrips, long syncs) {}

    /// The connection is taken once beforehand, so that opening it is not counted.
    private Cost cost(ScopedValue.CallableOp<?, RuntimeException> work) {
        warm(Database.of(pool, ScopePrefix.SET_CONFIG));
        WireTap.Counts before = tap.counts();
        scope.call(work);
        WireTap.Counts spent = tap.counts().since(before);
        return new Cost(spent.roundTrips(), spent.syncs());
    }

    private static void warm(Database database) {
        database.list(
                Query.systemWide("fixture.word.list", "select word from fixture.word", row -> row.text("word")),
                Parameters.Binding.NONE);
    }

    private static Parameters.Binding note() {
        UUID id = UuidV7.next();
        return it -> it.uuid(id).text("note " + id);
    }
}
