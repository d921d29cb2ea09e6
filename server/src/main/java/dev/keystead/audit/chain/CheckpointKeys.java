package dev.keystead.audit.chain;

import dev.keystead.audit.AuditLog;
import dev.keystead.platform.crypto.Ed25519;
import dev.keystead.platform.crypto.Envelope;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The keys with which this installation signs checkpoints. The first is made when it is needed. After a
/// rotation the old key signs beside the new one for a while, so that whoever knows only the old one has time
/// to take over the new one. Public parts are kept for ever, as what they signed is.
public final class CheckpointKeys {
    /// How long an old key signs beside its successor.
    static final Duration OVERLAP = Duration.ofDays(30);

    private final Database database;
    private final CheckpointKeyStore store;
    private final AuditLog audit;
    private final Envelope envelope;
    private final TypedId systemWorkspace;
    private final String name;
    private final Clock clock;

    /// @param database the application's
    /// @param systemWorkspace where the keys are kept
    /// @param name what signature lines call the installation
    public CheckpointKeys(
            Database database, AuditLog audit, MasterKey master, TypedId systemWorkspace, String name, Clock clock) {
        this.database = database;
        this.store = new CheckpointKeyStore(database);
        this.audit = audit;
        this.envelope = master.envelope("audit.checkpoint_keys.private_key");
        this.systemWorkspace = systemWorkspace;
        this.name = name;
        this.clock = clock;
    }

    /// What signature lines and origins call the installation.
    public String name() {
        return name;
    }

    /// Every public key, the oldest first.
    public List<VerifierKey> published() {
        return stored().stream().map(CheckpointKeyStore.Stored::open).toList();
    }

    /// The keys that sign now. Opens a connection of its own: not for the inside of a transaction.
    List<CheckpointSigner> signers() {
        Instant now = clock.instant();
        return stored().stream()
                .filter(key -> key.signsAt(now))
                .map(key -> new CheckpointSigner(
                        key.open(), Ed25519.privateKey(envelope.open(systemWorkspace.value(), key.id(), key.sealed()))))
                .toList();
    }

    private List<CheckpointKeyStore.Stored> stored() {
        return Scope.tenant(systemWorkspace.value()).call(() -> {
            List<CheckpointKeyStore.Stored> keys = store.list();
            if (!keys.isEmpty()) {
                return keys;
            }
            database.write(this::begin);
            return store.list();
        });
    }

    /// Another node may have been faster: its key is found then.
    private boolean begin(Transaction transaction) {
        Optional<Made> first = make(transaction);
        first.ifPresent(made -> audit.writeInternal(
                transaction,
                "audit",
                "audit_key.make",
                made.id(),
                Map.of("key", made.key().text())));
        return first.isPresent();
    }

    /// Makes a new key, beside which the one before it signs for a while; nothing when somebody else does so at
    /// this moment. The scope is the system workspace.
    Optional<Made> rotate(Transaction transaction) {
        store.end(transaction, clock.instant().plus(OVERLAP));
        return make(transaction);
    }

    /// A key that was just made.
    record Made(AuditKeyId id, VerifierKey key) {}

    private Optional<Made> make(Transaction transaction) {
        Instant now = clock.instant();
        Ed25519.Pair pair = Ed25519.generate();
        var made = new Made(new AuditKeyId(UuidV7.at(now)), new VerifierKey(name, pair.open()));
        byte[] sealed = envelope.seal(systemWorkspace.value(), made.id().value(), pair.secret());
        boolean kept = store.insert(transaction, made.id().value(), made.key(), pair.open(), sealed, now);
        return kept ? Optional.of(made) : Optional.empty();
    }
}
