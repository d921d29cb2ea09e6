package dev.keystead.tenancywall;

import dev.keystead.apikey.ApiKeyId;
import dev.keystead.apikey.ApiKeyRoutes;
import dev.keystead.audit.chain.AuditExportId;
import dev.keystead.audit.chain.CheckpointId;
import dev.keystead.audit.chain.ExportRoutes;
import dev.keystead.authevent.AuthEventId;
import dev.keystead.badge.BadgeId;
import dev.keystead.badge.BadgeKeyId;
import dev.keystead.bot.ServiceAccountId;
import dev.keystead.bot.ServiceIdentityId;
import dev.keystead.bot.ServiceIdentityRoutes;
import dev.keystead.cascade.CascadeJobId;
import dev.keystead.cascade.RevocationId;
import dev.keystead.client.ClientId;
import dev.keystead.credential.FactorId;
import dev.keystead.directory.CreateUser;
import dev.keystead.directory.UserId;
import dev.keystead.domain.DomainRoutes;
import dev.keystead.event.EventId;
import dev.keystead.federation.ExternalIdentityId;
import dev.keystead.federation.saml.SamlKeyId;
import dev.keystead.grant.AccessTokenId;
import dev.keystead.handle.ReservationId;
import dev.keystead.invite.InviteId;
import dev.keystead.key.SigningKeyId;
import dev.keystead.key.SigningKeyRoutes;
import dev.keystead.member.Resource;
import dev.keystead.oauth.register.RegistrationTokenId;
import dev.keystead.oauth.register.RegistrationTokenRoutes;
import dev.keystead.pat.PersonalTokenId;
import dev.keystead.platform.http.Route;
import dev.keystead.server.BadgeSamples;
import dev.keystead.server.GrantSamples;
import dev.keystead.server.InviteSamples;
import dev.keystead.server.SamlSamples;
import dev.keystead.server.Samples;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TrailDesk;
import dev.keystead.session.SessionId;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.tenancy.testkit.Party;
import dev.keystead.tenancy.testkit.ResourceKind;
import dev.keystead.webhook.WebhookId;
import dev.keystead.webhook.WebhookRoutes;
import dev.keystead.workspace.OrgId;
import dev.keystead.workspace.WorkspaceId;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// What applications were given, programs are told and was signed, for the tenancy contract.
final class GivenKinds {
    private GivenKinds() {}

    /// What a party's owner allowed a client, which is how it is named.
    static ResourceKind consents(TestServer server) {
        return new ResourceKind(
                party -> {
                    ClientId client = application(server, party);
                    GrantSamples.consent(server, workspace(party), new UserId(id(party, Axis.USER)), client);
                    return client.text();
                },
                () -> ClientId.make().text());
    }

    static ResourceKind webhooks(TestServer server) {
        return new ResourceKind(
                party -> client(server, party)
                        .post("/v1/webhooks", Samples.body(WebhookRoutes.CreateWebhook.class, server))
                        .json()
                        .path("webhook")
                        .path("id")
                        .asString(),
                () -> WebhookId.make().text());
    }

    /// An event of a party. That it was never sent to the webhook at hand makes no difference to whoever asks.
    static ResourceKind deliveries(TestServer server) {
        return new ResourceKind(
                party -> {
                    var user = Samples.body(CreateUser.class, server);
                    client(server, party).post("/v1/users", user);
                    return client(server, party)
                            .get("/v1/events?limit=1")
                            .json()
                            .path("items")
                            .path(0)
                            .path("id")
                            .asString();
                },
                () -> new EventId(UuidV7.next()).text());
    }

    static ResourceKind accessTokens(TestServer server) {
        return new ResourceKind(
                party -> GrantSamples.accessToken(server, workspace(party), application(server, party))
                        .text(),
                () -> AccessTokenId.make().text());
    }

    /// What was signed about a party's audit trail. The party has an entry by the time anybody asks.
    static ResourceKind checkpoints(TestServer server, Function<Party, String> newest) {
        return new ResourceKind(
                party -> {
                    application(server, party);
                    new TrailDesk(server).seal();
                    new TrailDesk(server).sign();
                    return newest.apply(party);
                },
                () -> new CheckpointId(UuidV7.next()).text());
    }

