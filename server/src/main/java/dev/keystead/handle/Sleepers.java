package dev.keystead.handle;

import dev.keystead.platform.config.HandleConfig;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;

/// The people whose handles are looked at because nobody has been seen there for long. Each change is one statement
/// that changes nothing when somebody else was there in the meantime.
public final class Sleepers {
    private final SleeperStore store;
    private final Handles handles;
    private final HandleConfig config;

    public Sleepers(Database database, Handles handles) {
        this.store = new SleeperStore(database);
        this.handles = handles;
        this.config = handles.config();
    }

    /// Those of a shard who are to be looked at by now, in the order in which they became due.
    public List<Sleeper> due(char shard, Instant now, Sleeper after, int limit) {
        return store.due(String.valueOf(shard), now, after, limit);
    }

    /// What is to be done about somebody who was last seen then.
    public Stage stage(Sleeper sleeper, Instant seenAt, Instant now) {
        if (now.isBefore(seenAt.plus(config.noticeAfter()))) {
            return new Stage.Awake(seenAt, earlier(seenAt.plus(config.noticeAfter()), now.plus(config.firstLook())));
        }
        if (sleeper.noticedAt().isEmpty()) {
            return new Stage.ToNotice(later(
                    seenAt.plus(config.lockAfter()),
                    now.plus(config.lockAfter()).minus(config.noticeAfter())));
        }
        if (sleeper.lockedAt().isEmpty()) {
            return new Stage.ToLock(later(
                    seenAt.plus(config.releaseAfter()),
                    now.plus(config.releaseAfter()).minus(config.lockAfter())));
        }
        return new Stage.ToRelease();
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    /// Whether somebody's row is as it was read, and stays so until the transaction ends.
    public boolean isAsleep(Transaction transaction, Sleeper sleeper) {
        return store.hold(transaction, sleeper);
    }

    /// Notes when somebody was last seen. False when their row changed since it was read; nothing is done then.
    public boolean noteAwake(Transaction transaction, Sleeper sleeper, Stage.Awake stage) {
        return store.noteAwake(transaction, sleeper, stage.seenAt(), stage.dueAt());
    }

    /// Notes that somebody is written to. False as above.
    public boolean noteNotice(Transaction transaction, Sleeper sleeper, Instant at, Stage.ToNotice stage) {
        return store.noteNotice(transaction, sleeper, at, stage.dueAt());
    }

    /// Notes that somebody's account is locked. False as above.
    public boolean noteLock(Transaction transaction, Sleeper sleeper, Instant at, Stage.ToLock stage) {
        handles.forget(transaction, sleeper.handle());
        return store.noteLock(transaction, sleeper, at, stage.dueAt());
    }
}
