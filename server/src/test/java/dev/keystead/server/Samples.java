package dev.keystead.server;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.apikey.ApiKeyRoutes;
import dev.keystead.audit.chain.ChainRoutes;
import dev.keystead.audit.chain.ExportRoutes;
import dev.keystead.badge.BadgeRoutes;
import dev.keystead.bot.ServiceAccountRoutes;
import dev.keystead.bot.ServiceIdentityRoutes;
import dev.keystead.cascade.RevocationRoutes;
import dev.keystead.client.ClientRoutes;
import dev.keystead.client.ClientWish;
import dev.keystead.credential.FactorId;
import dev.keystead.directory.ChangeUser;
import dev.keystead.directory.CreateUser;
import dev.keystead.directory.ErasureRoutes;
import dev.keystead.directory.UserId;
import dev.keystead.grant.TokenAdministration;
import dev.keystead.key.SigningKeyRoutes;
import dev.keystead.member.MemberRoutes;
import dev.keystead.member.OwnershipRoutes;
import dev.keystead.member.Resource;
import dev.keystead.node.NodeId;
import dev.keystead.node.NodeRoutes;
import dev.keystead.oauth.register.RegistrationTokenRoutes;
import dev.keystead.org.OrgRoutes;
import dev.keystead.pat.PersonalTokenId;
import dev.keystead.platform.http.Access;
import dev.keystead.platform.http.Audit;
import dev.keystead.platform.http.Method;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.id.Prefix;
import dev.keystead.project.ProjectRoutes;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Person;
import dev.keystead.session.SessionId;
import dev.keystead.setup.SetupRoutes;
import dev.keystead.subtenant.ChangeSubtenant;
import dev.keystead.subtenant.CreateSubtenant;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.trust.Supposition;
import dev.keystead.webhook.WebhookRoutes;
import dev.keystead.workspace.TenantRoutes;
import dev.keystead.workspace.WorkspaceId;
import dev.keystead.workspace.WorkspaceRoutes;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One sound request for every route that changes something, for tests that walk the route table.
///
/// A new body record needs a line in `BODIES` (policies have theirs in [PolicySamples]), a new route with
/// an `{id}` one in [Targets], a new form one in `FORMS`: the walks fail until it is there.
public final class Samples {
    private static final Pattern HIDDEN_CSRF = Pattern.compile("name=\"csrf\" value=\"([^\"]+)\"");

