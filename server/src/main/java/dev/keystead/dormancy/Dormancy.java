package dev.keystead.dormancy;

import dev.keystead.audit.AuditLog;
import dev.keystead.audit.Outcome;
import dev.keystead.directory.Directory;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import dev.keystead.handle.Shards;
import dev.keystead.handle.Sleeper;
import dev.keystead.handle.Sleepers;
import dev.keystead.handle.Stage;
import dev.keystead.job.Job;
import dev.keystead.job.Parts;
import dev.keystead.member.Members;
import dev.keystead.member.Membership;
import dev.keystead.pat.PersonalTokens;
import dev.keystead.session.Sessions;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import dev.keystead.tenancy.TypedId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Looks once a year, and at each step, whether somebody has been in an individual account.
public final class Dormancy {
    private static final Duration EVERY = Duration.ofDays(1);
    private static final int PAGE = 200;
    private static final int MOST_OWNERS = 1_000;

    private final Database database;
    private final Sleepers sleepers;
    private final Sessions sessions;
    private final PersonalTokens tokens;
    private final Directory directory;
    private final Members members;
    private final DormancyMail mail;
    private final AuditLog audit;
    private final TypedId systemWorkspace;
    private final Clock clock;

    /// What the job asks and tells.
    public record Parties(
            Sleepers sleepers,
            Sessions sessions,
            PersonalTokens tokens,
            Directory directory,
            Members members,
            DormancyMail mail) {}

    public Dormancy(Database database, Parties parties, AuditLog audit, TypedId systemWorkspace, Clock clock) {
        this.database = database;
        this.sleepers = parties.sleepers();
        this.sessions = parties.sessions();
        this.tokens = parties.tokens();
        this.directory = parties.directory();
        this.members = parties.members();
        this.mail = parties.mail();
        this.audit = audit;
        this.systemWorkspace = systemWorkspace;
        this.clock = clock;
    }

    public Job job() {
        return new Job("dormancy", EVERY, this::run);
    }

    /// Looks at everybody who is due, and answers how many there were.
    public long run() {
        Set<UserId> owners = owners();
        return Shards.run(shard -> run(shard, owners));
    }

    private Set<UserId> owners() {
        return Scope.tenant(systemWorkspace.value())
                .call(() -> database.write(transaction -> members.owners(transaction, MOST_OWNERS).stream()
                        .map(Membership::user)
                        .collect(Collectors.toUnmodifiableSet())));
    }

    private long run(char shard, Set<UserId> owners) {
        Instant now = clock.instant();
        var parts = new Parts();
        long seen = 0;
        List<Sleeper> page = sleepers.due(shard, now, Sleeper.FIRST, PAGE);
        while (!page.isEmpty()) {
            for (Sleeper sleeper : page) {
                if (Thread.currentThread().isInterrupted()) {
                    return seen;
                }
                seen += parts.attempt(() -> look(sleeper, owners, now) ? 1 : 0);
            }
            page = page.size() < PAGE ? List.of() : sleepers.due(shard, now, page.getLast(), PAGE);
        }
        parts.throwIfAnyFailed();
        return seen;
    }

    /// Whether something was done; somebody else may have changed the account at the same moment.
    private boolean look(Sleeper sleeper, Set<UserId> owners, Instant now) {
        var user = new UserId(sleeper.owner().user());
        return Scope.tenant(sleeper.owner().home())
                .call(() -> database.write(transaction -> {
                    // Nobody comes back to the account of somebody who died, and nobody is to have their handle.
                    boolean kept = owners.contains(user)
                            || directory
                                    .find(transaction, user)
                                    .filter(User::isDeceased)
                                    .isPresent();
                    Instant seenAt = kept ? now : seenAt(transaction, sleeper, user);
                    return switch (sleepers.stage(sleeper, seenAt, now)) {
                        case Stage.Awake awake -> sleepers.noteAwake(transaction, sleeper, awake);
                        case Stage.ToNotice stage -> notice(transaction, sleeper, user, now, stage);
                        case Stage.ToLock stage -> lock(transaction, sleeper, user, now, stage);
                        case Stage.ToRelease() -> release(transaction, sleeper, user);
                    };
                }));
    }

    /// Somebody whose programs work for them is awake as well.
    private Instant seenAt(Transaction transaction, Sleeper sleeper, UserId user) {
        return Stream.of(sessions.lastActive(transaction, user), tokens.lastUse(transaction, user))
                .flatMap(Optional::stream)
                .filter(sleeper.seenAt()::isBefore)
                .max(Comparator.naturalOrder())
                .orElse(sleeper.seenAt());
    }

    private boolean notice(Transaction transaction, Sleeper sleeper, UserId id, Instant now, Stage.ToNotice stage) {
        Optional<User> user = directory.find(transaction, id);
        if (user.isEmpty() || !sleepers.noteNotice(transaction, sleeper, now, stage)) {
            return false;
        }
        mail.send(transaction, user.get(), stage.dueAt());
        audit.writeInternal(
                transaction,
                "dormancy",
                "user.warn_dormant",
                id,
                Map.of(
                        "seen_at",
                        sleeper.seenAt().toString(),
                        "locked_from",
                        stage.dueAt().toString()));
        return true;
    }

    private boolean lock(Transaction transaction, Sleeper sleeper, UserId id, Instant now, Stage.ToLock stage) {
        // The user first, as everybody else who changes both.
        Outcome<User> suspended = directory.suspend(transaction, id);
        if (suspended instanceof Outcome.NotFound<User> || suspended instanceof Outcome.Kept<User>) {
            return false;
        }
        if (!sleepers.noteLock(transaction, sleeper, now, stage)) {
            throw new IllegalStateException("the handle changed hands while its account was being locked");
        }
        audit.writeInternal(
                transaction,
                "dormancy",
                "user.lock_dormant",
                id,
                Map.of(
                        "seen_at",
                        sleeper.seenAt().toString(),
                        "released_from",
                        stage.dueAt().toString()));
        return true;
    }

    private boolean release(Transaction transaction, Sleeper sleeper, UserId id) {
        if (!(directory.release(transaction, id, _ -> sleepers.isAsleep(transaction, sleeper))
                instanceof Outcome.Deleted<User>)) {
            return false;
        }
        audit.writeInternal(
                transaction,
                "dormancy",
                "user.release_dormant",
                id,
                Map.of("seen_at", sleeper.seenAt().toString(), "handle", sleeper.handle()));
        return true;
    }
}
