package dev.keystead.lockout;

import dev.keystead.directory.UserId;
import dev.keystead.platform.crypto.Digest;
import dev.keystead.platform.db.Words;
import dev.keystead.tenancy.Answer;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Parameters;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Questions;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The statements on lockouts and known browsers.
final class LockoutStore {
    /// Counts an attempt before it is judged, in all places where it belongs, unless one of them takes none now. The
    /// attempt that reaches the threshold is the last one for a while: it locks the others out before it is judged.
    ///
    /// The first place is for a browser that the user is known by; the two others are for everybody else.
    static final Query<Taken> ATTEMPT_TAKE = Query.tenant("lockout.attempt.take", """
            with known as (
                select updated_at
                from auth.known_browsers
                where user_id = ?
                  and browser_hash = ?
                  and expires_at > ?
                  and tenant_id = ?
            ),
            place as (
                select p.kind, p.subject_hash, p.user_id
                from (values
                    (true, cast(? as text), cast(? as bytea), cast(? as uuid)),
                    (false, cast(? as text), cast(? as bytea), cast(? as uuid)),
                    (false, cast(? as text), cast(? as bytea), null)) as p (known, kind, subject_hash, user_id)
                where p.kind is not null
                  and p.known = exists (select from known)
            )
            insert into auth.lockouts as l
                (kind, subject_hash, user_id, failed_attempts, created_at, updated_at, expires_at, tenant_id)
            select kind, subject_hash, user_id, 1, ?, ?, ?, ? as tenant_id
            from place
            where not exists (
                select
                from place p
                join auth.lockouts o on o.kind = p.kind and o.subject_hash = p.subject_hash
                where o.unlocks_at > ?
                  and o.tenant_id = ?)
            on conflict (tenant_id, kind, subject_hash) do update
            set failed_attempts = case when l.expires_at <= excluded.updated_at then 1 else l.failed_attempts + 1 end,
                unlocks_at = case
                    when l.expires_at > excluded.updated_at and l.failed_attempts + 1 >= ?
                    then excluded.updated_at
                        + least(?, ? * power(2, least(l.failed_attempts + 1 - ?, 20))) * interval '1 second'
                    end,
                user_id = excluded.user_id,
                updated_at = excluded.updated_at,
                expires_at = excluded.expires_at
            where l.unlocks_at is null or l.unlocks_at <= excluded.updated_at
            returning kind, unlocks_at, (select updated_at from known) as known_at""", LockoutStore::taken);

    /// Counts in windows: the one that is full takes no more until its end, and a new one begins after that.
    static final Query<Standing> WINDOW_TAKE = Query.tenant("lockout.window.take", """
            insert into auth.lockouts as l
                (kind, subject_hash, failed_attempts, created_at, updated_at, expires_at, tenant_id)
            values (?, ?, 1, ?, ?, ?, ?)
            on conflict (tenant_id, kind, subject_hash) do update
            set failed_attempts = case when l.expires_at <= excluded.updated_at then 1 else l.failed_attempts + 1 end,
                unlocks_at = case
                    when l.expires_at > excluded.updated_at and l.failed_attempts + 1 >= ?
                    then l.expires_at
                    end,
                updated_at = excluded.updated_at,
                expires_at = case
                    when l.expires_at <= excluded.updated_at then excluded.expires_at else l.expires_at
                    end
            where l.unlocks_at is null or l.unlocks_at <= excluded.updated_at
            returning failed_attempts, unlocks_at""", LockoutStore::standing);

    static final Query<Standing> LOCKOUT_FIND = Query.tenant("lockout.lockout.find", """
            select failed_attempts, unlocks_at
            from auth.lockouts
            where kind = ?
              and subject_hash = ?
              and expires_at > ?
              and tenant_id = ?""", LockoutStore::standing);

    /// The row stays for the next attempt: changing one costs less than making one.
    static final Command ATTEMPTS_FORGET = Command.tenant("lockout.attempt.forget-all", """
            update auth.lockouts
            set failed_attempts = 0, unlocks_at = null
            where kind = ?
              and subject_hash = ?
              and tenant_id = ?""");

    /// Takes back the count of an attempt that was right. Not more: otherwise whoever has one account could
    /// guess at others without end.
    static final Command ATTEMPT_RETURN = Command.tenant("lockout.attempt.return", """
            update auth.lockouts
            set failed_attempts = greatest(failed_attempts - 1, 0), unlocks_at = null
            where kind = ?
              and subject_hash = ?
              and tenant_id = ?""");

    static final Query<Standing> LOCKOUT_LIST_BY_USER =
            Query.tenant("lockout.lockout.list-by-user", """
            select failed_attempts, unlocks_at
            from auth.lockouts
            where user_id = ?
              and expires_at > ?
              and tenant_id = ?""", LockoutStore::standing);

    static final Command LOCKOUT_CLEAR_BY_USER = Command.tenant("lockout.lockout.clear-by-user", """
            delete from auth.lockouts
            where user_id = ?
              and tenant_id = ?""");

    static final Command LOCKOUT_SWEEP = Command.crossTenant(
            "lockout.lockout.sweep", "forgotten lockouts of all workspaces are removed together", """
            delete from auth.lockouts
            where (tenant_id, kind, subject_hash) in (
                select tenant_id, kind, subject_hash
                from auth.lockouts
                where expires_at < ?
                limit ?)""");

