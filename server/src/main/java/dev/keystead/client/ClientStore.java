package dev.keystead.client;

import dev.keystead.client.Client.Secrets;
import dev.keystead.client.ClientSettings.Addresses;
import dev.keystead.client.ClientSettings.Appearance;
import dev.keystead.client.ClientSettings.Grants;
import dev.keystead.client.ClientSettings.Keys;
import dev.keystead.client.ClientSettings.Logout;
import dev.keystead.client.ClientSettings.Requests;
import dev.keystead.client.ClientSettings.Subjects;
import dev.keystead.client.ClientSettings.Tokens;
import dev.keystead.platform.crypto.Digest;
import dev.keystead.platform.db.Words;
import dev.keystead.platform.json.Json;
import dev.keystead.platform.json.StoredJson;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Parameters;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.WorkspaceId;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The statements on clients. Deleted ones are seen by none of them.
final class ClientStore {
    private static final UUID BEFORE_ALL = new UUID(0, 0);

    static final Command CLIENT_INSERT = Command.tenant("client.client.insert", """
            insert into oauth.clients
                (name, client_type, profile, first_party, token_endpoint_auth_method, secret_hash, secret_sealed,
                 previous_secret_hash, previous_secret_ends_at, registration_hash, redirect_uris, grant_types,
                 response_types, scopes, authorization_details_types, client_uri, logo_uri, tos_uri, policy_uri,
                 contacts, metadata, updated_at, id, client_id, origin, service_identity_id, suspended_at, version,
                 created_at, tenant_id)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, cast(? as jsonb), ?,
                ?, ?, ?, ?, ?, 1, ?, ?)""")
            .onConflict("a client of this workspace has this client_id already");

    static final Query<Client> CLIENT_FIND = Query.tenant("client.client.find", """
            select tenant_id, id, client_id, name, profile, origin, service_identity_id, suspended_at, first_party,
                token_endpoint_auth_method, secret_hash, secret_sealed, previous_secret_hash, previous_secret_ends_at,
                registration_hash, redirect_uris, grant_types, response_types, scopes, authorization_details_types,
                client_uri, logo_uri, tos_uri, policy_uri, contacts, metadata::text as metadata, version, created_at,
                updated_at
            from oauth.clients
            where id = ?
              and service_identity_id is null
              and deleted_at is null
              and tenant_id = ?""", ClientStore::client);

    static final Query<Client> CLIENT_FIND_BY_CLIENT_ID =
            Query.tenant("client.client.find-by-client-id", """
            select tenant_id, id, client_id, name, profile, origin, service_identity_id, suspended_at, first_party,
                token_endpoint_auth_method, secret_hash, secret_sealed, previous_secret_hash, previous_secret_ends_at,
                registration_hash, redirect_uris, grant_types, response_types, scopes, authorization_details_types,
                client_uri, logo_uri, tos_uri, policy_uri, contacts, metadata::text as metadata, version, created_at,
                updated_at
            from oauth.clients
            where client_id = ?
              and deleted_at is null
              and tenant_id = ?""", ClientStore::client);

    static final Query<Client> CLIENT_LIST = Query.tenant("client.client.list", """
            select tenant_id, id, client_id, name, profile, origin, service_identity_id, suspended_at, first_party,
                token_endpoint_auth_method, secret_hash, secret_sealed, previous_secret_hash, previous_secret_ends_at,
                registration_hash, redirect_uris, grant_types, response_types, scopes, authorization_details_types,
                client_uri, logo_uri, tos_uri, policy_uri, contacts, metadata::text as metadata, version, created_at,
                updated_at
            from oauth.clients
            where id > ?
              and service_identity_id is null
              and deleted_at is null
              and tenant_id = ?
            order by id
            limit ?""", ClientStore::client);

    static final Query<Client> CLIENT_LOCK = Query.tenant("client.client.lock", """
            select tenant_id, id, client_id, name, profile, origin, service_identity_id, suspended_at, first_party,
                token_endpoint_auth_method, secret_hash, secret_sealed, previous_secret_hash, previous_secret_ends_at,
                registration_hash, redirect_uris, grant_types, response_types, scopes, authorization_details_types,
                client_uri, logo_uri, tos_uri, policy_uri, contacts, metadata::text as metadata, version, created_at,
                updated_at
            from oauth.clients
            where id = ?
              and deleted_at is null
              and tenant_id = ?
            for no key update""", ClientStore::client);

    /// Whoever registered itself says what it likes: only what administrators registered counts.
    static final Query<String> DETAILS_TYPES =
            Query.tenant("client.client.details-types", """
            select distinct unnest(authorization_details_types) as details_type
            from oauth.clients
            where origin = 'administrator'
              and service_identity_id is null
              and deleted_at is null
              and tenant_id = ?
            order by details_type
            limit ?""", row -> row.text("details_type"));

