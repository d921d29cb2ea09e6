package dev.keystead.federation;

import dev.keystead.connection.Connection;
import dev.keystead.connection.ConnectionId;
import dev.keystead.connection.Connections;
import dev.keystead.credential.Credentials;
import dev.keystead.credential.Means;
import dev.keystead.directory.UserId;
import dev.keystead.federation.upstream.UpstreamIdentity;
import dev.keystead.group.Groups;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.WorkspaceId;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/// The links between our users and identities at other providers.
public final class Identities {
    /// How many one user can have.
    static final int MOST = 20;

    private final IdentityStore store;
    private final Connections connections;
    private final Credentials credentials;
    private final Groups groups;
    private final Clock clock;

    public Identities(Database database, Connections connections, Credentials credentials, Groups groups, Clock clock) {
        this.store = new IdentityStore(database);
        this.connections = connections;
        this.credentials = credentials;
        this.groups = groups;
        this.clock = clock;
        connections.onEnd((transaction, connection) -> {
            store.deleteOf(transaction, connection.id());
            groups.forgetAdder(transaction, adder(connection.id()));
        });
    }

    /// Under which name a provider puts people into groups: what one put in, no other one takes out.
    static String adder(ConnectionId connection) {
        return "did:internal:federation:" + connection.text();
    }

    /// Whom an identity belongs to, in the tenant in scope.
    Optional<ExternalIdentity> find(String issuer, String subject) {
        return store.find(issuer, subject);
    }

    Optional<ExternalIdentity> find(Transaction transaction, String issuer, String subject) {
        return store.find(transaction, issuer, subject);
    }

    /// The links of a user of the tenant in scope.
    public List<ExternalIdentity> of(UserId user) {
        return store.list(user, Optional.empty(), MOST);
    }

    public List<ExternalIdentity> of(UserId user, Optional<UUID> after, int limit) {
        return store.list(user, after, limit);
    }

    List<ExternalIdentity> of(Transaction transaction, UserId user) {
        return store.list(transaction, user, MOST);
    }

    /// Nothing when somebody else has the identity.
    ///
    /// @param home whether the user is made by it
    Optional<ExternalIdentity> link(
            Transaction transaction, UserId user, Connection connection, UpstreamIdentity identity, boolean home) {
        return store.insert(
                transaction,
                new ExternalIdentity(
                        ExternalIdentityId.make(),
                        user,
                        connection.id(),
                        identity.issuer(),
                        identity.subject(),
                        identity.email(),
                        home,
                        clock.instant(),
                        Optional.empty()));
    }

    void use(Transaction transaction, ExternalIdentity link, Connection connection, UpstreamIdentity identity) {
        store.use(transaction, link.id(), connection.id(), identity.email(), clock.instant());
    }

    /// What became of the wish to unlink.
    public sealed interface Unlinking {
        record Unlinked(ExternalIdentity identity) implements Unlinking {}

        record NotFound() implements Unlinking {}

        /// The user would have no way in any more.
        record OnlyWayIn() implements Unlinking {}
    }

    /// How a user gets in: by a password or a passkey, or by links whose connections are on. A mail alone does not
    /// count, as the mailbox may be the provider's own.
    public record WaysIn(boolean own, Set<ConnectionId> connections) {
        /// Whether there is another way than one of the links.
        public boolean isAnyBeside(ExternalIdentityId id, List<ExternalIdentity> links) {
            return own
                    || links.stream()
                            .anyMatch(link -> !link.id().equals(id) && connections.contains(link.connection()));
        }
    }

    /// To be asked before a transaction is opened, in the tenant in scope.
    public WaysIn waysIn(WorkspaceId workspace, UserId user) {
        Means means = credentials.of(user);
        return new WaysIn(
                means.password() || means.passkeys() > 0,
                connections.enabled(workspace).stream().map(Connection::id).collect(Collectors.toSet()));
    }

    /// Takes a link away because its owner says so. Of two links that are taken away at once, the last one stays.
    ///
    /// @param ways what [#waysIn] said
    public Unlinking unlink(Transaction transaction, UserId user, ExternalIdentityId id, WaysIn ways) {
        List<ExternalIdentity> links = store.lock(transaction, user, MOST);
        boolean there = links.stream().anyMatch(link -> link.id().equals(id));
        if (there && !ways.isAnyBeside(id, links)) {
            return new Unlinking.OnlyWayIn();
        }
        return remove(transaction, user, id)
                .<Unlinking>map(Unlinking.Unlinked::new)
                .orElseGet(Unlinking.NotFound::new);
    }

    /// Takes a link away because an administrator says so.
    Optional<ExternalIdentity> remove(Transaction transaction, UserId user, ExternalIdentityId id) {
        Optional<ExternalIdentity> gone = store.delete(transaction, id, user);
        gone.ifPresent(link -> groups.follow(transaction, user, List.of(), adder(link.connection())));
        return gone;
    }
}