    private static final Map<Class<?>, Function<TestServer, String>> BODIES = Map.ofEntries(
            entry(
                    CreateUser.class,
                    _ -> "{\"email\":\"%s@sample.test\",\"display_name\":\"Sample\"}".formatted(UuidV7.next())),
            entry(ErasureRoutes.EraseUser.class, _ -> "{\"confirm\":\"erase\"}"),
            entry(ChangeUser.class, _ -> "{\"display_name\":\"Changed\"}"),
            entry(
                    WorkspaceRoutes.CreateWorkspace.class,
                    _ -> "{\"slug\":\"w%s\",\"name\":\"Sample\"}"
                            .formatted(UuidV7.next().toString().replace("-", ""))),
            entry(WorkspaceRoutes.ChangeWorkspace.class, _ -> "{\"name\":\"Renamed %s\"}".formatted(UuidV7.next())),
            entry(
                    OrgRoutes.CreateOrg.class,
                    _ -> "{\"slug\":\"o%s\",\"name\":\"Sample\"}"
                            .formatted(UuidV7.next().toString().replace("-", ""))),
            entry(OrgRoutes.RenameOrg.class, _ -> "{\"name\":\"Renamed %s\"}".formatted(UuidV7.next())),
            entry(
                    MemberRoutes.AddMember.class,
                    server -> "{\"user_id\":\"%s\",\"role\":\"viewer\"}"
                            .formatted(server.makePerson("p"
                                            + UuidV7.next()
                                                    .toString()
                                                    .replace("-", "")
                                                    .substring(14))
                                    .user()
                                    .text())),
            entry(MemberRoutes.ChangeMember.class, _ -> "{\"role\":\"admin\"}"),
            entry(TenantRoutes.CreateTenant.class, _ -> named("t")),
            entry(
                    TenantRoutes.ChangeTenant.class,
                    _ -> "{\"logo_url\":\"https://sample.test/%s.png\"}".formatted(UuidV7.next())),
            entry(ProjectRoutes.CreateProject.class, _ -> named("p")),
            entry(ProjectRoutes.ChangeProject.class, _ -> "{\"description\":\"Changed %s\"}".formatted(UuidV7.next())),
            entry(CreateSubtenant.class, _ -> named("s")),
            entry(ChangeSubtenant.class, _ -> "{\"settings\":{\"changed\":\"%s\"}}".formatted(UuidV7.next())),
            entry(
                    NodeRoutes.CreateUnit.class,
                    _ -> Targets.unitUnder(NodeId.make().text())),
            entry(NodeRoutes.RenameUnit.class, _ -> "{\"name\":\"Renamed %s\"}".formatted(UuidV7.next())),
            entry(NodeRoutes.MoveNode.class, _ -> "{\"parent_id\":\"%s\"}".formatted(NodeId.make())),
            entry(ChainRoutes.VerifyChains.class, _ -> "{}"),
            entry(
                    ExportRoutes.CreateAuditExport.class,
                    // However many are under way, one more can be asked for.
                    server -> {
                        server.execute("update audit.exports set state = 'done', rows_total = 0, done_at = now()"
                                + " where state <> 'done'");
                        return "{\"trail\":\"admin_audit\"}";
                    }),
            entry(SigningKeyRoutes.RotateKeys.class, _ -> "{\"algorithm\":\"ES256\",\"immediate\":true}"),
            entry(ApiKeyRoutes.ChangeKey.class, _ -> "{\"name\":\"renamed %s\"}".formatted(UuidV7.next())),
            entry(ApiKeyRoutes.CreateKey.class, _ -> "{\"name\":\"sample\",\"scopes\":[\"read:user\"]}"),
            entry(
                    ClientWish.class,
                    _ -> "{\"name\":\"Sample %s\",\"redirect_uris\":[\"https://sample.test/back\"]}"
                            .formatted(UuidV7.next())),
            entry(ClientRoutes.RotateSecret.class, _ -> "{\"overlap_seconds\":60}"),
            entry(RegistrationTokenRoutes.CreateRegistrationToken.class, _ -> "{\"name\":\"sample\"}"),
            entry(
                    WebhookRoutes.CreateWebhook.class,
                    _ -> "{\"url\":\"https://localhost:9/hook\",\"event_types\":[\"identity.user.*\"]}"),
            entry(WebhookRoutes.ChangeWebhook.class, _ -> "{\"description\":\"Changed %s\"}".formatted(UuidV7.next())),
            entry(Supposition.class, _ -> "{\"more_strikes\":1}"),
            entry(RevocationRoutes.RevokeLineage.class, _ -> "{\"reason\":\"abuse\"}"),
            entry(TokenAdministration.RevokeGrants.class, _ -> "{\"before\":\"2020-01-01T00:00:00Z\"}"),
            entry(SetupRoutes.Bootstrap.class, server -> "{\"token\":\"" + server.newSetupToken() + "\"}"));

    /// Bodies that name something of the caller's own, which is made for them.
    private static final Map<Class<?>, Function<Targets.Caller, String>> INSIDE = Map.of(
            BadgeRoutes.IssueBadge.class,
            BadgeSamples::wish,
            ServiceAccountRoutes.CreateServiceAccount.class,
            BotSamples::accountBody,
            ServiceIdentityRoutes.AttestServiceIdentity.class,
            BotSamples::attestBody,
            NodeRoutes.CreateUnit.class,
            caller -> Targets.unitUnder(caller.workspaceNode()),
            NodeRoutes.MoveNode.class,
            caller -> "{\"parent_id\":\"%s\"}".formatted(caller.makeUnit().resource()),
            OwnershipRoutes.TransferWorkspace.class,
            LifeSamples::transfer);

    private Samples() {}

    /// A request that succeeds when it is sent once.
    ///
    /// @param target the last id in the path, or nothing
    /// @param resource the id of what is changed, or nothing when the answer tells
    /// @param actor the id of who does it without a key, or nothing
    public record Deed(
            Route route,
            Client client,
            String path,
            @Nullable String body,
            String target,
            String resource,
            String actor) {
        public Answer send() {
            return client.send(route.method().name(), path, body);
        }

        public Deed as(Client other) {
            return new Deed(route, other, path, body, target, resource, actor);
        }

        public Deed at(String otherPath) {
            return new Deed(route, client, otherPath, body, target, resource, actor);
        }

        public Deed saying(@Nullable String otherBody) {
            return new Deed(route, client, path, otherBody, target, resource, actor);
        }

        public Deed with(String header, String value) {
            return as(client.with(header, value));
        }
    }