    static final Query<Boolean> BROWSER_FIND = Query.tenant("lockout.browser.find", """
            select true as known
            from auth.known_browsers
            where user_id = ?
              and browser_hash = ?
              and expires_at > ?
              and tenant_id = ?""", row -> row.flag("known"));

    static final Command BROWSER_REMEMBER = Command.tenant("lockout.browser.remember", """
            insert into auth.known_browsers (user_id, browser_hash, created_at, updated_at, expires_at, tenant_id)
            values (?, ?, ?, ?, ?, ?)
            on conflict (tenant_id, user_id, browser_hash) do update
            set updated_at = excluded.updated_at, expires_at = excluded.expires_at""");

    static final Command BROWSER_SWEEP = Command.crossTenant(
            "lockout.browser.sweep", "forgotten browsers of all workspaces are removed together", """
            delete from auth.known_browsers
            where (tenant_id, user_id, browser_hash) in (
                select tenant_id, user_id, browser_hash
                from auth.known_browsers
                where expires_at < ?
                limit ?)""");

    private final Database database;

    LockoutStore(Database database) {
        this.database = database;
    }

    record Standing(int failedAttempts, Optional<Instant> lockedUntil) {}

    /// A place where an attempt was counted.
    ///
    /// @param knownAt when it was last noted that the user is known by the browser
    record Taken(Bucket.Kind kind, Optional<Instant> lockedUntil, Optional<Instant> knownAt) {}

    /// The places for an attempt: the one of a browser that the user is known by, or else the two others.
    ///
    /// @param named of the account, or of what else was named
    record Places(Optional<Bucket> browser, Optional<Bucket> named, Optional<Bucket> source) {}

    /// Counts an attempt; answers the places where it is, all of them but those where none is taken now.
    ///
    /// @param user whose browser it may be
    Answer<Taken> take(
            Questions questions,
            Places places,
            @Nullable UserId user,
            @Nullable Digest browser,
            Lockouts.Limits limits,
            Instant now,
            Instant expiresAt) {
        UUID account = user == null ? null : user.value();
        return questions.add(ATTEMPT_TAKE, p -> {
            p.uuid(account)
                    .bytes(browser == null ? null : browser.bytes())
                    .instant(now)
                    .scope();
            place(p, places.browser()).uuid(account);
            place(p, places.named()).uuid(account);
            place(p, places.source());
            p.instant(now).instant(now).instant(expiresAt).scope().instant(now).scope();
            p.integer(limits.threshold())
                    .integer(Math.toIntExact(limits.longest().toSeconds()))
                    .integer(Math.toIntExact(limits.first().toSeconds()))
                    .integer(limits.threshold());
        });
    }

    private static Parameters place(Parameters parameters, Optional<Bucket> bucket) {
        return parameters
                .text(bucket.map(some -> Words.of(some.kind())).orElse(null))
                .bytes(bucket.map(some -> some.subject().bytes()).orElse(null));
    }

    /// Nothing when the window has no room.
    ///
    /// @param end of a window that begins now
    Answer<Standing> takeInWindow(Questions questions, Bucket bucket, int most, Instant now, Instant end) {
        return questions.add(
                WINDOW_TAKE,
                p -> p.text(Words.of(bucket.kind()))
                        .bytes(bucket.subject().bytes())
                        .instant(now)
                        .instant(now)
                        .instant(end)
                        .scope()
                        .integer(most));
    }

    Optional<Standing> find(Transaction transaction, Bucket bucket, Instant now) {
        return transaction.find(
                LOCKOUT_FIND,
                p -> p.text(Words.of(bucket.kind()))
                        .bytes(bucket.subject().bytes())
                        .instant(now));
    }

    void forget(Transaction transaction, Bucket bucket) {
        transaction.atCommit(
                ATTEMPTS_FORGET,
                p -> p.text(Words.of(bucket.kind())).bytes(bucket.subject().bytes()));
    }

    void giveBack(Transaction transaction, Bucket bucket) {
        transaction.atCommit(
                ATTEMPT_RETURN,
                p -> p.text(Words.of(bucket.kind())).bytes(bucket.subject().bytes()));
    }

    List<Standing> listByUser(UserId user, Instant now) {
        return database.list(LOCKOUT_LIST_BY_USER, p -> p.id(user).instant(now));
    }

    int clearByUser(Transaction transaction, UserId user) {
        return transaction.update(LOCKOUT_CLEAR_BY_USER, p -> p.id(user));
    }

    boolean knows(Transaction transaction, UserId user, Digest browser, Instant now) {
        return transaction
                .find(BROWSER_FIND, p -> p.id(user).bytes(browser.bytes()).instant(now))
                .isPresent();
    }

    void remember(Transaction transaction, UserId user, Digest browser, Instant now, Instant expiresAt) {
        transaction.atCommit(
                BROWSER_REMEMBER,
                p -> p.id(user).bytes(browser.bytes()).instant(now).instant(now).instant(expiresAt));
    }

    private static Taken taken(Row row) {
        return new Taken(
                Words.parse(Bucket.Kind.class, row.text("kind")),
                row.findInstant("unlocks_at"),
                row.findInstant("known_at"));
    }

    private static Standing standing(Row row) {
        return new Standing(row.integer("failed_attempts"), row.findInstant("unlocks_at"));
    }
}
