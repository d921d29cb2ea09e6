package dev.keystead.connection;

import dev.keystead.audit.Outcome;
import dev.keystead.domain.DomainName;
import dev.keystead.domain.DomainOwners;
import dev.keystead.platform.cache.SharedCache;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.platform.crypto.Envelope;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopedKey;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.WorkspaceId;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// The rules of connections.
public final class Connections {
    /// How many a workspace can have: each is a button at its door.
    public static final int MOST = 100;

    private static final Duration KNOWN_FOR = Duration.ofMinutes(5);

    private final ConnectionStore store;
    private final DomainOwners owners;
    private final Envelope envelope;
    private final Clock clock;
    private final SharedCache<List<Connection>> known;
    private final List<EndListener> listeners = new CopyOnWriteArrayList<>();

    public Connections(Database database, SharedCaches caches, DomainOwners owners, MasterKey master, Clock clock) {
        this.store = new ConnectionStore(database);
        this.owners = owners;
        this.envelope = master.envelope("admin.connections.secret");
        this.clock = clock;
        this.known = caches.make(KNOWN_FOR, 50_000);
    }

    /// Learns of connections that are deleted, in the very transaction, before they are gone.
    @FunctionalInterface
    public interface EndListener {
        void ending(Transaction transaction, Connection connection);
    }

    /// Has somebody above this layer told of every end.
    public void onEnd(EndListener listener) {
        listeners.add(listener);
    }

    /// What a new connection shall be.
    ///
    /// @param secret what we prove ourselves by, if anything
    record Wish(
            Connection.Kind kind,
            String name,
            Optional<String> buttonText,
            boolean enabled,
            int position,
            String issuer,
            ConnectionSettings settings,
            Optional<String> secret) {}

    /// All connections of a workspace in the order of their buttons, as they were at most a second ago. Binds its
    /// scope itself; not for use inside a transaction.
    public List<Connection> all(WorkspaceId workspace) {
        Scope scope = Scope.tenant(workspace.value());
        return known.read(key(scope), () -> scope.call(() -> store.list(MOST)));
    }

    /// Those by which people can come in.
    public List<Connection> enabled(WorkspaceId workspace) {
        return all(workspace).stream().filter(Connection::enabled).toList();
    }

    /// One of those by which people can come in.
    public Optional<Connection> enabled(WorkspaceId workspace, ConnectionId id) {
        return enabled(workspace).stream()
                .filter(connection -> connection.id().equals(id))
                .findFirst();
    }

    /// The connection that a typed address leads to, by its domain alone.
    public Optional<Connection> routed(WorkspaceId workspace, String typed) {
        List<Connection> routing = enabled(workspace).stream()
                .filter(connection -> !connection.settings().routing().domains().isEmpty())
                .toList();
        if (routing.isEmpty()) {
            return Optional.empty();
        }
        return DomainName.ofAddress(typed)
                .filter(domain -> owners.find(domain)
                        .filter(owner -> owner.workspace().equals(workspace))
                        .isPresent())
                .flatMap(domain -> routing.stream()
                        .filter(connection ->
                                connection.settings().routing().domains().contains(domain.text()))
                        .findFirst());
    }

    /// The connection by which alone somebody with this address comes in, if the workspace has decided so.
    public Optional<Connection> onlyWay(WorkspaceId workspace, String email) {
        return routed(workspace, email)
                .filter(connection -> connection.settings().routing().only());
    }

    /// The secret of a connection, as long as it leads to the provider that the secret is for. Binds its scope itself;
    /// not for use inside a transaction.
    public Optional<String> secret(WorkspaceId workspace, Connection connection) {
        UUID id = connection.id().value();
        return Scope.tenant(workspace.value())
                .call(() -> store.findSecret(connection.id(), connection.issuer()))
                .map(kept -> new String(envelope.open(workspace.value(), id, kept), StandardCharsets.UTF_8));
    }

    /// As it is stored, in the tenant in scope.
    Optional<Connection> find(ConnectionId id) {
        return store.find(id);
    }

    /// The connection, which nobody changes before this transaction ends: of those who come by it for the first time,
    /// one at a time gets an account.
    public Optional<Connection> findHeld(Transaction transaction, ConnectionId id) {
        return store.findForUpdate(transaction, id);
    }

    List<Connection> list(Optional<UUID> after, int limit) {
        return store.list(after, limit);
    }

    Outcome<Connection> make(Transaction transaction, Wish wish, String maker) {
        if (store.countHeld(transaction) >= MOST) {
            return new Outcome.Refused<>(
                    "the workspace has " + MOST + " connections, and there may be no more; delete one first");
        }
        Instant now = clock.instant();
        var connection = new Connection(
                ConnectionId.make(),
                wish.kind(),
                wish.name(),
                wish.buttonText(),
                wish.enabled(),
                wish.position(),
                wish.issuer(),
                wish.settings(),
                wish.secret().isPresent(),
                maker,
                1,
                now,
                now);
        store.insert(
                transaction,
                connection,
                wish.secret()
                        .map(secret -> seal(transaction, connection.id(), secret))
                        .orElse(null));
        changed(transaction);
        return new Outcome.Made<>(connection);
    }

    /// @param secret a new one, if there is one
    Outcome<Connection> change(
            Transaction transaction,
            ConnectionId id,
            Optional<Long> ifVersion,
            Optional<String> secret,
            UnaryOperator<Connection> change) {
        Optional<Connection> found = store.findForUpdate(transaction, id);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        Connection before = found.get();
        if (ifVersion.isPresent() && ifVersion.get() != before.version()) {
            return new Outcome.Stale<>();
        }
        Connection wanted = change.apply(before);
        if (wanted.equals(before) && secret.isEmpty()) {
            return new Outcome.Unchanged<>(before);
        }
        changed(transaction);
        byte[] sealed = secret.map(text -> seal(transaction, id, text)).orElse(null);
        return new Outcome.Changed<>(before, store.update(transaction, wanted, sealed, clock.instant()));
    }

    /// @param check refuses by throwing, once the connection is held
    Outcome<Connection> delete(
            Transaction transaction, ConnectionId id, Optional<Long> ifVersion, Consumer<Connection> check) {
        Optional<Connection> found = store.findForUpdate(transaction, id);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        if (ifVersion.isPresent() && ifVersion.get() != found.get().version()) {
            return new Outcome.Stale<>();
        }
        check.accept(found.get());
        listeners.forEach(listener -> listener.ending(transaction, found.get()));
        store.delete(transaction, id);
        changed(transaction);
        return new Outcome.Deleted<>(found.get());
    }

    private void changed(Transaction transaction) {
        known.changed(transaction, key(transaction.scope()));
    }

    private byte[] seal(Transaction transaction, ConnectionId id, String secret) {
        UUID tenant = transaction.scope().require(Axis.TENANT);
        return envelope.seal(tenant, id.value(), secret.getBytes(StandardCharsets.UTF_8));
    }

    private static String key(Scope scope) {
        return ScopedKey.cache("connection", Axis.TENANT, scope, "all");
    }
}