    /// The authenticator app of a user, in place of one that is there.
    public static FactorId app(TestServer server, WorkspaceId workspace, UserId user) {
        server.execute("delete from identity.mfa_factors where user_id = '" + user.value() + "'");
        return DoorSamples.app(server, workspace, user);
    }

    /// A personal access token of a user.
    public static PersonalTokenId token(TestServer server, WorkspaceId workspace, UserId user) {
        String id = DoorSamples.token(server, workspace, user)
                .json()
                .path("token")
                .path("id")
                .asString();
        return Prefix.PERSONAL_ACCESS_TOKEN.parse(id, PersonalTokenId::new).orElseThrow();
    }

    /// A session of a user, as signing in starts it.
    public static SessionId session(TestServer server, WorkspaceId workspace, UserId user) {
        return DoorSamples.begin(server, workspace, user).id();
    }

    /// A sound body of a kind.
    public static String body(Class<?> type, TestServer server) {
        Function<TestServer, String> body = Stream.of(
                        BODIES,
                        PolicySamples.BODIES,
                        PolicySamples.OF_ORGANISATIONS,
                        LifeSamples.BODIES,
                        DoorSamples.BODIES,
                        HandleSamples.BODIES,
                        DomainSamples.BODIES,
                        GroupSamples.BODIES,
                        InviteSamples.BODIES,
                        BadgeSamples.BODIES,
                        BotSamples.BODIES,
                        DeviceSamples.BODIES,
                        FederationSamples.BODIES,
                        LicenseSamples.BODIES,
                        SamlSamples.BODIES)
                .flatMap(bodies -> Optional.ofNullable(bodies.get(type)).stream())
                .findFirst()
                .orElse(null);
        assertThat(body).as("a sample of %s in Samples.BODIES", type).isNotNull();
        return Optional.ofNullable(body).orElseThrow().apply(server);
    }

    /// A sound body of a kind, for somebody who may make what it has to name.
    public static String body(Class<?> type, TestServer server, Client client) {
        return Optional.ofNullable(INSIDE.get(type))
                .or(() -> Optional.ofNullable(LicenseSamples.INSIDE.get(type)))
                .map(body -> body.apply(new Targets.Caller(server, client)))
                .orElseGet(() -> body(type, server));
    }

    private static String named(String slugStart) {
        return "{\"slug\":\"%s%s\",\"name\":\"Sample\"}"
                .formatted(slugStart, UuidV7.next().toString().replace("-", ""));
    }

    /// What people do to their own credentials needs a recent proof or a whole ceremony, which the tests of
    /// the account go through; what anybody may begin leaves events at the door.
    private static final Set<String> TRIED_ELSEWHERE = Set.of(
            "account.update",
            "account.delete",
            "password.change",
            "passkey.add",
            "passkey.rename",
            "device.register",
            "device.rename",
            "device.revoke",
            "device.verify",
            "binding_certificate.issue",
            "binding_certificate.revoke",
            "totp.add",
            "recovery_codes.make",
            "personal_access_token.create",
            "personal_access_token.rotate",
            "identity.unlink");

    /// Whether a route changes something and can be tried by a sample. Endpoints of foreign protocols, and
    /// the pages on the way through them, are tried by the tests of those protocols.
    public static boolean isWalked(Route route) {
        boolean own = route.access() instanceof Access.Self || route.access() instanceof Access.SignedIn;
        return route.method().isChanging()
                && !isOfForeignProtocol(route)
                && route.audit() instanceof Audit.Action(String action)
                && !route.template().text().startsWith("/account")
                && !(own && (TRIED_ELSEWHERE.contains(action) || action.equals("mfa.remove")));
    }

    /// Whether a route is an endpoint of a protocol that is not ours, or a page on the way through one.
    public static boolean isOfForeignProtocol(Route route) {
        String template = route.template().text();
        return route.isEndpoint() || template.startsWith("/oauth/") || template.startsWith("/oidc/");
    }

