package dev.keystead.client;

import dev.keystead.client.ClientSettings.Grants;
import dev.keystead.client.ClientSettings.Keys;
import dev.keystead.client.ClientSettings.TlsIdentity;
import dev.keystead.platform.json.Json;
import dev.keystead.tenancy.Transaction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The clients of service accounts: made, changed and ended with their account, and by nothing else.
public final class ServiceClients {
    private final Clients clients;

    public ServiceClients(Clients clients) {
        this.clients = clients;
    }

    /// What such a client shall be.
    ///
    /// @param id the id of the service account, which is the client's too
    /// @param clientId what it calls itself in the protocol
    /// @param keySet its public key as a set, where it proves itself by one
    public record Wish(
            UUID id,
            String clientId,
            Client.Bot bot,
            String name,
            AuthMethod method,
            List<String> scopes,
            @Nullable JsonNode keySet) {}

    /// Makes a client that gets tokens for itself, with a secret if it proves itself by one.
    public Clients.Made make(Transaction transaction, Wish wish) {
        ClientSettings settings =
                settings(ClientSettings.usual(), wish.name(), wish.method(), wish.scopes(), wish.keySet());
        var wanted = new Clients.NewClient(settings, Optional.of(wish.clientId()), Client.Origin.ADMINISTRATOR);
        return clients.make(transaction, new ClientId(wish.id()), wanted, Optional.of(wish.bot()));
    }

    /// The living ones among these.
    public List<Client> list(List<ClientId> ids) {
        return clients.listOfBots(ids);
    }

    /// The same inside a transaction.
    public List<Client> list(Transaction transaction, List<ClientId> ids) {
        return clients.listOfBots(transaction, ids);
    }

    /// Gives one another name and other rights.
    public Client change(Transaction transaction, ClientId id, String name, List<String> scopes) {
        Client before = require(transaction, id);
        ClientSettings settings = before.settings();
        return clients.change(
                transaction,
                before,
                settings(
                        settings,
                        name,
                        settings.authMethod(),
                        scopes,
                        settings.keys().jwks()));
    }

    /// Lets one prove itself by this key and by no other.
    public void replaceKey(Transaction transaction, ClientId id, JsonNode key) {
        Client before = require(transaction, id);
        ClientSettings settings = before.settings();
        clients.change(
                transaction,
                before,
                settings(
                        settings,
                        settings.name(),
                        settings.authMethod(),
                        settings.grants().scopes(),
                        keySet(key)));
    }

    /// Gives one a new secret. The one before works until the overlap is over.
    public Clients.Rotation rotate(Transaction transaction, ClientId id, Duration overlap) {
        return clients.rotate(transaction, require(transaction, id), overlap);
    }

    /// Stops clients, and with them every token that they have, or lets them work again.
    public void suspend(Transaction transaction, List<ClientId> ids, boolean suspended) {
        if (!ids.isEmpty()) {
            clients.suspend(transaction, ids, suspended);
        }
    }

    /// Ends one, and every token that it has.
    public void delete(Transaction transaction, ClientId id) {
        clients.delete(transaction, require(transaction, id));
    }

    /// A set with one key (RFC 7517 section 5).
    public static JsonNode keySet(JsonNode key) {
        return Json.treeOf(Map.of("keys", List.of(key)));
    }

    private Client require(Transaction transaction, ClientId id) {
        return clients.ofBot(transaction, id).orElseThrow();
    }

    private static ClientSettings settings(
            ClientSettings base, String name, AuthMethod method, List<String> scopes, @Nullable JsonNode keySet) {
        var settings = new ClientSettings(
                name,
                base.profile(),
                base.firstParty(),
                method,
                new Keys(null, keySet, null, TlsIdentity.UNKNOWN),
                List.of(),
                base.addresses(),
                new Grants(List.of(GrantType.CLIENT_CREDENTIALS), List.of(), scopes, List.of()),
                base.tokens(),
                base.subjects(),
                base.requests(),
                base.logout(),
                base.appearance());
        ClientRules.check(settings);
        return settings;
    }
}
