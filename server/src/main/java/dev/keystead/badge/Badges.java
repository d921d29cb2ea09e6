package dev.keystead.badge;

import dev.keystead.audit.Outcome;
import dev.keystead.directory.UserId;
import dev.keystead.job.Sweep;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiPredicate;

/// Badges: issuing and revoking those of the workspace in scope, and finding those of the person in scope,
/// whichever workspace issued them.
public final class Badges {
    private static final UUID AFTER_ALL = new UUID(-1, -1);

    private final BadgeStore store;
    private final Clock clock;

    public Badges(Database database, Clock clock) {
        this.store = new BadgeStore(database);
        this.clock = clock;
    }

    /// What the job `retention` removes: badges, 90 days after they expired. Their tombstones stay.
    public static Sweep.Expiring ended() {
        return new Sweep.Expiring("identity.badges", BadgeStore.BADGE_PURGE);
    }

    /// What a badge shall say.
    ///
    /// @param scope where it holds, in the issuer's words
    /// @param role as what
    /// @param issuer the address of the workspace
    /// @param life how long it holds
    record Wish(
            Holders.Holder holder,
            BadgeKind kind,
            Optional<String> scope,
            Optional<String> role,
            String issuer,
            Duration life) {}

    /// Signs a badge and keeps it; nothing, when the key was revoked a moment ago.
    Optional<Badge> issue(Transaction transaction, BadgeSigner signer, Wish wish) {
        Instant now = clock.instant();
        // Badges tell whole seconds.
        Instant begin = Instant.ofEpochSecond(now.getEpochSecond());
        Holders.Holder holder = wish.holder();
        var payload = new BadgePayload(
                BadgeId.make(),
                wish.kind(),
                holder.user().text(),
                holder.handle(),
                holder.name(),
                wish.scope(),
                wish.role(),
                wish.issuer(),
                begin,
                begin.plus(wish.life()),
                signer.id().text());
        return store.insert(
                transaction,
                new BadgeStore.Signed(payload, holder.user(), holder.home(), signer.id(), signer.sign(payload), now));
    }

    /// Takes a badge back, and leaves a tombstone for whoever checks it.
    Outcome<Badge> revoke(Transaction transaction, BadgeId id, String reason) {
        Optional<Badge> before = store.find(transaction, id);
        if (before.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        return store.revoke(transaction, id, reason, clock.instant())
                .<Outcome<Badge>>map(after -> new Outcome.Changed<>(before.get(), after))
                .orElseGet(() -> new Outcome.Refused<>("the badge is revoked already"));
    }

    /// Whether somebody is of the staff, and stays so until this transaction ends.
    boolean holdStaff(Transaction transaction, UserId user) {
        return store.holdStaff(transaction, user);
    }

    /// Ends in the transaction in which somebody leaves the workspace in scope what said that they are of its
    /// staff. What else was attested stays true. The end of the membership has an entry in the audit trail; this
    /// has none of its own.
    public void leave(Transaction transaction, UserId user) {
        store.revokeOfLeaver(transaction, user, "the holder left the workspace", clock.instant());
    }

    /// The same for a member who stays and is no longer of the staff.
    public void leaveStaff(Transaction transaction, UserId user) {
        store.revokeOfLeaver(transaction, user, "the holder is no longer of the staff", clock.instant());
    }

    Optional<Badge> find(BadgeId id) {
        return store.find(id);
    }

    /// Whether the holder of a badge that the workspace in scope issued gets in at the moment. Whoever is unknown does.
    ///
    /// @param active whether a user of a workspace does
    boolean isHolderActive(BadgeId id, BiPredicate<UUID, UserId> active) {
        return store.holder(id)
                .map(holding -> active.test(holding.home(), holding.user()))
                .orElse(true);
    }

    /// Badges that the workspace issued, newest first.
    List<Badge> list(Optional<UUID> before, int limit) {
        return store.list(before.orElse(AFTER_ALL), limit);
    }

    /// The same of one person.
    List<Badge> list(UserId user, Optional<UUID> before, int limit) {
        return store.list(user, before.orElse(AFTER_ALL), limit);
    }

    /// The badges of the user in scope, by every workspace, newest first.
    public List<Badge> listOwn(Optional<UUID> before, int limit) {
        return store.listOwn(before.orElse(AFTER_ALL), limit);
    }

    /// Those of them that hold and that strangers may see. What other workspaces issue appears nowhere before the
    /// holder has had a look at it.
    ///
    /// @param shownAt when the holder said that everybody may see them
    public List<Badge> listOwnShown(Instant shownAt, int limit) {
        return store.listOwnShown(clock.instant(), shownAt, limit);
    }

    /// Whether other workspaces issued any since that moment.
    public boolean hasOwnNewer(Instant shownAt) {
        return store.hasOwnNewer(clock.instant(), shownAt);
    }

    /// A badge of the user in scope.
    public Optional<Badge> findOwn(BadgeId id) {
        return store.findOwn(id);
    }

    /// What holds of a badge now.
    public Badge.Status status(Badge badge) {
        return badge.statusAt(clock.instant());
    }
}