    /// The action that a route leaves in the audit trail.
    public static String actionOf(Route route) {
        assertThat(route.audit())
                .as("%s changes something and names an action", route)
                .isInstanceOf(Audit.Action.class);
        return ((Audit.Action) route.audit()).name();
    }

    /// Whether a route is for operators only: those of the installation, and those that change what all
    /// workspaces share.
    public static boolean isOperators(Route route) {
        return route.access()
                .neededRight()
                .filter(needed -> needed.resource().equals(Resource.SYSTEM.word())
                        || (needed.resource().equals(Resource.MODULE.word()) && needed.verb() != AccessScope.Verb.READ))
                .isPresent();
    }

    /// A sound request on a route, by a client that may do everything in its organisation, or by the
    /// administrator of the installation where that is needed.
    public static Deed of(Route route, TestServer server, Client client) {
        var caller = new Targets.Caller(server, isOperators(route) ? server.asAdministrator() : client);
        var target = new Targets.Target(List.of(), "", caller.client());
        if (!route.template().variables().isEmpty()) {
            String action = actionOf(route);
            Function<Targets.Caller, Targets.Target> make = switch (action) {
                case "session.end" -> asked -> asked.makeSession(route);
                case "personal_access_token.revoke" -> asked -> asked.makeToken(route);
                case "invite.revoke" -> asked -> InviteSamples.target(asked, route);
                default ->
                    Stream.of(
                                    LifeSamples.TARGETS,
                                    GroupSamples.TARGETS,
                                    BotSamples.BY_ACTION,
                                    DeviceSamples.TARGETS,
                                    FederationSamples.TARGETS,
                                    LicenseSamples.TARGETS,
                                    SamlSamples.TARGETS,
                                    Targets.BY_ACTION)
                            .flatMap(targets -> Optional.ofNullable(targets.get(action)).stream())
                            .findFirst()
                            .orElse(null);
            };
            assertThat(make).as("a target for %s in Targets", action).isNotNull();
            target = Optional.ofNullable(make).orElseThrow().apply(caller);
            assertThat(target.ids()).as("the target of %s", route).doesNotContain("");
        } else if (route.access() instanceof Access.Self) {
            Person person = DoorSamples.newPerson(server);
            target = new Targets.Target(List.of(), person.user().text(), server.as(person.key()));
        }
        String path = target.path(route.template().text());
        if (route.work().body().orElse(null) instanceof Work.Taken.Form<?>) {
            String template = route.template().text();
            Optional<DoorSamples.Form> form = DoorSamples.form(route, server)
                    .or(() -> Optional.of(template).filter("/setup"::equals).map(_ -> setupForm(server)));
            assertThat(form).as("a form for %s in DoorSamples", template).isPresent();
            return new Deed(
                    route,
                    new Client(client.base(), "", form.get().headers()),
                    path,
                    form.get().body(),
                    "",
                    "",
                    form.get().actor());
        }
        Client doer = target.client();
        String body = route.jsonBody().map(type -> body(type, server, doer)).orElse(null);
        // A role is a word, not an id.
        String last = target.ids().stream()
                .filter(id -> id.contains("_"))
                .reduce((_, later) -> later)
                .orElse("");
        // What a POST below a thing makes is told by the answer.
        boolean makes = route.method() == Method.POST
                && route.status() == 201
                && route.template().text().endsWith("s");
        return new Deed(route, target.client(), path, body, last, makes ? "" : target.resource(), "");
    }

    private static DoorSamples.Form setupForm(TestServer server) {
        String token = server.newSetupToken();
        Answer page = server.as("").get("/setup?token=" + token);
        Matcher csrf = HIDDEN_CSRF.matcher(page.text());
        assertThat(csrf.find()).as("a form in %s", page.text()).isTrue();
        String cookie = page.header("Set-Cookie").split(";", 2)[0];
        return new DoorSamples.Form(
                Map.of("Cookie", cookie, "Content-Type", "application/x-www-form-urlencoded"),
                "token=" + token + "&password=seven+green+lanterns&csrf="
                        + URLEncoder.encode(csrf.group(1), StandardCharsets.UTF_8),
                new UserId(UUID.fromString("00000000-0000-7000-8000-000000000003")).text());
    }
}
