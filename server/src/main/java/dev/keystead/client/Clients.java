package dev.keystead.client;

import dev.keystead.audit.Outcome;
import dev.keystead.client.Client.Secrets;
import dev.keystead.job.Sweep;
import dev.keystead.platform.cache.SharedCache;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.crypto.Secret;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopedKey;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.WorkspaceId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/// Registered applications.
public final class Clients {
    /// What a client may call itself.
    static final Pattern CLIENT_ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{2,99}");

    private static final Duration KNOWN_FOR = Duration.ofMinutes(10);
    private static final int MOST_KNOWN = 50_000;
    private static final int MOST_DETAILS_TYPES = 200;

    private final ClientStore store;
    private final ClientSecrets secrets;
    private final SharedCache<Optional<Client>> known;
    private final SharedCache<List<String>> detailsTypes;
    private final Clock clock;

    public Clients(Database database, MasterKey master, SharedCaches caches, Clock clock) {
        this.store = new ClientStore(database);
        this.secrets = new ClientSecrets(master, clock);
        this.known = caches.make(KNOWN_FOR, MOST_KNOWN);
        this.detailsTypes = caches.make(KNOWN_FOR, MOST_KNOWN);
        this.clock = clock;
    }

    /// What the job `retention` removes: deleted clients.
    public static Sweep.Expiring ended() {
        return new Sweep.Expiring("oauth.clients", ClientStore.CLIENT_PURGE);
    }

    /// What a new client shall be, by settings that keep every rule.
    ///
    /// @param clientId what it calls itself, unless its id will do
    public record NewClient(ClientSettings settings, Optional<String> clientId, Client.Origin origin) {}

    /// A client and what is shown once.
    ///
    /// @param registrationToken with which it manages its own registration, if it registered itself
    public record Made(Client client, Optional<Secret> secret, Optional<Secret> registrationToken) {}

    /// What became of the wish for another secret.
    public sealed interface Rotation {
        record Rotated(Client before, Client after, Secret secret) implements Rotation {}

        record NotFound() implements Rotation {}

        record Refused(String reason) implements Rotation {}
    }

    /// The client of a workspace that calls itself so and works, as it was at most a second ago. Binds the
    /// scope itself; ask before a transaction is opened, not inside it.
    public Optional<Client> find(WorkspaceId tenant, String clientId) {
        if (!CLIENT_ID.matcher(clientId).matches()) {
            return Optional.empty();
        }
        Scope scope = Scope.tenant(tenant.value());
        return known.read(key(scope, clientId), () -> scope.call(() -> store.find(clientId)))
                .filter(Client::works);
    }

    /// A client of the workspace in scope, as it is now.
    public Optional<Client> find(ClientId id) {
        return store.find(id);
    }

    /// The types of authorization details that applications of a workspace are registered for, by administrators
    /// (RFC 9396 section 10). Binds the scope itself.
    public List<String> detailsTypes(WorkspaceId tenant) {
        Scope scope = Scope.tenant(tenant.value());
        return detailsTypes.read(
                detailsKey(scope), () -> scope.call(() -> List.copyOf(store.detailsTypes(MOST_DETAILS_TYPES))));
    }

    /// The clients of the workspace in scope, oldest first.
    public List<Client> list(Optional<UUID> after, int limit) {
        return store.list(after, limit);
    }

    /// Makes a client of the workspace in scope, with a secret if it proves itself by one.
    public Made make(Transaction transaction, NewClient wanted) {
        return make(transaction, ClientId.make(), wanted, Optional.empty());
    }

    /// @param bot whose credential it shall be, if it is no application
    Made make(Transaction transaction, ClientId id, NewClient wanted, Optional<Client.Bot> bot) {
        var workspace = new WorkspaceId(transaction.scope().require(Axis.TENANT));
        Instant now = clock.instant();
        ClientSecrets.Given given = wanted.settings().authMethod().usesSecret()
                ? secrets.make(workspace, wanted.settings().authMethod(), Secrets.NONE)
                : new ClientSecrets.Given(Secrets.NONE, Optional.empty());
        Optional<Secret> token = wanted.origin() == Client.Origin.REGISTRATION
                ? Optional.of(secrets.makeRegistrationToken(workspace))
                : Optional.empty();
        Secrets kept = given.kept();
        var client = new Client(
                id,
                workspace,
                wanted.clientId().orElse(id.text()),
                wanted.origin(),
                bot,
                wanted.settings(),
                new Secrets(kept.hash(), kept.sealed(), kept.previous(), token.map(secrets::registrationHash)),
                1,
                now,
                now);
        store.insert(transaction, client);
        changed(transaction, client);
        return new Made(client, given.secret(), token);
    }

