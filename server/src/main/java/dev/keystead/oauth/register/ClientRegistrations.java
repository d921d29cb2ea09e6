package dev.keystead.oauth.register;

import dev.keystead.audit.AuditLog;
import dev.keystead.audit.Outcome;
import dev.keystead.client.Client;
import dev.keystead.client.ClientSettings;
import dev.keystead.client.ClientView;
import dev.keystead.client.Clients;
import dev.keystead.client.GrantType;
import dev.keystead.client.ImplicitFlow;
import dev.keystead.client.Sectors;
import dev.keystead.oauth.clientauth.ClientLimits;
import dev.keystead.oauth.wire.OAuthError;
import dev.keystead.platform.crypto.Secret;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.json.BadInput;
import dev.keystead.policy.Policies;
import dev.keystead.policy.RegistrationPolicy;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.WorkspaceId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The rules of applications that register themselves.
public final class ClientRegistrations {
    private static final String BEARER = "Bearer";

    /// RFC 7592 section 2.2: what a client that replaces its registration must not send.
    private static final List<String> NOT_SENT = List.of(
            "registration_access_token", "registration_client_uri", "client_secret_expires_at", "client_id_issued_at");

    private final Database database;
    private final Clients clients;
    private final Sectors sectors;
    private final ImplicitFlow implicitFlow;
    private final RegistrationTokens tokens;
    private final Policies policies;
    private final ClientLimits limits;
    private final AuditLog audit;

    public ClientRegistrations(
            Database database,
            Clients clients,
            Sectors sectors,
            ImplicitFlow implicitFlow,
            RegistrationTokens tokens,
            Policies policies,
            ClientLimits limits,
            AuditLog audit) {
        this.database = database;
        this.clients = clients;
        this.sectors = sectors;
        this.implicitFlow = implicitFlow;
        this.tokens = tokens;
        this.policies = policies;
        this.limits = limits;
        this.audit = audit;
    }

    /// A client with what it is told about itself.
    ///
    /// @param secret a new one, which is told once
    /// @param token its registration access token
    record Registered(Client client, Optional<Secret> secret, String token) {}

    /// Registers an application if the workspace lets it.
    Registered register(Call call, WorkspaceId workspace, Optional<String> presented, String body) {
        RegistrationPolicy.Mode mode = policies.registration(workspace.value()).mode();
        if (mode == RegistrationPolicy.Mode.CLOSED) {
            throw OAuthError.withStatus(
                    403, "access_denied", "here administrators register applications; ask one of them", "");
        }
        if (mode == RegistrationPolicy.Mode.TOKEN && presented.isEmpty()) {
            throw OAuthError.withStatus(
                    401, "invalid_token", "an initial access token is needed; ask an administrator for one", BEARER);
        }
        if (mode == RegistrationPolicy.Mode.OPEN) {
            // Before the metadata is read: checking it can make this server call addresses that it names.
            inside(workspace, transaction -> {
                limits.takeRegistration(transaction, call.remoteAddress());
                return true;
            });
        }
        ClientSettings settings = settings(workspace, ClientMetadata.parse(body), ClientSettings.usual(), List.of());
        var wanted = new Clients.NewClient(settings, Optional.empty(), Client.Origin.REGISTRATION);
        return inside(workspace, transaction -> {
            Optional<String> by = mode == RegistrationPolicy.Mode.TOKEN
                    ? Optional.of(consume(transaction, presented.orElseThrow()))
                    : Optional.empty();
            Clients.Made made = clients.make(transaction, wanted);
            Client client = made.client();
            audit.write(
                    transaction,
                    call,
                    by.orElse(client.actor()),
                    client.id(),
                    AuditLog.Change.made(ClientView.of(client)));
            return new Registered(
                    client,
                    made.secret(),
                    made.registrationToken().orElseThrow().text());
        });
    }

    private String consume(Transaction transaction, String presented) {
        return tokens.consume(transaction, presented)
                .map(token -> "did:keystead:" + token.id().text())
                .orElseThrow(() -> OAuthError.withStatus(
                        401,
                        "invalid_token",
                        "the initial access token does not work, or no longer",
                        BEARER + " error=\"invalid_token\""));
    }

    /// The settings that metadata asks for, over those that it says nothing about.
    ///
    /// @param given the grant types that the client has already
    private ClientSettings settings(
            WorkspaceId workspace, ClientMetadata metadata, ClientSettings base, List<GrantType> given) {
        return ClientMetadata.inWords(() -> {
            ClientSettings wanted = metadata.wish().over(base);
            refuseExchange(wanted, given);
            implicitFlow.check(workspace, wanted);
            sectors.check(wanted);
            return wanted;
        });
    }

    /// Who exchanges tokens turns one that was for itself into one for others, in somebody's name (RFC 8693
    /// section 5). Nobody has looked at who registers itself (RFC 7591 section 5): administrators give this.
    private static void refuseExchange(ClientSettings wanted, List<GrantType> given) {
        if (wanted.grants().types().contains(GrantType.TOKEN_EXCHANGE) && !given.contains(GrantType.TOKEN_EXCHANGE)) {
            throw BadInput.member(
                    "grant_types", "must not have token-exchange, which an administrator has to give the application");
        }
    }

