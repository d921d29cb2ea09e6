package dev.keystead.device.authority;

import dev.keystead.audit.AuditLog;
import dev.keystead.device.Pem;
import dev.keystead.key.Engine;
import dev.keystead.platform.cache.SharedCache;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.platform.config.DeviceConfig;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopedKey;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The authorities of the workspace in scope: making, showing and rotating them, and their lists of what was
/// revoked.
public final class CertificateAuthorities {
    /// How long what expired is kept.
    static final Duration KEPT = Duration.ofDays(90);

    /// A list says that the next will be there after this long; half of it is the latest.
    static final Duration LIST_LIFE = Duration.ofHours(24);

    private static final Logger LOG = LoggerFactory.getLogger(CertificateAuthorities.class);
    private static final Duration KNOWN_FOR = Duration.ofSeconds(60);
    private static final Duration ROOT_LIFE = Duration.ofDays(3650);

    private final Database database;
    private final AuthorityStore store;
    private final CertificateStore certificates;
    private final AuthoritySmith smith;
    private final Function<UUID, String> addresses;
    private final AuditLog audit;
    private final DeviceConfig config;
    private final Clock clock;
    private final SharedCache<Optional<Issuer>> known;

    /// What authorities are made with.
    ///
    /// @param addresses the address of a workspace, for its lists
    public record Parts(
            Database database,
            SharedCaches caches,
            MasterKey master,
            Engine engine,
            Function<UUID, String> addresses,
            AuditLog audit,
            DeviceConfig config,
            Clock clock) {}

    public CertificateAuthorities(Parts parts) {
        this.database = parts.database();
        this.store = new AuthorityStore(database);
        this.certificates = new CertificateStore(database);
        this.smith = new AuthoritySmith(parts.engine(), parts.master());
        this.addresses = parts.addresses();
        this.audit = parts.audit();
        this.config = parts.config();
        this.clock = parts.clock();
        this.known = parts.caches().make(KNOWN_FOR, 10_000);
    }

    /// What became of the wish for another intermediate.
    sealed interface Rotation {
        record Rotated(Authority old, Authority successor) implements Rotation {}

        record Refused(String reason) implements Rotation {}
    }

    /// What takes the place of an intermediate, made before a transaction is opened.
    ///
    /// @param root another one, where the old would end too early
    record Successors(AuthorityId old, Optional<Authority.Fresh> root, Authority.Fresh intermediate) {}

    /// The intermediate that signs now; made if there is none yet, with its root. Opens connections of its own: not
    /// for the inside of a transaction.
    ///
    /// @throws IllegalStateException when the stored one was tampered with
    Issuer issuer() {
        Scope scope = Scope.current();
        String key = key(scope);
        return known.read(key, this::findIssuer).orElseGet(() -> {
            make(tenant());
            // Another node may have been faster: its authority is found then.
            known.forget(key);
            return known.read(key, this::findIssuer).orElseThrow();
        });
    }

    private Optional<Issuer> findIssuer() {
        return store.findActive(Authority.Level.INTERMEDIATE).map(stored -> smith.open(tenant(), stored));
    }

    private void make(UUID tenant) {
        Instant now = clock.instant();
        Authority.Fresh root = smith.root(tenant, now, ROOT_LIFE);
        Authority.Fresh intermediate = intermediate(tenant, smith.open(tenant, root), now);
        database.write(transaction -> {
            Optional<Authority> made = store.insert(transaction, root, now);
            if (made.isPresent()) {
                Authority _ = store.insert(transaction, intermediate, now).orElseThrow();
                audit.writeInternal(
                        transaction,
                        "certificate-authorities",
                        "certificate_authority.make",
                        intermediate.id(),
                        Map.of("root", root.id().text()));
                known.changed(transaction, key(transaction.scope()));
            }
            return made.isPresent();
        });
    }

    private Authority.Fresh intermediate(UUID tenant, Issuer root, Instant now) {
        return smith.intermediate(tenant, root, listAddress(tenant, root.id()), now, life());
    }

    /// What it signs last must have ended before it does.
    private Duration life() {
        return config.authorityRotation().plus(KEPT);
    }

    /// Where the list of an authority of the tenant in scope is found. Not for the inside of a transaction: the
    /// address may have to be read.
    String listAddress(AuthorityId id) {
        return listAddress(tenant(), id);
    }

    private String listAddress(UUID tenant, AuthorityId id) {
        return addresses.apply(tenant) + "/v1/pki/crl/" + id.text();
    }

    List<Authority> list(Optional<UUID> after, int limit) {
        return store.list(after, limit);
    }

