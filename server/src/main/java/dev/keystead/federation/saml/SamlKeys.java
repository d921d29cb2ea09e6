package dev.keystead.federation.saml;

import dev.keystead.audit.AuditLog;
import dev.keystead.audit.Outcome;
import dev.keystead.federation.saml.protocol.Credential;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.WorkspaceId;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/// The keys of workspaces for SAML: one signs, another may wait for its turn, and all can be encrypted for.
///
/// A key changes in two steps, because identity providers learn of it from a document that many of them read
/// once: the next one is published first, and signs when the workspace says so.
public final class SamlKeys {
    /// How many a workspace can have.
    static final int MOST = 5;

    private final Database database;
    private final SamlKeyStore store;
    private final SamlKeysmith smith;
    private final AuditLog audit;
    private final Clock clock;

    public SamlKeys(Database database, MasterKey master, AuditLog audit, Clock clock) {
        this.database = database;
        this.store = new SamlKeyStore(database);
        this.smith = new SamlKeysmith(master);
        this.audit = audit;
        this.clock = clock;
    }

    /// What a workspace signs with, and what it reads what others encrypted with.
    ///
    /// @param all the one that signs first
    record Ring(Credential signing, List<Credential> all) {
        List<X509Certificate> certificates() {
            return all.stream().map(Credential::certificate).toList();
        }

        List<PrivateKey> privateKeys() {
            return all.stream().map(Credential::key).toList();
        }
    }

    /// The keys of a workspace; the first is made if there is none yet. Binds its scope itself; not for use inside
    /// a transaction.
    ///
    /// @throws IllegalStateException when a stored key was tampered with
    Ring ring(WorkspaceId workspace) {
        return Scope.tenant(workspace.value()).call(() -> {
            List<SamlKey.Sealed> stored = store.list();
            if (stored.isEmpty()) {
                begin(workspace);
                // Another node may have been faster: its key is found then.
                stored = store.list();
            }
            return ring(workspace.value(), stored);
        });
    }

    private void begin(WorkspaceId workspace) {
        SamlKey.Fresh fresh = smith.make(workspace.value(), clock.instant());
        database.write(transaction -> {
            Optional<SamlKey> made = store.insertFirst(transaction, fresh, clock.instant());
            made.ifPresent(key ->
                    audit.writeInternal(transaction, "saml-keys", "saml_key.make", key.id(), Map.of("first", true)));
            return made.isPresent();
        });
    }

    private Ring ring(UUID tenant, List<SamlKey.Sealed> stored) {
        Credential signing = stored.stream()
                .filter(one -> one.key().status() == SamlKey.Status.ACTIVE)
                .map(one -> smith.open(tenant, one))
                .findFirst()
                .orElseThrow();
        List<Credential> others = stored.stream()
                .filter(one -> one.key().status() != SamlKey.Status.ACTIVE)
                .map(one -> smith.open(tenant, one))
                .toList();
        return new Ring(
                signing, Stream.concat(Stream.of(signing), others.stream()).toList());
    }

    /// The keys of the workspace in scope, the newest first.
    List<SamlKey> list() {
        return store.list().stream().map(SamlKey.Sealed::key).toList();
    }

    /// A pair that is not stored yet.
    SamlKey.Fresh make(UUID tenant) {
        return smith.make(tenant, clock.instant());
    }

    /// Publishes the key that will sign next.
    ///
    /// @param immediate whether it signs at once: for a workspace whose key is known to others
    Outcome<SamlKey> add(Transaction transaction, SamlKey.Fresh fresh, boolean immediate) {
        List<SamlKey> present = store.lock(transaction);
        if (present.size() >= MOST) {
            return new Outcome.Refused<>("there are " + MOST + " keys; delete one that retired");
        }
        Instant now = clock.instant();
        Optional<SamlKey> made = present.isEmpty()
                ? store.insertFirst(transaction, fresh, now)
                : store.insertNext(transaction, fresh, now);
        return made.map(key -> immediate && key.status() == SamlKey.Status.NEXT
                        ? store.activate(transaction, key.id(), now)
                        : key)
                .<Outcome<SamlKey>>map(Outcome.Made::new)
                .orElseGet(() -> new Outcome.Refused<>("a key waits for its turn already; activate or delete it"));
    }

    /// Lets the key that waits sign from now on.
    Outcome<SamlKey> activate(Transaction transaction, SamlKeyId id) {
        Optional<SamlKey> before = locked(transaction, id);
        if (before.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        if (before.get().status() != SamlKey.Status.NEXT) {
            return new Outcome.Refused<>("the key does not wait for its turn");
        }
        return new Outcome.Changed<>(before.get(), store.activate(transaction, id, clock.instant()));
    }

    /// Forgets a key that does not sign. What others encrypted for it cannot be read any more.
    Outcome<SamlKey> delete(Transaction transaction, SamlKeyId id) {
        Optional<SamlKey> before = locked(transaction, id);
        if (before.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        if (before.get().status() == SamlKey.Status.ACTIVE) {
            return new Outcome.Refused<>("the key signs; activate another one first");
        }
        store.delete(transaction, id);
        return new Outcome.Deleted<>(before.get());
    }

    private Optional<SamlKey> locked(Transaction transaction, SamlKeyId id) {
        return store.lock(transaction).stream()
                .filter(key -> key.id().equals(id))
                .findFirst();
    }
}
