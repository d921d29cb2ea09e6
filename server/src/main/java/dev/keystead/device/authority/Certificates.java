package dev.keystead.device.authority;

import dev.keystead.audit.Outcome;
import dev.keystead.device.Device;
import dev.keystead.device.DeviceId;
import dev.keystead.device.Devices;
import dev.keystead.device.Devices.SignedChallenge;
import dev.keystead.device.Pem;
import dev.keystead.job.Sweep;
import dev.keystead.platform.cache.SharedCache;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.platform.config.DeviceConfig;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopedKey;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.WorkspaceId;
import java.math.BigInteger;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bouncycastle.util.BigIntegers;

/// The rules of certificates of devices.
public final class Certificates {
    /// How many valid certificates a device can have: renewals overlap.
    public static final int MOST = 10;

    private static final Duration KNOWN_FOR = Duration.ofSeconds(60);
    private static final int SERIAL = 16;
    private static final UUID AFTER_ALL = new UUID(-1, -1);

    private final CertificateStore store;
    private final CertificateAuthorities authorities;
    private final Devices devices;
    private final DeviceConfig config;
    private final Clock clock;
    private final SharedCache<Optional<KnownCertificate>> known;

    public Certificates(
            Database database,
            SharedCaches caches,
            CertificateAuthorities authorities,
            Devices devices,
            DeviceConfig config,
            Clock clock) {
        this.store = new CertificateStore(database);
        this.authorities = authorities;
        this.devices = devices;
        this.config = config;
        this.clock = clock;
        this.known = caches.make(KNOWN_FOR, 100_000);
        devices.onEnd(this::endOf);
    }

    /// What the job `retention` removes: certificates, 90 days after they expired.
    public static Sweep.Expiring ended() {
        return new Sweep.Expiring("identity.binding_certificates", CertificateStore.CERTIFICATE_PURGE);
    }

    /// Who signs, found before a transaction is opened: it may have to be made.
    public final class Desk {
        private final Issuer issuer;
        private final String lists;

        /// @param lists where the list of what the issuer revoked is found
        private Desk(Issuer issuer, String lists) {
            this.issuer = issuer;
            this.lists = lists;
        }

        /// Certifies a device that signed its challenge. In one step the challenge is used up, so that it was
        /// the one given last, and the device found to be trusted and to have room for another certificate;
        /// nothing when that is not so, and then nothing is changed. Nobody knows the certificate before this
        /// transaction is over, so that no memory holds that there is none.
        public Optional<Certificate> issue(Transaction transaction, Device device, SignedChallenge signed) {
            Instant now = clock.instant();
            if (!store.certify(transaction, device, signed, until(now), now, MOST)) {
                return Optional.empty();
            }
            Certificate made = make(transaction.scope().require(Axis.TENANT), device, now);
            store.insertAtCommit(transaction, made);
            return Optional.of(made);
        }

        private Instant until(Instant now) {
            Instant wished = now.plus(config.certificateLife()).truncatedTo(ChronoUnit.SECONDS);
            return wished.isBefore(issuer.expiresAt()) ? wished : issuer.expiresAt();
        }

        Certificate make(UUID tenant, Device device, Instant now) {
            BigInteger serial = AuthoritySmith.serial();
            Instant until = until(now);
            var subject = new Issuer.Subject(
                    serial,
                    AuthoritySmith.name(device.id().text()),
                    device.key().info(),
                    now.minus(AuthoritySmith.SKEW),
                    until);
            String uri = "keystead://" + new WorkspaceId(tenant).text() + "/"
                    + device.user().text() + "/" + device.id().text();
            byte[] der = issuer.device(subject, uri, lists);
            return new Certificate(
                    CertificateId.make(),
                    device.id(),
                    device.user(),
                    issuer.id(),
                    HexFormat.of().formatHex(BigIntegers.asUnsignedByteArray(SERIAL, serial)),
                    Base64.getUrlEncoder().withoutPadding().encodeToString(AuthoritySmith.sha256(der)),
                    Pem.encode("CERTIFICATE", der),
                    now,
                    until,
                    Optional.empty(),
                    Optional.empty());
        }
    }

    /// Opens connections of its own: not for the inside of a transaction.
    public Desk desk() {
        Issuer issuer = authorities.issuer();
        return new Desk(issuer, authorities.listAddress(issuer.id()));
    }

    /// The valid certificate of a device that lasts longest, by one statement.
    public Optional<Certificate> current(DeviceId device) {
        return store.findCurrent(device, clock.instant());
    }

    public Optional<Certificate> find(CertificateId id) {
        return store.find(id);
    }

    /// All certificates of the workspace in scope that are kept, newest first.
    List<Certificate> list(Optional<UUID> before, int limit) {
        return store.list(before.orElse(AFTER_ALL), limit);
    }

    /// Those of a device.
    public List<Certificate> list(DeviceId device, Optional<UUID> before, int limit) {
        return store.list(device, before.orElse(AFTER_ALL), limit);
    }

    /// Revokes a certificate: it is in the next list, and tokens that are bound to it do not work any more.
    ///
    /// @param device whose it must be, if that matters
    public Outcome<Certificate> revoke(
            Transaction transaction, Optional<DeviceId> device, CertificateId id, Certificate.Reason why) {
        Optional<Certificate> found = store.find(transaction, id)
                .filter(certificate -> device.map(certificate.device()::equals).orElse(true));
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        devices.hold(transaction, found.get().device());
        Certificate before = store.lock(transaction, id).orElseThrow();
        Instant now = clock.instant();
        return switch (before.statusAt(now)) {
            case REVOKED -> new Outcome.Refused<>("the certificate is revoked already");
            case EXPIRED -> new Outcome.Refused<>("the certificate has expired");
            case VALID -> {
                Certificate after = store.revoke(transaction, id, why, now).orElseThrow();
                forget(transaction, after);
                devices.certify(
                        transaction,
                        after.device(),
                        store.findCurrent(transaction, after.device(), now).map(Certificate::expiresAt));
                yield new Outcome.Changed<>(before, after);
            }
        };
    }

    private void endOf(Transaction transaction, DeviceId device) {
        store.revokeOf(transaction, device, Certificate.Reason.CESSATION, clock.instant())
                .forEach(certificate -> forget(transaction, certificate));
    }

    private void forget(Transaction transaction, Certificate certificate) {
        known.changed(transaction, key(transaction.scope(), certificate.thumbprint()));
        authorities.changed(transaction, certificate.authority());
    }

    /// What we know of a certificate that somebody shows, as it was at most a second ago; nothing when it is none of
    /// ours. Binds its scope itself; not for use inside a transaction.
    ///
    /// @param thumbprint SHA-256 in base64url
    public Optional<KnownCertificate> known(WorkspaceId tenant, String thumbprint) {
        Scope scope = Scope.tenant(tenant.value());
        return known.read(key(scope, thumbprint), () -> scope.call(() -> store.findKnown(thumbprint)));
    }

    /// Whether a certificate is ours and does not count any more.
    public boolean isOver(WorkspaceId tenant, String thumbprint) {
        return known(tenant, thumbprint)
                .filter(certificate -> !certificate.countsAt(clock.instant()))
                .isPresent();
    }

    private static String key(Scope scope, String thumbprint) {
        return ScopedKey.cache("devicecertificate", Axis.TENANT, scope, thumbprint);
    }
}
