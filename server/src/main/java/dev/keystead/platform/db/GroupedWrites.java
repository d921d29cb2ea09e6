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
import org.jspecify.annotations.Nullable;

/// Writes what several requests bring at the same time in one transaction for each scope.
///
/// Whoever comes while nobody writes in their scope writes at once. Whoever comes during a write waits for
/// its end, and then one of those who wait writes for all of them. Nobody ever waits for company, there is
/// no thread of its own that could die, and as many wait as there are requests.
public final class GroupedWrites<T> {
    private final Database database;
    private final int most;
    private final Writing<T> writing;

    /// Those who wait, by scope. A scope is here as long as somebody writes in it.
    private final ConcurrentMap<Scope, Queue<Item<T>>> waiting = new ConcurrentHashMap<>();

    /// What is done with the things of one transaction.
    @FunctionalInterface
    public interface Writing<T> {
        void write(Transaction transaction, List<T> things);
    }

    /// One thing, what became of it, and the word that its bringer waits for.
    private static final class Item<T> {
        final T thing;

        /// Completed when the thing was written or refused, or else with those that its bringer shall write.
        final CompletableFuture<List<Item<T>>> word = new CompletableFuture<>();

        private boolean first;
        private boolean written;
        private @Nullable RuntimeException failure;

        Item(T thing) {
            this.thing = thing;
        }

        void conclude() {
            if (failure != null) {
                throw failure;
            }
            if (!written) {
                throw new IllegalStateException("the writing was broken off by an error; the log has it");
            }
        }
    }

    /// Groups writes to a database.
    ///
    /// @param most things in one transaction
    public GroupedWrites(Database database, int most, Writing<T> writing) {
        this.database = database;
        this.most = most;
        this.writing = writing;
    }

    /// Returns once the thing is committed. Binds the scope itself; not for use inside a transaction.
    ///
    /// @throws DatabaseFailure when it was not kept, or when a lost connection leaves that open; what is
    ///     wrong with another thing alone is no reason
    public void write(Scope scope, T thing) {
        var own = new Item<>(thing);
        List<Item<T>> turn = isFirst(scope, own) ? List.of(own) : own.word.join();
        if (!turn.isEmpty()) {
            lead(scope, turn);
        }
        own.conclude();
    }

    private boolean isFirst(Scope scope, Item<T> item) {
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

    private void lead(Scope scope, List<Item<T>> turn) {
        try {
            scope.call(() -> {
                writeTogether(turn);
                return true;
            });
        } finally {
            turn.forEach(item -> item.word.complete(List.of()));
            passOn(scope);
        }
    }

    private void passOn(Scope scope) {
        List<Item<T>> next = new ArrayList<>();
        waiting.computeIfPresent(scope, (_, others) -> {
            while (next.size() < most && !others.isEmpty()) {
                next.add(others.remove());
            }
            return next.isEmpty() ? null : others;
        });
        if (!next.isEmpty()) {
            next.getFirst().word.complete(next);
        }
    }

    /// After a failure that may pass nothing is tried again: a connection that was lost at the commit leaves
    /// open what was kept. Any other failure is one thing's own, and the others go on without it.
    private void writeTogether(List<Item<T>> turn) {
        try {
            writeInOne(turn);
        } catch (RuntimeException failure) {
            boolean shared = turn.size() == 1 || (failure instanceof DatabaseFailure known && known.mayPass());
            for (Item<T> item : turn) {
                if (shared) {
                    item.failure = failure;
                } else {
                    writeAlone(item);
                }
            }
        }
    }

    private void writeAlone(Item<T> item) {
        try {
            writeInOne(List.of(item));
        } catch (RuntimeException failure) {
            item.failure = failure;
        }
    }

    private void writeInOne(List<Item<T>> turn) {
        List<T> things = turn.stream().map(item -> item.thing).toList();
        database.write(transaction -> {
            writing.write(transaction, things);
            return true;
        });
        turn.forEach(item -> item.written = true);
    }
}