    /// The client that a registration access token belongs to.
    ///
    /// @throws OAuthError when it belongs to none, or to another
    Client find(WorkspaceId workspace, String clientId, String token) {
        Optional<Client> found = clients.find(workspace, clientId);
        if (!clients.isRegistrationToken(found, token)) {
            throw ClientRegistrationRoutes.unproven();
        }
        return found.orElseThrow();
    }

    /// Replaces what a client registered (RFC 7592 section 2.2). What administrators decided about it
    /// stays.
    Registered replace(Call call, Client client, String token, String body) {
        ClientMetadata metadata = ClientMetadata.parse(body);
        if (!metadata.text("client_id").filter(client.clientId()::equals).isPresent()) {
            throw ClientMetadata.invalid("client_id must be there and be the client's own (RFC 7592 section 2.2)");
        }
        NOT_SENT.stream().filter(metadata::has).findFirst().ifPresent(name -> {
            throw ClientMetadata.invalid(name + " must not be sent (RFC 7592 section 2.2)");
        });
        if (metadata.text("client_secret")
                .filter(secret -> !clients.isSecret(Optional.of(client), secret))
                .isPresent()) {
            throw ClientMetadata.invalid("client_secret must be left out or be the client's own; it cannot be chosen");
        }
        ClientSettings standing = client.settings();
        ClientSettings wanted = settings(
                client.workspace(),
                metadata,
                decidedByOthers(standing),
                standing.grants().types());
        return inside(client.workspace(), transaction -> {
            Outcome<Client> outcome =
                    clients.change(transaction, client.id(), Optional.of((long) client.version()), _ -> wanted);
            return switch (outcome) {
                case Outcome.Changed<Client>(Client before, Client after) -> {
                    Registered told = withSecret(transaction, after, token);
                    var change = new AuditLog.Change(ClientView.of(before), ClientView.of(told.client()));
                    audit.write(transaction, call, client.actor(), client.id(), change);
                    yield told;
                }
                case Outcome.Unchanged<Client>(Client same) -> {
                    call.markUnchanged();
                    yield new Registered(same, Optional.empty(), token);
                }
                case Outcome.Made<Client> _,
                        Outcome.Deleted<Client> _,
                        Outcome.NotFound<Client> _,
                        Outcome.Stale<Client> _,
                        Outcome.Wrong<Client> _,
                        Outcome.Refused<Client> _,
                        Outcome.Kept<Client> _,
                        Outcome.NotAllowed<Client> _ ->
                    throw OAuthError.withStatus(
                            409, "invalid_request", "the registration was changed a moment ago; read it again", "");
            };
        });
    }

    /// A client that proves itself by a secret from now on is given one.
    private Registered withSecret(Transaction transaction, Client client, String token) {
        if (!client.settings().authMethod().usesSecret()
                || client.secrets().hash().isPresent()) {
            return new Registered(client, Optional.empty(), token);
        }
        return switch (clients.rotate(transaction, client.id(), Duration.ZERO)) {
            case Clients.Rotation.Rotated(Client _, Client after, Secret secret) ->
                new Registered(after, Optional.of(secret), token);
            case Clients.Rotation.NotFound _, Clients.Rotation.Refused _ ->
                throw new IllegalStateException("a client that was changed in this transaction is there");
        };
    }

    private static ClientSettings decidedByOthers(ClientSettings before) {
        ClientSettings usual = ClientSettings.usual();
        ClientSettings.Tokens tokens = usual.tokens();
        return new ClientSettings(
                usual.name(),
                before.profile(),
                before.firstParty(),
                usual.authMethod(),
                usual.keys(),
                usual.redirectUris(),
                usual.addresses(),
                usual.grants(),
                new ClientSettings.Tokens(
                        before.tokens().accessSeconds(),
                        before.tokens().refreshSeconds(),
                        tokens.dpopBound(),
                        tokens.certificateBound(),
                        tokens.idTokenAlgorithm(),
                        tokens.userinfoAlgorithm(),
                        tokens.introspectionAlgorithm(),
                        before.tokens().impersonation()),
                usual.subjects(),
                usual.requests(),
                usual.logout(),
                usual.appearance());
    }

    /// Removes a registration (RFC 7592 section 2.3).
    void remove(Call call, Client client) {
        inside(client.workspace(), transaction -> {
            if (!(clients.delete(transaction, client.id(), Optional.empty())
                    instanceof Outcome.Deleted<Client>(Client gone))) {
                throw ClientRegistrationRoutes.unproven();
            }
            audit.write(transaction, call, client.actor(), client.id(), AuditLog.Change.removed(ClientView.of(gone)));
            return gone;
        });
    }

    private <T> T inside(WorkspaceId workspace, Database.Work<T> work) {
        return Scope.tenant(workspace.value()).call(() -> database.write(work));
    }
}
