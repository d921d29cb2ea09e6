package dev.keystead.bot;

import dev.keystead.audit.Outcome;
import dev.keystead.bot.ServiceAccount.Whole;
import dev.keystead.client.AuthMethod;
import dev.keystead.client.Client;
import dev.keystead.client.ClientId;
import dev.keystead.client.Clients;
import dev.keystead.client.ServiceClients;
import dev.keystead.platform.crypto.Secret;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The credentials of the machines of the workspace in scope.
///
/// Whoever changes one holds its machine's row, so that suspending or deleting the machine reaches all of them.
public final class ServiceAccounts {
    private static final int MOST = 20;

    private final ServiceAccountStore store;
    private final ServiceIdentityStore identities;
    private final ServiceClients clients;
    private final Clock clock;

    public ServiceAccounts(Database database, ServiceClients clients, Clock clock) {
        this.store = new ServiceAccountStore(database);
        this.identities = new ServiceIdentityStore(database);
        this.clients = clients;
        this.clock = clock;
    }

    /// What an account proves itself by.
    public enum Credential {
        /// A secret that is shown once (client_secret_basic).
        SECRET,
        /// The attested key of its service identity (private_key_jwt).
        KEY;

        AuthMethod method() {
            return switch (this) {
                case SECRET -> AuthMethod.CLIENT_SECRET_BASIC;
                case KEY -> AuthMethod.PRIVATE_KEY_JWT;
            };
        }

        static Credential of(Client client) {
            return client.settings().authMethod() == AuthMethod.PRIVATE_KEY_JWT ? KEY : SECRET;
        }
    }

    /// What a new account shall be.
    record Wish(ServiceIdentityId identity, String name, List<String> scopes, Credential credential, String actor) {}

    /// What an account shall be from now on.
    record Changed(String name, List<String> scopes, Status status) {}

    /// What became of the wish for a secret, with an account or for one.
    sealed interface Given {
        /// There is a secret, or an account that needs none.
        ///
        /// @param before nothing when the account is new
        /// @param secret shown once; nothing where a key is the proof
        record Made(Optional<Whole> before, Whole after, Optional<Secret> secret) implements Given {}

        record NotFound() implements Given {}

        record Refused(String reason) implements Given {}
    }

    /// Some accounts, oldest first.
    ///
    /// @param of only those of this service identity
    List<Whole> list(Optional<ServiceIdentityId> of, Optional<UUID> after, int limit) {
        return whole(store.list(of, after, limit));
    }

    Optional<Whole> find(ServiceAccountId id) {
        return store.find(id)
                .flatMap(account -> whole(List.of(account)).stream().findFirst());
    }

    /// An account whose client was deleted between the two reads is deleted itself.
    private List<Whole> whole(List<ServiceAccount> found) {
        Map<ClientId, Client> known = clients
                .list(found.stream().map(ServiceAccount::client).toList())
                .stream()
                .collect(Collectors.toMap(Client::id, Function.identity()));
        return found.stream()
                .flatMap(account -> Optional.ofNullable(known.get(account.client())).stream()
                        .map(client -> new Whole(account, client)))
                .toList();
    }

    /// Makes an account, and the client by which it gets tokens.
    Given make(Transaction transaction, Wish wish) {
        Optional<ServiceIdentity> found = identities.findForUpdate(transaction, wish.identity());
        if (found.isEmpty()) {
            return new Given.NotFound();
        }
        ServiceIdentity identity = found.get();
        if (store.of(transaction, identity.id()).size() >= MOST) {
            return new Given.Refused("a service identity has at most " + MOST + " accounts; delete one first");
        }
        if (wish.credential() == Credential.KEY && !identity.isAttested()) {
            return new Given.Refused("the service identity has no attested key; attest one first");
        }
        Instant now = clock.instant();
        var account = new ServiceAccount(
                ServiceAccountId.make(), identity.id(), wish.name(), Status.ACTIVE, wish.actor(), 1, now, now);
        store.insert(transaction, account);
        Clients.Made made = clients.make(
                transaction,
                new ServiceClients.Wish(
                        account.id().value(),
                        account.id().text(),
                        new Client.Bot(identity.id().value(), !identity.isActive()),
                        wish.name(),
                        wish.credential().method(),
                        wish.scopes(),
                        identity.attestation()
                                .filter(_ -> wish.credential() == Credential.KEY)
                                .map(attested -> ServiceClients.keySet(attested.key()))
                                .orElse(null)));
        return new Given.Made(Optional.empty(), new Whole(account, made.client()), made.secret());
    }

