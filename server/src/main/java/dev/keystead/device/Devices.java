package dev.keystead.device;

import dev.keystead.audit.Outcome;
import dev.keystead.directory.UserId;
import dev.keystead.key.Engine;
import dev.keystead.platform.cache.SharedCache;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.platform.cache.UseNotes;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopedKey;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.WorkspaceId;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/// The rules of devices.
public final class Devices {
    /// How many devices of one person can be in use.
    public static final int MOST = 20;

    /// How many there can be with those that were revoked, whose keys are remembered.
    static final int MOST_EVER = 200;

    static final Duration CHALLENGE_LIFE = Duration.ofMinutes(5);

    private static final Duration KNOWN_FOR = Duration.ofSeconds(60);
    private static final int NONCE = 32;
    private static final UUID AFTER_ALL = new UUID(-1, -1);
    private static final SecureRandom RANDOM = new SecureRandom();

    private final DeviceStore store;
    private final Engine engine;
    private final Clock clock;
    private final UseNotes uses;
    private final SharedCache<Boolean> living;
    private final List<EndListener> listeners = new CopyOnWriteArrayList<>();

    public Devices(Database database, SharedCaches caches, Engine engine, Clock clock) {
        this.store = new DeviceStore(database);
        this.engine = engine;
        this.clock = clock;
        this.uses = new UseNotes(clock);
        this.living = caches.make(KNOWN_FOR, 100_000);
    }

    /// Learns of devices that are revoked, in the very transaction that does it.
    @FunctionalInterface
    public interface EndListener {
        void ended(Transaction transaction, DeviceId device);
    }

    /// Has somebody above this layer told of every device that is revoked.
    public void onEnd(EndListener listener) {
        listeners.add(listener);
    }

    /// What a new device shall be.
    ///
    /// @param userAgent how the program that registers it describes itself
    public record Wish(UserId user, String name, DeviceKey key, String userAgent) {}

    /// What became of an answer to a challenge.
    public sealed interface Proof {
        /// The device holds its key.
        record Given(Device device) implements Proof {}

        /// The challenge is not the one that was given last, or its time is over, or the signature is not by the
        /// key.
        record Wrong() implements Proof {}

        record NotFound() implements Proof {}
    }

    /// Registers a device, which nobody trusts yet.
    public Outcome<Device> register(Transaction transaction, Wish wish) {
        if (!store.lockOwner(transaction, wish.user())) {
            return new Outcome.NotFound<>();
        }
        DeviceStore.Count count = store.count(transaction, wish.user());
        if (count.living() >= MOST) {
            return new Outcome.Refused<>("you have " + MOST + " devices; revoke one that you do not use");
        }
        if (count.all() >= MOST_EVER) {
            return new Outcome.Refused<>("you have registered too many devices; ask an administrator");
        }
        return store.insert(transaction, wish, DeviceId.make(), clock.instant())
                .<Outcome<Device>>map(Outcome.Made::new)
                .orElseGet(() -> new Outcome.Refused<>("this key was registered before; make a new one"));
    }

    /// A device of a person that was not revoked.
    public Optional<Device> find(UserId user, DeviceId id) {
        return store.find(user, id);
    }

    /// The devices of a person that were not revoked, newest first.
    public List<Device> list(UserId user, Optional<UUID> before, int limit) {
        return store.list(user, before.orElse(AFTER_ALL), limit);
    }

    /// Something that the device shall sign, in place of what it was given before.
    public Optional<Challenge> challenge(Transaction transaction, UserId user, DeviceId id) {
        var nonce = new byte[NONCE];
        RANDOM.nextBytes(nonce);
        Instant until = clock.instant().plus(CHALLENGE_LIFE);
        return store.challenge(transaction, user, id, nonce, until)
                ? Optional.of(challenge(transaction, id, nonce, until))
                : Optional.empty();
    }

    private static Challenge challenge(Transaction transaction, DeviceId id, byte[] nonce, Instant until) {
        String text = Base64.getUrlEncoder().withoutPadding().encodeToString(nonce);
        return new Challenge(text, message(tenant(transaction), id, text), until);
    }

    /// It names what it is for, so that a signature which the device made for anything else is of no use here,
    /// nor this one elsewhere.
    private static String message(WorkspaceId tenant, DeviceId id, String nonce) {
        return "keystead device proof\n" + tenant.text() + "\n" + id.text() + "\n" + nonce;
    }

    private static WorkspaceId tenant(Transaction transaction) {
        return new WorkspaceId(transaction.scope().require(Axis.TENANT));
    }

