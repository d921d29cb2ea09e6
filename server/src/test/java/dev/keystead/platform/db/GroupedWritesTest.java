package dev.keystead.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.keystead.login.AtOnce;
import dev.keystead.postgres.TestPostgres;
import dev.keystead.server.Look;
import dev.keystead.server.Until;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.DatabaseFailure;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopePrefix;
import dev.keystead.tenancy.Transaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

class GroupedWritesTest {
    private static final Command INSERT =
            Command.tenant("test.thing.insert", "insert into things (name, tenant_id) values (?, ?)");
    private static final Command LOSE_CONNECTION = Command.tenant(
            "test.thing.lose", "select pg_terminate_backend(pg_backend_pid()) where cast(? as uuid) is not null");
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final TestPostgres.Database place = TestPostgres.shared().createDatabase();
    private final Look look = new Look(place);
    private final Scope scope = Scope.tenant(UUID.randomUUID());
    private final List<List<String>> transactions = new CopyOnWriteArrayList<>();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch mayGoOn = new CountDownLatch(1);
    private final GroupedWrites<String, String> writes = new GroupedWrites<>(database(), 10, this::write);

    GroupedWritesTest() {
        look.execute("create table things (tenant_id uuid not null, name text not null check (length(name) < 20))");
    }

    private Database database() {
        var source = new PGSimpleDataSource();
        source.setUrl(place.jdbcUrl());
        source.setUser(place.user());
        source.setPassword(place.password());
        return Database.of(source, ScopePrefix.SET_CONFIG);
    }