    /// An account whose machine is held by the transaction.
    private record Held(ServiceIdentity identity, Whole whole) {}

    private Optional<Held> hold(Transaction transaction, ServiceAccountId id) {
        return store.find(transaction, id)
                .flatMap(account -> identities.findForUpdate(transaction, account.identity()))
                // It may have changed while the machine was waited for.
                .flatMap(identity -> store.find(transaction, id)
                        .flatMap(account -> clients.list(transaction, List.of(account.client())).stream()
                                .findFirst()
                                .map(client -> new Held(identity, new Whole(account, client)))));
    }

    /// Applies a change to what is stored, unless somebody else changed it since the caller read it.
    Outcome<Whole> change(
            Transaction transaction, ServiceAccountId id, Optional<Long> ifVersion, Function<Whole, Changed> change) {
        Optional<Held> held = hold(transaction, id);
        if (held.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        Whole before = held.get().whole();
        if (isStale(before, ifVersion)) {
            return new Outcome.Stale<>();
        }
        Changed wanted = change.apply(before);
        List<String> scopes = before.client().settings().grants().scopes();
        if (wanted.equals(
                new Changed(before.account().name(), scopes, before.account().status()))) {
            return new Outcome.Unchanged<>(before);
        }
        boolean suspended =
                wanted.status() == Status.SUSPENDED || !held.get().identity().isActive();
        clients.suspend(transaction, List.of(before.client().id()), suspended);
        Client client = clients.change(transaction, before.client().id(), wanted.name(), wanted.scopes());
        return new Outcome.Changed<>(
                before, save(transaction, before.account().as(wanted.name(), wanted.status()), client));
    }

    /// Gives an account a new secret. The one before works until the overlap is over.
    ///
    /// @param giving called with everything that the account may do; may throw
    Given rotate(Transaction transaction, ServiceAccountId id, Duration overlap, Consumer<List<String>> giving) {
        Optional<Held> held = hold(transaction, id);
        if (held.isEmpty()) {
            return new Given.NotFound();
        }
        Whole before = held.get().whole();
        giving.accept(before.client().settings().grants().scopes());
        return switch (clients.rotate(transaction, before.client().id(), overlap)) {
            case Clients.Rotation.Rotated rotated ->
                new Given.Made(
                        Optional.of(before),
                        save(transaction, before.account(), rotated.after()),
                        Optional.of(rotated.secret()));
            case Clients.Rotation.NotFound() -> new Given.NotFound();
            case Clients.Rotation.Refused _ ->
                new Given.Refused("this account proves itself by its service identity's key and has no secret");
        };
    }

    /// Deletes softly: its tokens end at once.
    Outcome<Whole> delete(Transaction transaction, ServiceAccountId id, Optional<Long> ifVersion) {
        Optional<Held> held = hold(transaction, id);
        if (held.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        Whole before = held.get().whole();
        if (isStale(before, ifVersion)) {
            return new Outcome.Stale<>();
        }
        clients.delete(transaction, before.client().id());
        store.delete(transaction, id, clock.instant());
        return new Outcome.Deleted<>(before);
    }

    private Whole save(Transaction transaction, ServiceAccount wanted, Client client) {
        return new Whole(store.update(transaction, wanted, clock.instant()), client);
    }

    private static boolean isStale(Whole whole, Optional<Long> ifVersion) {
        return ifVersion.isPresent() && ifVersion.get() != whole.account().version();
    }
}