    /// Those of service accounts, which nothing else sees in a list.
    static final Query<Client> CLIENT_LIST_OF_BOTS =
            Query.tenant("client.client.list-of-bots", """
            select tenant_id, id, client_id, name, profile, origin, service_identity_id, suspended_at, first_party,
                token_endpoint_auth_method, secret_hash, secret_sealed, previous_secret_hash, previous_secret_ends_at,
                registration_hash, redirect_uris, grant_types, response_types, scopes, authorization_details_types,
                client_uri, logo_uri, tos_uri, policy_uri, contacts, metadata::text as metadata, version, created_at,
                updated_at
            from oauth.clients
            where id = any (cast(? as uuid[]))
              and service_identity_id is not null
              and deleted_at is null
              and tenant_id = ?""", ClientStore::client);

    /// Answers by which names the clients are known.
    static final Query<String> CLIENTS_SUSPEND =
            Query.tenant("client.client.suspend", """
            update oauth.clients
            set suspended_at = ?, updated_at = ?, version = version + 1
            where id = any (cast(? as uuid[]))
              and service_identity_id is not null
              and deleted_at is null
              and tenant_id = ?
            returning client_id""", row -> row.text("client_id"));

    static final Command CLIENT_UPDATE = Command.tenant("client.client.update", """
            update oauth.clients
            set name = ?, client_type = ?, profile = ?, first_party = ?, token_endpoint_auth_method = ?,
                secret_hash = ?, secret_sealed = ?, previous_secret_hash = ?, previous_secret_ends_at = ?,
                registration_hash = ?, redirect_uris = ?, grant_types = ?, response_types = ?, scopes = ?,
                authorization_details_types = ?, client_uri = ?, logo_uri = ?, tos_uri = ?, policy_uri = ?,
                contacts = ?, metadata = cast(? as jsonb), updated_at = ?, version = version + 1
            where id = ?
              and deleted_at is null
              and tenant_id = ?""");

    /// The secrets go at once: nothing of what proved the client stays.
    static final Command CLIENT_DELETE = Command.tenant("client.client.delete", """
            update oauth.clients
            set deleted_at = ?, secret_hash = null, secret_sealed = null, previous_secret_hash = null,
                previous_secret_ends_at = null, registration_hash = null, updated_at = ?, version = version + 1
            where id = ?
              and deleted_at is null
              and tenant_id = ?""");

    /// What people allowed it goes before it.
    static final Command CLIENT_PURGE =
            Command.crossTenant("client.client.purge", "deleted clients of all workspaces are removed together", """
            delete from oauth.clients
            where (tenant_id, id) in (
                select k.tenant_id, k.id
                from oauth.clients k
                where k.deleted_at < cast(? as timestamptz) - interval '90 days'
                  and not exists (
                    select from oauth.consents c
                    where c.tenant_id = k.tenant_id and c.client_id = k.id
                    offset 0)
                limit ?)""");

    private final Database database;

    ClientStore(Database database) {
        this.database = database;
    }

    /// What has no column of its own.
    record Metadata(
            Keys keys, Addresses addresses, Tokens tokens, Subjects subjects, Requests requests, Logout logout) {
        static Metadata of(ClientSettings settings) {
            return new Metadata(
                    settings.keys(),
                    settings.addresses(),
                    settings.tokens(),
                    settings.subjects(),
                    settings.requests(),
                    settings.logout());
        }
    }

    void insert(Transaction transaction, Client client) {
        transaction.update(CLIENT_INSERT, p -> {
            bind(p, client);
            p.id(client.id())
                    .text(client.clientId())
                    .text(Words.of(client.origin()))
                    .uuid(client.bot().map(Client.Bot::identity).orElse(null))
                    .instant(client.works() ? null : client.createdAt())
                    .instant(client.createdAt());
        });
    }

    Optional<Client> find(ClientId id) {
        return database.find(CLIENT_FIND, p -> p.id(id));
    }

    Optional<Client> find(String clientId) {
        return database.find(CLIENT_FIND_BY_CLIENT_ID, p -> p.text(clientId));
    }

    List<Client> list(Optional<UUID> after, int limit) {
        return database.list(
                CLIENT_LIST, p -> p.uuid(after.orElse(BEFORE_ALL)).scope().integer(limit));
    }

    List<String> detailsTypes(int limit) {
        return database.list(DETAILS_TYPES, p -> p.scope().integer(limit));
    }