    static ResourceKind registrationTokens(TestServer server) {
        return new ResourceKind(
                party -> client(server, party)
                        .post(
                                "/v1/registration-tokens",
                                Samples.body(RegistrationTokenRoutes.CreateRegistrationToken.class, server))
                        .json()
                        .path("token")
                        .path("id")
                        .asString(),
                () -> new RegistrationTokenId(UuidV7.next()).text());
    }

    /// An export of a party's trail that is done, so that its file is there.
    static ResourceKind exports(TestServer server) {
        return new ResourceKind(
                party -> {
                    String id = client(server, party)
                            .post("/v1/audit/exports", Samples.body(ExportRoutes.CreateAuditExport.class, server))
                            .id();
                    server.execute("update audit.exports set state = 'done', rows_total = 0, done_at = now()"
                            + " where id = app.id_uuid('" + id + "')");
                    return id;
                },
                () -> new AuditExportId(UuidV7.next()).text());
    }

    /// A domain is named by itself.
    static ResourceKind domains(TestServer server) {
        return new ResourceKind(
                party -> client(server, party)
                        .post(
                                "/v1/workspaces/" + workspace(party).text() + "/domains",
                                Samples.body(DomainRoutes.ClaimDomain.class, server))
                        .json()
                        .path("domain")
                        .asString(),
                () -> "d" + UuidV7.next() + ".example");
    }

    static ResourceKind serviceIdentities(TestServer server) {
        return new ResourceKind(
                party -> serviceIdentity(server, party),
                () -> ServiceIdentityId.make().text());
    }

    static ResourceKind serviceAccounts(TestServer server) {
        return new ResourceKind(
                party -> client(server, party)
                        .post(
                                "/v1/service-accounts",
                                "{\"service_identity_id\":\"%s\",\"name\":\"Own\",\"scopes\":[\"read:user\"]}"
                                        .formatted(serviceIdentity(server, party)))
                        .json()
                        .path("service_account")
                        .path("id")
                        .asString(),
                () -> ServiceAccountId.make().text());
    }

    private static String serviceIdentity(TestServer server, Party party) {
        return client(server, party)
                .post("/v1/service-identities", Samples.body(ServiceIdentityRoutes.CreateServiceIdentity.class, server))
                .id();
    }

    /// The newest key with which a party signs.
    static ResourceKind signingKeys(TestServer server) {
        return new ResourceKind(
                party -> client(server, party)
                        .post("/v1/signing-keys:rotate", Samples.body(SigningKeyRoutes.RotateKeys.class, server))
                        .json()
                        .path("keys")
                        .get(0)
                        .path("id")
                        .asString(),
                () -> SigningKeyId.make().text());
    }

    /// Something that happened to a party's owner.
    static ResourceKind events(TestServer server) {
        return new ResourceKind(
                party -> {
                    AuthEventId id = AuthEventId.make();
                    server.execute("""
                            insert into auth.auth_events
                                (tenant_id, id, user_id, event_type, ip_address, user_agent, created_at)
                            values ('%s', '%s', '%s', 'login_success', '192.0.2.1', 'test', now())""".formatted(id(party, Axis.TENANT), id.value(), id(party, Axis.USER)));
                    return id.text();
                },
                () -> AuthEventId.make().text());
    }

    /// A session of a party's owner.
    static ResourceKind sessions(TestServer server) {
        return new ResourceKind(
                party -> Samples.session(server, workspace(party), owner(party)).text(),
                () -> SessionId.make().text());
    }

    static ResourceKind tokens(TestServer server) {
        return new ResourceKind(
                party -> Samples.token(server, workspace(party), owner(party)).text(),
                () -> PersonalTokenId.make().text());
    }

    static ResourceKind apps(TestServer server) {
        return new ResourceKind(
                party -> Samples.app(server, workspace(party), owner(party)).text(),
                () -> FactorId.make().text());
    }

    private static UserId owner(Party party) {
        return new UserId(id(party, Axis.USER));
    }