    /// Whether a device holds its key. The challenge is used up whatever comes out, so that the transaction must
    /// be committed.
    ///
    /// @param nonce of the challenge that the device was given last
    public Proof prove(Transaction transaction, UserId user, DeviceId id, String nonce, byte[] signature) {
        Optional<Device> found = bytes(nonce)
                .flatMap(given -> store.consume(transaction, user, id, given, clock.instant()))
                .filter(device -> isSigned(tenant(transaction), device, nonce, signature));
        if (found.isPresent()) {
            return new Proof.Given(found.get());
        }
        return store.lock(transaction, user, id).isPresent() ? new Proof.Wrong() : new Proof.NotFound();
    }

    /// A challenge that a device has signed. Whether it is the one that the device was given last, and was not used
    /// before, is found out by whoever uses it up.
    public static final class SignedChallenge {
        private final byte[] nonce;

        private SignedChallenge(byte[] nonce) {
            this.nonce = nonce;
        }

        public byte[] nonce() {
            return nonce.clone();
        }
    }

    /// Whether a device signed a challenge of this nonce. Asks nothing but the processor.
    public Optional<SignedChallenge> signed(WorkspaceId tenant, Device device, String nonce, byte[] signature) {
        return bytes(nonce)
                .filter(_ -> isSigned(tenant, device, nonce, signature))
                .map(SignedChallenge::new);
    }

    private boolean isSigned(WorkspaceId tenant, Device device, String nonce, byte[] signature) {
        byte[] message = message(tenant, device.id(), nonce).getBytes(StandardCharsets.UTF_8);
        return device.key().verifies(engine, message, signature);
    }

    private static Optional<byte[]> bytes(String nonce) {
        try {
            return Optional.of(Base64.getUrlDecoder().decode(nonce)).filter(bytes -> bytes.length == NONCE);
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /// Trusts a device that has just given its proof, and notes that it was seen.
    public Device trust(Transaction transaction, DeviceId id) {
        return store.trust(transaction, id, clock.instant());
    }

    public Outcome<Device> rename(
            Transaction transaction, UserId user, DeviceId id, Optional<Long> ifVersion, String name) {
        Optional<Device> found = store.lock(transaction, user, id);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        Device before = found.get();
        if (ifVersion.filter(version -> version != before.version()).isPresent()) {
            return new Outcome.Stale<>();
        }
        return before.name().equals(name)
                ? new Outcome.Unchanged<>(before)
                : new Outcome.Changed<>(before, store.rename(transaction, id, name, clock.instant()));
    }

    /// Lets nobody else change a device before this transaction ends: whoever changes what is a device's own takes
    /// the device first, so that no two wait for each other.
    public void hold(Transaction transaction, DeviceId id) {
        store.hold(transaction, id);
    }

    /// Notes until when a device has a certificate; nothing takes its certificates away.
    public Optional<Device> certify(Transaction transaction, DeviceId id, Optional<Instant> until) {
        return store.certify(transaction, id, until, clock.instant());
    }

    /// Revokes a device of a person; nothing when there is none such.
    public Optional<Device> revoke(Transaction transaction, UserId user, DeviceId id) {
        Optional<Device> revoked = store.revoke(transaction, user, id, clock.instant());
        revoked.ifPresent(device -> {
            living.changed(transaction, key(transaction.scope(), id));
            listeners.forEach(listener -> listener.ended(transaction, id));
        });
        return revoked;
    }

    /// Whether a device was not revoked, as it was at most a second ago. Binds its scope itself; not for use
    /// inside a transaction.
    public boolean isLive(WorkspaceId tenant, DeviceId id) {
        Scope scope = Scope.tenant(tenant.value());
        return living.read(key(scope, id), () -> scope.call(() -> store.isLive(id)));
    }

    /// The device of a person whose key this is, also one that was revoked.
    ///
    /// @param thumbprint of the key (RFC 7638)
    public Optional<DeviceId> ofKey(Transaction transaction, UserId user, String thumbprint) {
        return store.findByKey(transaction, user, thumbprint);
    }

    /// Notes that a device is in use, beside the request. Binds its scope itself.
    public void noteUse(WorkspaceId tenant, DeviceId id) {
        uses.note(
                Scope.tenant(tenant.value()),
                id,
                Optional.empty(),
                (at, unlessSince) -> store.touch(id, at, unlessSince));
    }

    private static String key(Scope scope, DeviceId id) {
        return ScopedKey.cache("device", Axis.TENANT, scope, id.text());
    }
}