    /// What the things are called decides what happens.
    private List<String> write(Transaction transaction, List<String> names) {
        transactions.add(names);
        if (names.contains("slow")) {
            begun.countDown();
            await(mayGoOn);
        }
        if (names.contains("error")) {
            throw new AssertionError("as if memory had run out");
        }
        names.forEach(name -> transaction.atCommit(INSERT, p -> p.text(name)));
        if (names.contains("lost")) {
            transaction.update(LOSE_CONNECTION, p -> {});
        }
        return names;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Writes the things while another write is under way, and answers what became of each.
    private List<CompletableFuture<Boolean>> during(String first, List<String> names) {
        List<CompletableFuture<Boolean>> outcomes = new ArrayList<>();
        outcomes.add(begin(first));
        await(begun);
        for (String name : names) {
            var outcome = new CompletableFuture<Boolean>();
            Thread thread = Thread.ofVirtual().start(() -> conclude(outcome, name));
            Until.holds(name + " waits", LIMIT, () -> thread.getState() == Thread.State.WAITING);
            outcomes.add(outcome);
        }
        mayGoOn.countDown();
        return outcomes;
    }

    private CompletableFuture<Boolean> begin(String name) {
        var outcome = new CompletableFuture<Boolean>();
        Thread.ofVirtual().start(() -> conclude(outcome, name));
        return outcome;
    }

    private void conclude(CompletableFuture<Boolean> outcome, String name) {
        try {
            outcome.complete(writes.write(scope, name).equals(name));
        } catch (RuntimeException | AssertionError e) {
            outcome.completeExceptionally(e);
        }
    }

    private long rows(String name) {
        return look.count("select count(*) from things where name = '" + name + "'");
    }

    @Test
    void whoComesAloneIsWrittenAtOnceAndForGood() {
        writes.write(scope, "alone");
        assertThat(rows("alone")).isEqualTo(1);
        writes.write(scope, "again");
        assertThat(transactions).containsExactly(List.of("alone"), List.of("again"));
    }

    @Test
    void thoseWhoComeDuringAWriteAreWrittenTogetherInTheirOrder() {
        List<CompletableFuture<Boolean>> outcomes = during("slow", List.of("one", "two", "three"));
        outcomes.forEach(outcome -> assertThat(outcome.join()).isTrue());
        assertThat(transactions).containsExactly(List.of("slow"), List.of("one", "two", "three"));
        assertThat(look.count("select count(*) from things")).isEqualTo(4);
    }

    /// What somebody does meanwhile goes wrong just when it is their turn to write for those who came after them.
    @Test
    void whoFailsWhileTheyWaitStillWritesForTheOthers() {
        CompletableFuture<Boolean> slow = begin("slow");
        await(begun);
        var waits = new CountDownLatch(1);
        var failed = new CompletableFuture<Throwable>();
        Thread.ofVirtual()
                .start(() -> failed.complete(catchThrowable(() -> writes.write(scope, "failing", () -> {
                    waits.countDown();
                    throw new IllegalStateException("as if no key could be had");
                }))));
        await(waits);
        CompletableFuture<Boolean> other = begin("other");
        mayGoOn.countDown();
        assertThat(slow.join()).isTrue();
        assertThat(other.join()).isTrue();
        assertThat(failed.join()).hasMessage("as if no key could be had");
        assertThat(rows("failing")).isEqualTo(1);
    }

    @Test
    void whatIsDoneMeanwhileIsDoneBeforeTheWriteIsOver() {
        CompletableFuture<Boolean> slow = begin("slow");
        await(begun);
        var done = new CountDownLatch(1);
        Thread waiting = Thread.ofVirtual().start(() -> writes.write(scope, "waiting", done::countDown));
        await(done);
        assertThat(slow).isNotDone();
        mayGoOn.countDown();
        assertThat(slow.join()).isTrue();
        Until.holds("the second is written", LIMIT, () -> !waiting.isAlive());
        assertThat(rows("waiting")).isEqualTo(1);
    }

    @Test
    void whoComesAloneDoesBothToo() {
        var done = new CountDownLatch(1);
        writes.write(scope, "alone", done::countDown);
        assertThat(done.getCount()).isZero();
        assertThat(rows("alone")).isEqualTo(1);
    }

    @Test
    void noTransactionIsLargerThanAllowed() {
        List<String> names =
                IntStream.range(0, 25).mapToObj(number -> "thing " + number).toList();
        during("slow", names).forEach(outcome -> assertThat(outcome.join()).isTrue());
        assertThat(transactions).extracting(List::size).containsExactly(1, 10, 10, 5);
        assertThat(look.count("select count(*) from things")).isEqualTo(26);
    }

    @Test
    void scopesDoNotWaitForEachOther() {
        CompletableFuture<Boolean> slow = begin("slow");
        await(begun);
        writes.write(Scope.tenant(UUID.randomUUID()), "elsewhere");
        assertThat(rows("elsewhere")).isEqualTo(1);
        mayGoOn.countDown();
        assertThat(slow.join()).isTrue();
    }

    @Test
    void whatIsRefusedIsRefusedAlone() {
        List<CompletableFuture<Boolean>> outcomes =
                during("slow", List.of("good", "much longer than a name may be", "fine"));
        assertThat(outcomes.get(1).join()).isTrue();
        assertThat(catchThrowable(outcomes.get(2)::join)).hasCauseInstanceOf(DatabaseFailure.class);
        assertThat(outcomes.get(3).join()).isTrue();
        assertThat(rows("good")).isEqualTo(1);
        assertThat(rows("fine")).isEqualTo(1);
    }

    @Test
    void whatIsRefusedWithoutCompanyIsNotTriedTwice() {
        assertThatThrownBy(() -> writes.write(scope, "much longer than a name may be"))
                .isInstanceOf(DatabaseFailure.class);
        assertThat(transactions).hasSize(1);
    }

    @Test
    void aLostConnectionIsToldToAllOfItsTransactionAndTriedByNobody() {
        List<CompletableFuture<Boolean>> outcomes = during("slow", List.of("one", "lost", "three"));
        assertThat(outcomes.getFirst().join()).isTrue();
        outcomes.subList(1, 4)
                .forEach(outcome -> assertThat(catchThrowable(outcome::join))
                        .cause()
                        .isInstanceOfSatisfying(
                                DatabaseFailure.class,
                                failure -> assertThat(failure.mayPass()).isTrue()));
        assertThat(transactions).hasSize(2);
        assertThat(rows("one")).isZero();
        writes.write(scope, "afterwards");
        assertThat(rows("afterwards")).isEqualTo(1);
    }

    @Test
    void anErrorStrandsNobody() {
        List<CompletableFuture<Boolean>> outcomes = during("slow", List.of("error", "beside it"));
        assertThat(catchThrowable(outcomes.get(1)::join)).hasCauseInstanceOf(AssertionError.class);
        assertThat(catchThrowable(outcomes.get(2)::join)).hasCauseInstanceOf(IllegalStateException.class);
        writes.write(scope, "afterwards");
        assertThat(rows("afterwards")).isEqualTo(1);
    }

    @Test
    void ofManyAtOnceEachIsWrittenExactlyOnce() throws Exception {
        AtOnce.numbered(64, number -> {
            for (int turn = 0; turn < 10; turn++) {
                writes.write(scope, number + "/" + turn);
            }
            return true;
        });
        assertThat(look.count("select count(*) from things")).isEqualTo(640);
        assertThat(look.count("select count(distinct name) from things")).isEqualTo(640);
    }
}