    /// An invitation by a party's owner.
    static ResourceKind invites(TestServer server) {
        return new ResourceKind(
                party -> InviteSamples.open(server, workspace(party), new UserId(id(party, Axis.USER)))
                        .text(),
                () -> InviteId.make().text());
    }

    /// A badge of a party's owner.
    static ResourceKind badges(TestServer server) {
        return new ResourceKind(
                party -> badge(server, party).path("id").asString(),
                () -> BadgeId.make().text());
    }

    /// The key that signed it.
    static ResourceKind badgeKeys(TestServer server) {
        return new ResourceKind(
                party -> badge(server, party).path("document").path("kid").asString(),
                () -> BadgeKeyId.make().text());
    }

    static ResourceKind apiKeys(TestServer server) {
        return new ResourceKind(
                party -> client(server, party)
                        .post("/v1/api-keys", Samples.body(ApiKeyRoutes.CreateKey.class, server))
                        .json()
                        .path("key")
                        .path("id")
                        .asString(),
                () -> ApiKeyId.make().text());
    }

    /// A key for SAML that waits for its turn.
    static ResourceKind samlKeys(TestServer server) {
        return new ResourceKind(
                party -> SamlSamples.next(server, client(server, party)),
                () -> SamlKeyId.make().text());
    }

    private static JsonNode badge(TestServer server, Party party) {
        return BadgeSamples.issue(client(server, party), new UserId(id(party, Axis.USER)).text());
    }

    /// A party's owner, for what everybody has.
    static ResourceKind people() {
        return new ResourceKind(
                party -> new UserId(id(party, Axis.USER)).text(),
                () -> UserId.make().text());
    }

    /// Whether nothing that a route shows is either party's: it is for operators only, or shows what all share.
    static boolean isOfNeither(Route route) {
        return route.access()
                .neededRight()
                .filter(right -> right.resource().equals(Resource.SYSTEM.word())
                        || right.resource().equals(Resource.MODULE.word()))
                .isPresent();
    }

    /// A template in which whatever neither party can have is named already.
    static String naming(String template) {
        // A role is a word of the workspace's own: any will do, and none is foreign. A factor or a link of one's own is
        // looked at after a recent proof alone, which no key has, and a token is rotated so: every id gets the same
        // refusal.
        // What is the operator's is neither party's, such as the catalogue of modules.
        return template.replace("{role}", "editor")
                .replace("{name}", "expiry")
                .replace("{code}", "nobody-has-it")
                .replace("{handle}", "nobody-has-it")
                .replace("/v1/handle-reservations/{id}", "/v1/handle-reservations/" + ReservationId.make())
                .replace("/v1/system/outbox/{id}", "/v1/system/outbox/" + new EventId(UuidV7.next()))
                .replace("/v1/users/{id}/trust", "/v1/users/" + UserId.make() + "/trust")
                .replace("/v1/domains/{domain}", "/v1/domains/nobody-has-it.example")
                .replace("/v1/orgs/{id}:", "/v1/orgs/" + OrgId.make() + ":")
                .replace("/v1/cascade-jobs/{id}", "/v1/cascade-jobs/" + CascadeJobId.make())
                .replace("/v1/invite-revocations/{id}", "/v1/invite-revocations/" + RevocationId.make())
                .replace("{userId}:", UserId.make() + ":")
                .replace("/v1/me/mfa/{id}", "/v1/me/mfa/" + FactorId.make().text())
                .replace("/v1/me/identities/{id}", "/v1/me/identities/" + ExternalIdentityId.make())
                .replace("/tokens/{id}:", "/tokens/" + PersonalTokenId.make().text() + ":");
    }

    private static ClientId application(TestServer server, Party party) {
        return GrantSamples.client(server, client(server, party));
    }

    private static Client client(TestServer server, Party party) {
        return server.as(party.credential().substring("Bearer ".length()));
    }

    private static WorkspaceId workspace(Party party) {
        return new WorkspaceId(id(party, Axis.TENANT));
    }

    private static UUID id(Party party, Axis axis) {
        return Optional.ofNullable(party.ids().get(axis)).orElseThrow();
    }
}