    /// Applies a change to what is stored, unless somebody else changed it since the caller read it. A
    /// secret that the client uses no more is forgotten, and one that it needs from now on is made by
    /// [#rotate].
    public Outcome<Client> change(
            Transaction transaction, ClientId id, Optional<Long> ifVersion, UnaryOperator<ClientSettings> change) {
        Optional<Client> found = application(transaction, id);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        Client before = found.get();
        if (isStale(before, ifVersion)) {
            return new Outcome.Stale<>();
        }
        ClientSettings wanted = change.apply(before.settings());
        if (wanted.equals(before.settings())) {
            return new Outcome.Unchanged<>(before);
        }
        return new Outcome.Changed<>(before, change(transaction, before, wanted));
    }

    /// @param before locked by the transaction
    Client change(Transaction transaction, Client before, ClientSettings wanted) {
        Secrets kept = secrets.after(before, wanted.authMethod());
        if (!before.settings().grants().authorizationDetailsTypes().isEmpty()) {
            detailsTypes.changed(transaction, detailsKey(transaction.scope()));
        }
        return save(transaction, before.with(wanted, kept, clock.instant()));
    }

    /// Gives a client a new secret. The one before works until the overlap is over.
    public Rotation rotate(Transaction transaction, ClientId id, Duration overlap) {
        return application(transaction, id)
                .map(before -> rotate(transaction, before, overlap))
                .orElseGet(Rotation.NotFound::new);
    }

    /// @param before locked by the transaction
    Rotation rotate(Transaction transaction, Client before, Duration overlap) {
        AuthMethod method = before.settings().authMethod();
        if (!method.usesSecret()) {
            return new Rotation.Refused("a client that authenticates by " + method.wire() + " has no secret");
        }
        if (method == AuthMethod.CLIENT_SECRET_JWT && !overlap.isZero()) {
            return new Rotation.Refused(
                    "a client that signs with its secret cannot have two; rotate without overlap_seconds");
        }
        ClientSecrets.Given given = secrets.make(before.workspace(), method, before.secrets());
        Secrets kept = secrets.overlapping(given.kept(), before.secrets(), overlap);
        Client after = save(transaction, before.with(before.settings(), kept, clock.instant()));
        return new Rotation.Rotated(before, after, given.secret().orElseThrow());
    }

    /// Deletes softly: gone for everybody within a second, and its client_id is free again.
    public Outcome<Client> delete(Transaction transaction, ClientId id, Optional<Long> ifVersion) {
        Optional<Client> found = application(transaction, id);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        if (isStale(found.get(), ifVersion)) {
            return new Outcome.Stale<>();
        }
        delete(transaction, found.get());
        return new Outcome.Deleted<>(found.get());
    }

    /// @param client locked by the transaction
    void delete(Transaction transaction, Client client) {
        store.delete(transaction, client.id(), clock.instant());
        changed(transaction, client);
    }

    /// What belongs to a service account is not there for whoever administers applications.
    private Optional<Client> application(Transaction transaction, ClientId id) {
        return store.findForUpdate(transaction, id).filter(Client::isApplication);
    }

    /// A client of a service account, locked by the transaction.
    Optional<Client> ofBot(Transaction transaction, ClientId id) {
        return store.findForUpdate(transaction, id).filter(client -> !client.isApplication());
    }

    List<Client> listOfBots(List<ClientId> ids) {
        return store.listOfBots(ids);
    }

    List<Client> listOfBots(Transaction transaction, List<ClientId> ids) {
        return store.listOfBots(transaction, ids);
    }

    /// Stops clients of service accounts, or lets them work again; seen by every node within a second.
    void suspend(Transaction transaction, List<ClientId> ids, boolean suspended) {
        Instant now = clock.instant();
        store.suspend(transaction, ids, suspended ? now : null, now).forEach(name -> changed(transaction, name));
    }

    /// Whether a text is a secret of the client that works now. Takes the same time when there is no such
    /// client.
    public boolean isSecret(Optional<Client> client, String text) {
        return secrets.isSecret(client, text);
    }

    /// The secret with which a client signs (client_secret_jwt); nothing when it has none.
    public Optional<byte[]> signingSecret(Client client) {
        return secrets.open(client);
    }

    /// Whether a text is the token with which the client manages its own registration. Takes the same time
    /// when there is no such client.
    public boolean isRegistrationToken(Optional<Client> client, String text) {
        return secrets.isRegistrationToken(client, text);
    }

    private Client save(Transaction transaction, Client after) {
        store.update(transaction, after);
        changed(transaction, after);
        return after;
    }

    private void changed(Transaction transaction, Client client) {
        changed(transaction, client.clientId());
        if (!client.settings().grants().authorizationDetailsTypes().isEmpty()) {
            detailsTypes.changed(transaction, detailsKey(transaction.scope()));
        }
    }

    private void changed(Transaction transaction, String clientId) {
        known.changed(transaction, key(transaction.scope(), clientId));
    }

    private static boolean isStale(Client client, Optional<Long> ifVersion) {
        return ifVersion.isPresent() && ifVersion.get() != client.version();
    }

    private static String key(Scope scope, String clientId) {
        return ScopedKey.cache("client", Axis.TENANT, scope, clientId);
    }

    private static String detailsKey(Scope scope) {
        return ScopedKey.cache("clientdetails", Axis.TENANT, scope, "types");
    }
}