    List<Client> listOfBots(List<ClientId> ids) {
        return database.list(CLIENT_LIST_OF_BOTS, p -> p.uuids(ids, ClientId::value));
    }

    List<Client> listOfBots(Transaction transaction, List<ClientId> ids) {
        return transaction.list(CLIENT_LIST_OF_BOTS, p -> p.uuids(ids, ClientId::value));
    }

    /// @param since null to let them work again
    List<String> suspend(Transaction transaction, List<ClientId> ids, @Nullable Instant since, Instant at) {
        return transaction.list(
                CLIENTS_SUSPEND, p -> p.instant(since).instant(at).uuids(ids, ClientId::value));
    }

    Optional<Client> findForUpdate(Transaction transaction, ClientId id) {
        return transaction.find(CLIENT_LOCK, p -> p.id(id));
    }

    void update(Transaction transaction, Client client) {
        transaction.update(CLIENT_UPDATE, p -> {
            bind(p, client);
            p.id(client.id());
        });
    }

    void delete(Transaction transaction, ClientId id, Instant at) {
        transaction.update(CLIENT_DELETE, p -> p.instant(at).instant(at).id(id));
    }

    private static void bind(Parameters p, Client client) {
        ClientSettings settings = client.settings();
        Secrets secrets = client.secrets();
        Appearance appearance = settings.appearance();
        p.text(settings.name())
                .text(Words.of(client.type()))
                .text(Words.of(settings.profile()))
                .flag(settings.firstParty())
                .text(settings.authMethod().wire())
                .bytes(secrets.hash().map(Digest::bytes).orElse(null))
                .bytes(secrets.sealed().map(HexFormat.of()::parseHex).orElse(null))
                .bytes(secrets.previous()
                        .map(Secrets.Previous::hash)
                        .map(Digest::bytes)
                        .orElse(null))
                .instant(secrets.previous().map(Secrets.Previous::endsAt).orElse(null))
                .bytes(secrets.registration().map(Digest::bytes).orElse(null))
                .texts(settings.redirectUris())
                .texts(settings.grants().types().stream().map(GrantType::wire).toList())
                .texts(settings.grants().responseTypes().stream()
                        .map(ResponseType::wire)
                        .toList())
                .texts(settings.grants().scopes())
                .texts(settings.grants().authorizationDetailsTypes())
                .text(appearance.clientUri())
                .text(appearance.logoUri())
                .text(appearance.tosUri())
                .text(appearance.policyUri())
                .texts(appearance.contacts())
                .text(Json.text(Metadata.of(settings)))
                .instant(client.updatedAt());
    }

    private static Client client(Row row) {
        return new Client(
                new ClientId(row.uuid("id")),
                new WorkspaceId(row.uuid("tenant_id")),
                row.text("client_id"),
                Words.parse(Client.Origin.class, row.text("origin")),
                row.findUuid("service_identity_id")
                        .map(identity -> new Client.Bot(
                                identity, row.findInstant("suspended_at").isPresent())),
                settings(row),
                secrets(row),
                row.integer("version"),
                row.instant("created_at"),
                row.instant("updated_at"));
    }

    private static ClientSettings settings(Row row) {
        Metadata rest = StoredJson.read(Metadata.class, Metadata.of(ClientSettings.usual()), row.text("metadata"));
        return new ClientSettings(
                row.text("name"),
                Words.parse(ClientSettings.Profile.class, row.text("profile")),
                row.flag("first_party"),
                Words.parse(AuthMethod.class, row.text("token_endpoint_auth_method")),
                rest.keys(),
                row.texts("redirect_uris"),
                rest.addresses(),
                new Grants(
                        row.texts("grant_types").stream()
                                .flatMap(wire -> GrantType.find(wire).stream())
                                .toList(),
                        row.texts("response_types").stream()
                                .flatMap(wire -> ResponseType.find(wire).stream())
                                .toList(),
                        row.texts("scopes"),
                        row.texts("authorization_details_types")),
                rest.tokens(),
                rest.subjects(),
                rest.requests(),
                rest.logout(),
                new Appearance(
                        row.findText("client_uri").orElse(null),
                        row.findText("logo_uri").orElse(null),
                        row.findText("tos_uri").orElse(null),
                        row.findText("policy_uri").orElse(null),
                        row.texts("contacts")));
    }

    private static Secrets secrets(Row row) {
        return new Secrets(
                row.findBytes("secret_hash").map(Digest::of),
                row.findBytes("secret_sealed").map(HexFormat.of()::formatHex),
                row.findBytes("previous_secret_hash")
                        .map(hash -> new Secrets.Previous(Digest.of(hash), row.instant("previous_secret_ends_at"))),
                row.findBytes("registration_hash").map(Digest::of));
    }
}
