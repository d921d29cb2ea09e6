package dev.keystead.badge;

import dev.keystead.audit.AuditLog;
import dev.keystead.platform.config.BadgeConfig;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The keys with which the workspace in scope signs badges: making, publishing, rotating and revoking them.
public final class BadgeKeys {
    private static final Logger LOG = LoggerFactory.getLogger(BadgeKeys.class);

    private final Database database;
    private final BadgeKeyStore store;
    private final BadgeStore badges;
    private final BadgeKeysmith smith;
    private final AuditLog audit;
    private final BadgeConfig config;
    private final Clock clock;

    public BadgeKeys(Database database, MasterKey master, AuditLog audit, BadgeConfig config, Clock clock) {
        this.database = database;
        this.store = new BadgeKeyStore(database);
        this.badges = new BadgeStore(database);
        this.smith = new BadgeKeysmith(master);
        this.audit = audit;
        this.config = config;
        this.clock = clock;
    }

    /// What became of the wish for another key.
    sealed interface Rotation {
        record Rotated(BadgeKey before, BadgeKey after, BadgeKey successor) implements Rotation {}

        record NotFound() implements Rotation {}

        record Refused(String reason) implements Rotation {}
    }

    /// What became of the wish to revoke a key.
    sealed interface Revocation {
        /// It is revoked, and so is what it signed.
        ///
        /// @param badges how many badges ended with it
        record Revoked(BadgeKey before, BadgeKey after, int badges) implements Revocation {}

        record NotFound() implements Revocation {}

        record Refused(String reason) implements Revocation {}
    }

    /// The key that signs a kind now; made if there is none yet. Opens connections of its own: not for the
    /// inside of a transaction.
    ///
    /// @throws IllegalStateException when the stored key was tampered with
    BadgeSigner signer(BadgeKind kind) {
        UUID tenant = Scope.current().require(Axis.TENANT);
        BadgeKey.Sealed active = store.findActive(kind).orElseGet(() -> {
            BadgeKey.Fresh fresh = smith.make(tenant, kind);
            database.write(transaction -> begin(transaction, fresh));
            // Another node may have been faster: its key is found then.
            return store.findActive(kind).orElseThrow();
        });
        return smith.open(tenant, active);
    }

    private boolean begin(Transaction transaction, BadgeKey.Fresh fresh) {
        Optional<BadgeKey> made = store.insert(transaction, fresh, clock.instant());
        made.ifPresent(key -> audit.writeInternal(
                transaction,
                "badge-keys",
                "badge_issuer_key.make",
                key.id(),
                Map.of("kind", key.kind().word())));
        return made.isPresent();
    }

    /// Everything by which the badges of the workspace are checked.
    ///
    /// @param issuer its address
    IssuerKeys published(String issuer) {
        Instant now = clock.instant();
        return new IssuerKeys(
                issuer,
                now,
                store.listPublished().stream()
                        .filter(this::isWhole)
                        .map(stored -> IssuerKeys.IssuerKey.of(stored.key()))
                        .toList(),
                badges.listTombstones(now.minus(IssuerKeys.KEPT)));
    }

    /// As much of it as one badge needs.
    IssuerKeys published(String issuer, BadgeFile file) {
        return new IssuerKeys(
                issuer,
                clock.instant(),
                Prefix.BADGE_ISSUER_KEY
                        .parse(file.kid(), BadgeKeyId::new)
                        .flatMap(store::findSealed)
                        .filter(this::isWhole)
                        .map(stored -> List.of(IssuerKeys.IssuerKey.of(stored.key())))
                        .orElseGet(List::of),
                badges.findTombstone(file.claims().id()).map(List::of).orElseGet(List::of));
    }

    /// A key that is not as it was made is not published, and what it signed is not believed.
    private boolean isWhole(BadgeKey.Sealed stored) {
        UUID tenant = Scope.current().require(Axis.TENANT);
        try {
            smith.open(tenant, stored);
            return true;
        } catch (IllegalStateException e) {
            LOG.atError()
                    .addKeyValue("tenant", tenant)
                    .addKeyValue("kid", stored.key().id().text())
                    .setCause(e)
                    .log("a key for badges is not as it was made and is not published; revoke it");
            return false;
        }
    }

    List<BadgeKey> list(Optional<UUID> after, int limit) {
        return store.list(after, limit);
    }

    /// The kind of a key, for making its successor before a transaction is opened.
    Optional<BadgeKind> findKind(BadgeKeyId id) {
        return store.findSealed(id).map(stored -> stored.key().kind());
    }

    /// A pair that is not stored yet.
    BadgeKey.Fresh make(UUID tenant, BadgeKind kind) {
        return smith.make(tenant, kind);
    }

    /// Puts another key in the place of the one that signs. What the old one signed stays valid.
    Rotation rotate(Transaction transaction, BadgeKeyId id, BadgeKey.Fresh fresh) {
        Optional<BadgeKey> before = store.findForUpdate(transaction, id);
        if (before.isEmpty()) {
            return new Rotation.NotFound();
        }
        if (!before.get().isActive()) {
            return new Rotation.Refused("the key signs no longer; rotate the one of its kind that is active");
        }
        Instant now = clock.instant();
        BadgeKey after = store.rotate(transaction, id, now, end(now));
        return new Rotation.Rotated(
                before.get(), after, store.insert(transaction, fresh, now).orElseThrow());
    }

    /// Takes all trust from a key, and ends every badge that it signed. The next badge of its kind gets a new
    /// one.
    Revocation revoke(Transaction transaction, BadgeKeyId id) {
        Optional<BadgeKey> before = store.findForUpdate(transaction, id);
        if (before.isEmpty()) {
            return new Revocation.NotFound();
        }
        if (before.get().status() == BadgeKey.Status.REVOKED) {
            return new Revocation.Refused("the key is revoked already");
        }
        Instant now = clock.instant();
        BadgeKey after = store.revoke(transaction, id, now, end(now));
        return new Revocation.Revoked(before.get(), after, badges.revokeOf(transaction, id, now));
    }

    /// When nothing that the key signed is kept any more.
    private Instant end(Instant now) {
        return now.plus(config.life()).plus(IssuerKeys.KEPT);
    }

    /// Removes a key that has expired, unless somebody else did or a badge still needs it.
    boolean remove(Transaction transaction, BadgeKeyId id) {
        return store.delete(transaction, id, clock.instant());
    }
}
