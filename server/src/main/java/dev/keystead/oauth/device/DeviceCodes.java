package dev.keystead.oauth.device;

import dev.keystead.client.ClientId;
import dev.keystead.grant.Grant;
import dev.keystead.grant.GrantId;
import dev.keystead.grant.Grants;
import dev.keystead.job.Sweep;
import dev.keystead.platform.crypto.Mac;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.crypto.Secret;
import dev.keystead.platform.crypto.SecretPrefix;
import dev.keystead.session.Session;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The rules of devices that wait. All of it happens in the tenant in scope.
public final class DeviceCodes {
    static final Duration LIFE = Duration.ofMinutes(10);
    static final Duration INTERVAL = Duration.ofSeconds(5);

    private static final Duration MORE = Duration.ofSeconds(5);
    private static final int TRIES = 5;

    private final DeviceCodeStore store;
    private final Grants grants;
    private final Mac deviceMac;
    private final Mac userMac;
    private final Clock clock;

    public DeviceCodes(Database database, MasterKey master, Grants grants, Clock clock) {
        this.store = new DeviceCodeStore(database);
        this.grants = grants;
        this.deviceMac = master.mac("device-code");
        this.userMac = master.mac("user-code");
        this.clock = clock;
    }

    /// What has expired and can go.
    public static Sweep.Expiring expiring() {
        return new Sweep.Expiring("oauth.device_codes", DeviceCodeStore.DEVICE_SWEEP);
    }

    /// What a device asks for.
    ///
    /// @param address where it asks from
    record Wish(ClientId client, List<String> scopes, List<String> resources, String address) {}

    /// The two codes of a device that begins to wait.
    record Begun(Secret deviceCode, UserCode userCode) {}

    /// Lets a device wait.
    Begun begin(Transaction transaction, Wish wish) {
        Instant now = clock.instant();
        for (int i = 0; i < TRIES; i++) {
            Secret secret =
                    Secret.make(SecretPrefix.DEVICE_CODE, transaction.scope().require(Axis.TENANT));
            UserCode shown = UserCode.make();
            var code = new DeviceCode(
                    DeviceCodeId.make(),
                    wish.client(),
                    wish.scopes(),
                    wish.resources(),
                    wish.address(),
                    DeviceCode.Status.PENDING,
                    Optional.empty(),
                    GrantId.make(),
                    INTERVAL,
                    Optional.empty(),
                    now,
                    now.plus(LIFE));
            if (store.insert(transaction, code, deviceMac.of(secret.text()), hash(shown))) {
                return new Begun(secret, shown);
            }
        }
        throw new IllegalStateException("no short code was free in " + TRIES + " tries");
    }

    /// The device that waits with this code on its screen.
    Optional<DeviceCode> find(UserCode code) {
        return store.find(hash(code), clock.instant());
    }

    /// Lets the device have what it asks for; nothing when somebody answered before, or it is too late.
    Optional<DeviceCode> allow(Transaction transaction, UserCode code, Session session) {
        return store.allow(transaction, hash(code), session, clock.instant());
    }

    Optional<DeviceCode> deny(Transaction transaction, UserCode code) {
        return store.deny(transaction, hash(code), clock.instant());
    }

    private byte[] hash(UserCode code) {
        return userMac.of(code.letters());
    }

    /// What a device hears when it asks (RFC 8628 section 3.5).
    public sealed interface Poll {
        /// It was allowed; the code is used up.
        record Allowed(DeviceCode code, DeviceCode.Allowed by) implements Poll {}

        /// Nobody has answered yet.
        record Pending() implements Poll {}

        /// The same, and the device asked too soon.
        record TooSoon() implements Poll {}

        record Denied() implements Poll {}

        record Expired() implements Poll {}

        /// It never was, or is another client's.
        record Unknown() implements Poll {}

        /// It had been used before. What came of that is ended.
        record Replayed(DeviceCode code, DeviceCode.Allowed by) implements Poll {}
    }

    /// Answers a device, in the tenant of the transaction, which must be committed whatever comes out.
    public Poll poll(Transaction transaction, ClientId client, String text) {
        Optional<Secret> secret = Secret.parse(SecretPrefix.DEVICE_CODE, text)
                .filter(found -> found.tenant().equals(transaction.scope().require(Axis.TENANT)));
        if (secret.isEmpty()) {
            return new Poll.Unknown();
        }
        Instant now = clock.instant();
        byte[] hash = deviceMac.of(secret.get().text());
        Optional<DeviceCode> used = store.use(transaction, hash, client, now);
        if (used.isPresent()) {
            return new Poll.Allowed(used.get(), used.get().allowed().orElseThrow());
        }
        return store.findForUpdate(transaction, hash, client, now)
                .map(found -> judge(transaction, found, now))
                .orElseGet(Poll.Unknown::new);
    }

    private Poll judge(Transaction transaction, DeviceCode code, Instant now) {
        return switch (code.status()) {
            case USED -> {
                grants.end(transaction, code.grant(), Grant.End.REPLAY);
                yield new Poll.Replayed(code, code.allowed().orElseThrow());
            }
            case DENIED -> new Poll.Denied();
            case PENDING, ALLOWED -> now.isBefore(code.expiresAt()) ? wait(transaction, code, now) : new Poll.Expired();
        };
    }

    private Poll wait(Transaction transaction, DeviceCode code, Instant now) {
        boolean soon = code.polledAt()
                .map(polled -> now.isBefore(polled.plus(code.interval())))
                .orElse(false);
        // Longer than a code lives, no device waits.
        Duration longer = code.interval().plus(MORE);
        Duration interval = soon && longer.compareTo(LIFE) <= 0 ? longer : code.interval();
        store.polledAtCommit(transaction, code.id(), interval, now);
        return soon ? new Poll.TooSoon() : new Poll.Pending();
    }
}
