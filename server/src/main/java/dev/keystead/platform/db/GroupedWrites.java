package dev.keystead.platform.db;

import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.DatabaseFailure;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Writes what several requests bring at the same time in one transaction for each scope.
///
/// Whoever comes while nobody writes in their scope writes at once. Whoever comes during a write waits for
/// its end, and then one of those who wait writes for all of them, and for whoever came until it begins. Nobody
/// ever waits for company longer than it takes to let threads pass that could go on anyway, there is no thread of
/// its own that could die, and as many wait as there are requests.
///
/// @param <T> what a request brings
/// @param <R> what it gets for it
public final class GroupedWrites<T, R> {
    private final Database database;
    private final int most;
    private final Writing<T, R> writing;

    /// Those who wait, by scope. A scope is here as long as somebody writes in it.
    private final ConcurrentMap<Scope, Queue<Item<T, R>>> waiting = new ConcurrentHashMap<>();

    /// What is done with the things of one transaction.
    @FunctionalInterface
    public interface Writing<T, R> {
        /// Answers what becomes of each, in their order, once the transaction is committed.
        List<R> write(Transaction transaction, List<T> things);
    }

    /// What somebody is told who waits: that their thing was written or refused, or that they shall write it
    /// themselves,
    /// with the things of all who wait.
    private enum Word {
        DONE,
        YOUR_TURN
    }

    /// One thing, what became of it, and the word that its bringer waits for.
    private static final class Item<T, R> {
        final T thing;

        final CompletableFuture<Word> word = new CompletableFuture<>();

        private boolean first;
        private @Nullable R result;
        private @Nullable RuntimeException failure;

        Item(T thing) {
            this.thing = thing;
        }

        R conclude() {
            if (failure != null) {
                throw failure;
            }
            if (result == null) {
                throw new IllegalStateException("the writing was broken off by an error; the log has it");
            }
            return result;
        }
    }

    /// Groups writes to a database.
    ///
    /// @param most things in one transaction
    public GroupedWrites(Database database, int most, Writing<T, R> writing) {
        this.database = database;
        this.most = most;
        this.writing = writing;
    }

    /// Answers once the thing is committed. Binds the scope itself; not for use inside a transaction.
    ///
    /// @throws DatabaseFailure when it was not kept, or when a lost connection leaves that open; what is
    ///     wrong with another thing alone is no reason
    public R write(Scope scope, T thing) {
        return write(scope, thing, () -> {});
    }

    /// The same, with something to do beside it: whoever waits for others does it while they wait.
    ///
    /// @param meanwhile is done in any case, also when the thing is then not kept
    public R write(Scope scope, T thing, Runnable meanwhile) {
        var own = new Item<T, R>(thing);
        if (isFirst(scope, own)) {
            lead(scope, List.of(own));
            meanwhile.run();
        } else {
            try {
                meanwhile.run();
            } finally {
                // Whatever became of it: if it is our turn to write for all, nobody else will.
                if (own.word.join() == Word.YOUR_TURN) {
                    leadNext(scope, own);
                }
            }
        }
        return own.conclude();
    }

    private boolean isFirst(Scope scope, Item<T, R> item) {
        waiting.compute(scope, (_, others) -> {
            if (others == null) {
                item.first = true;
                return new ArrayDeque<>();
            }
            others.add(item);
            return others;
        });
        return item.first;
    }

    private void leadNext(Scope scope, Item<T, R> own) {
        giveWay();
        List<Item<T, R>> turn = new ArrayList<>(List.of(own));
        waiting.computeIfPresent(scope, (_, others) -> {
            while (turn.size() < most && !others.isEmpty()) {
                turn.add(others.remove());
            }
            return others;
        });
        lead(scope, turn);
    }

    /// Those whom the last write made free come back with more; a transaction for each few of them would cost more
    /// than the moment in which they catch up.
    @SuppressWarnings("ThreadPriorityCheck") // Nothing relies on it but how many share a transaction.
    private static void giveWay() {
        Thread.yield();
    }

    private void lead(Scope scope, List<Item<T, R>> turn) {
        try {
            scope.call(() -> {
                writeTogether(turn);
                return true;
            });
        } finally {
            turn.forEach(item -> item.word.complete(Word.DONE));
            passOn(scope);
        }
    }

    private void passOn(Scope scope) {
        var next = new AtomicReference<@Nullable Item<T, R>>();
        waiting.computeIfPresent(scope, (_, others) -> {
            next.set(others.poll());
            return next.get() == null ? null : others;
        });
        if (next.get() != null) {
            next.get().word.complete(Word.YOUR_TURN);
        }
    }

    /// After a failure that may pass nothing is tried again: a connection that was lost at the commit leaves
    /// open what was kept. Any other failure is one thing's own, and the others go on without it; so is a lost
    /// race, of which PostgreSQL says that nothing was kept.
    private void writeTogether(List<Item<T, R>> turn) {
        try {
            writeInOne(turn);
        } catch (RuntimeException failure) {
            boolean shared = turn.size() == 1
                    || (failure instanceof DatabaseFailure known && known.mayPass() && !known.isLostRace());
            for (Item<T, R> item : turn) {
                if (shared) {
                    item.failure = failure;
                } else {
                    writeAlone(item);
                }
            }
        }
    }

    private void writeAlone(Item<T, R> item) {
        try {
            writeInOne(List.of(item));
        } catch (RuntimeException failure) {
            item.failure = failure;
        }
    }

    private void writeInOne(List<Item<T, R>> turn) {
        List<T> things = turn.stream().map(item -> item.thing).toList();
        List<R> results = database.write(transaction -> writing.write(transaction, things));
        for (int i = 0; i < turn.size(); i++) {
            turn.get(i).result = results.get(i);
        }
    }
}
