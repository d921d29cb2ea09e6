package dev.keystead.account;

import dev.keystead.client.Client;
import dev.keystead.client.ClientId;
import dev.keystead.client.Clients;
import dev.keystead.consent.Consent;
import dev.keystead.consent.Consents;
import dev.keystead.directory.UserId;
import dev.keystead.grant.Grant;
import dev.keystead.grant.Grants;
import dev.keystead.tenancy.Transaction;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The applications that may act for a person: by a consent, which spares the next question, or by a grant
/// that lives.
final class Connections {
    private static final int MOST = 200;

    private final Clients clients;
    private final Consents consents;
    private final Grants grants;

    Connections(Clients clients, Consents consents, Grants grants) {
        this.clients = clients;
        this.consents = consents;
        this.grants = grants;
    }

    /// An application, and what it may do.
    ///
    /// @param resources at which it may do it, as far as it named any
    /// @param since the earliest of what it has
    record Connection(Client client, List<String> scopes, List<String> resources, Instant since) {
        /// Where the application is at home, as far as it says so.
        Optional<String> host() {
            return Stream.concat(
                            client.settings().redirectUris().stream(),
                            Stream.ofNullable(client.settings().appearance().clientUri()))
                    .flatMap(address -> Optional.ofNullable(URI.create(address).getHost()).stream())
                    .findFirst();
        }
    }

    /// What was taken back.
    ///
    /// @param scopes that were remembered
    /// @param grants how many grants ended
    record Ended(List<String> scopes, int grants) {}

    /// Those of a person in the tenant in scope, newest first. Not for use inside a transaction.
    List<Connection> of(UserId user) {
        Map<ClientId, TreeSet<String>> scopes = new LinkedHashMap<>();
        Map<ClientId, TreeSet<String>> resources = new LinkedHashMap<>();
        Map<ClientId, Instant> since = new LinkedHashMap<>();
        for (Consent consent : consents.listOfUser(user, Optional.empty(), MOST)) {
            scopes.computeIfAbsent(consent.client(), _ -> new TreeSet<>()).addAll(consent.scopes());
            resources.computeIfAbsent(consent.client(), _ -> new TreeSet<>()).addAll(consent.resources());
            since.merge(consent.client(), consent.createdAt(), Connections::earlier);
        }
        for (Grant grant : grants.livingOf(user, MOST)) {
            scopes.computeIfAbsent(grant.client(), _ -> new TreeSet<>())
                    .addAll(grant.given().scopes());
            resources
                    .computeIfAbsent(grant.client(), _ -> new TreeSet<>())
                    .addAll(grant.given().resources());
            since.merge(grant.client(), grant.createdAt(), Connections::earlier);
        }
        var found = new ArrayList<Connection>();
        scopes.forEach((id, allowed) -> clients.find(id)
                .ifPresent(client -> found.add(new Connection(
                        client,
                        List.copyOf(allowed),
                        List.copyOf(resources.getOrDefault(id, new TreeSet<>())),
                        since.getOrDefault(id, Instant.EPOCH)))));
        found.sort(Comparator.comparing(Connection::since).reversed());
        return found;
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    /// Takes back what an application has of a person: it must ask again, and its tokens work no more.
    /// Nothing when it had nothing.
    Optional<Ended> disconnect(Transaction transaction, UserId user, ClientId client) {
        Optional<Consent> withdrawn = consents.withdraw(transaction, user, client);
        int ended = grants.endOfClient(transaction, user, client);
        if (withdrawn.isEmpty() && ended == 0) {
            return Optional.empty();
        }
        return Optional.of(new Ended(withdrawn.map(Consent::scopes).orElse(List.of()), ended));
    }
}