    /// The certificates of all authorities that are valid, in PEM: intermediates first. One that is not as it was
    /// made is left out.
    String chain() {
        return store.listValid(clock.instant()).stream()
                .filter(this::isWhole)
                .map(stored -> Pem.encode("CERTIFICATE", stored.authority().certificate()))
                .collect(Collectors.joining());
    }

    private boolean isWhole(Authority.Sealed stored) {
        try {
            smith.open(tenant(), stored);
            return true;
        } catch (IllegalStateException e) {
            LOG.atError()
                    .addKeyValue("tenant", tenant())
                    .addKeyValue("authority", stored.authority().id().text())
                    .setCause(e)
                    .log("a certificate authority is not as it was made and is not shown; rotate it");
            return false;
        }
    }

    /// The list of the intermediate that signs now; nothing where there is none yet.
    Optional<byte[]> revocations() {
        return store.findActive(Authority.Level.INTERMEDIATE)
                .flatMap(stored -> revocations(stored.authority().id()));
    }

    /// The list of what an authority signed and was revoked, in DER. Opens connections of its own.
    Optional<byte[]> revocations(AuthorityId id) {
        Instant now = clock.instant();
        return store.findList(id).map(list -> fresh(list, now).orElseGet(() -> sign(id)));
    }

    private static Optional<byte[]> fresh(AuthorityStore.SignedList list, Instant now) {
        boolean lasts = list.until()
                .filter(until -> now.plus(LIST_LIFE.dividedBy(2)).isBefore(until))
                .isPresent();
        return list.der().filter(_ -> lasts);
    }

    private byte[] sign(AuthorityId id) {
        Issuer issuer =
                store.find(id).map(stored -> smith.open(tenant(), stored)).orElseThrow();
        return database.write(transaction -> {
            Instant now = clock.instant();
            AuthorityStore.SignedList list = store.lockList(transaction, id).orElseThrow();
            return fresh(list, now).orElseGet(() -> {
                long number = list.number() + 1;
                Instant next = now.plus(LIST_LIFE);
                // RFC 5280 section 3.3: what was revoked is in one list at least after it would have expired.
                byte[] der =
                        issuer.list(certificates.listRevoked(transaction, id, now.minus(LIST_LIFE)), number, now, next);
                store.updateList(transaction, id, der, number, next);
                return der;
            });
        });
    }

    /// Has the list of an authority signed anew when it is asked for next.
    void changed(Transaction transaction, AuthorityId id) {
        store.forgetList(transaction, id);
    }

    /// Makes what shall take the place of an intermediate that signs now; nothing where it does not. A new root comes
    /// with it where the old one would end before.
    Optional<Successors> prepare(AuthorityId id) {
        UUID tenant = tenant();
        Instant now = clock.instant();
        boolean signs = store.findActive(Authority.Level.INTERMEDIATE)
                .filter(stored -> stored.authority().id().equals(id))
                .isPresent();
        if (!signs) {
            return Optional.empty();
        }
        Optional<Issuer> root = store.findActive(Authority.Level.ROOT)
                .filter(stored -> now.plus(life()).isBefore(stored.authority().expiresAt()))
                .map(stored -> smith.open(tenant, stored));
        Optional<Authority.Fresh> newRoot =
                root.isPresent() ? Optional.empty() : Optional.of(smith.root(tenant, now, ROOT_LIFE));
        Issuer signing = root.orElseGet(() -> smith.open(tenant, newRoot.orElseThrow()));
        return Optional.of(new Successors(id, newRoot, intermediate(tenant, signing, now)));
    }

    boolean isThere(AuthorityId id) {
        return store.find(id).isPresent();
    }

    /// Puts another intermediate in the place of the one that signs. What that signed stays valid.
    Rotation rotate(Transaction transaction, Successors next) {
        Instant now = clock.instant();
        Optional<Authority> old = store.rotate(transaction, next.old(), now);
        if (old.isEmpty()) {
            return new Rotation.Refused("the authority was rotated a moment ago");
        }
        next.root().ifPresent(root -> {
            store.rotateRoot(transaction, now);
            Authority _ = store.insert(transaction, root, now).orElseThrow();
        });
        Authority successor =
                store.insert(transaction, next.intermediate(), now).orElseThrow();
        known.changed(transaction, key(transaction.scope()));
        return new Rotation.Rotated(old.get(), successor);
    }

    /// Removes an authority that expired long ago, unless somebody else did or a certificate still needs it.
    boolean remove(Transaction transaction, AuthorityId id) {
        return store.delete(transaction, id, clock.instant().minus(KEPT));
    }

    private static UUID tenant() {
        return Scope.current().require(Axis.TENANT);
    }

    private static String key(Scope scope) {
        return ScopedKey.cache("certificateauthority", Axis.TENANT, scope, "issuer");
    }
}
