package dev.keystead.tenancywall;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.account.SessionRoutes;
import dev.keystead.apikey.ApiKeyRoutes;
import dev.keystead.audit.AuditEntryId;
import dev.keystead.audit.AuditRoutes;
import dev.keystead.audit.chain.ChainRoutes;
import dev.keystead.audit.chain.ExportRoutes;
import dev.keystead.authevent.AuthEventRoutes;
import dev.keystead.badge.BadgeKeyRoutes;
import dev.keystead.badge.BadgeView;
import dev.keystead.bot.ServiceAccountRoutes;
import dev.keystead.bot.ServiceIdentityView;
import dev.keystead.client.ClientId;
import dev.keystead.client.ClientView;
import dev.keystead.client.ClientWish;
import dev.keystead.connection.ConnectionView;
import dev.keystead.consent.ConsentView;
import dev.keystead.device.DeviceView;
import dev.keystead.device.authority.AuthorityRoutes;
import dev.keystead.device.authority.CertificateView;
import dev.keystead.directory.CreateUser;
import dev.keystead.directory.UserId;
import dev.keystead.directory.UserView;
import dev.keystead.domain.DomainView;
import dev.keystead.federation.IdentityView;
import dev.keystead.grant.AccessTokenView;
import dev.keystead.group.GroupMemberRoutes;
import dev.keystead.group.GroupRoutes;
import dev.keystead.invite.InviteView;
import dev.keystead.key.SigningKeyRoutes;
import dev.keystead.license.assignment.LicenseView;
import dev.keystead.license.usage.UsageRoutes;
import dev.keystead.member.MemberView;
import dev.keystead.member.OwnMembershipRoutes;
import dev.keystead.node.NodeId;
import dev.keystead.node.NodeRoutes;
import dev.keystead.node.NodeView;
import dev.keystead.oauth.register.RegistrationTokenRoutes;
import dev.keystead.pat.PersonalTokenView;
import dev.keystead.platform.http.Access;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.project.ProjectId;
import dev.keystead.project.ProjectRoutes;
import dev.keystead.project.ProjectView;
import dev.keystead.role.AssignmentRoutes;
import dev.keystead.role.RoleRoutes;
import dev.keystead.server.Samples;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.TestServer.Person;
import dev.keystead.shape.Statements;
import dev.keystead.subtenant.GroupBindingRoutes;
import dev.keystead.subtenant.RoleBindingRoutes;
import dev.keystead.subtenant.SubtenantId;
import dev.keystead.subtenant.SubtenantView;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.IdText;
import dev.keystead.tenancy.Sql;
import dev.keystead.tenancy.testkit.Party;
import dev.keystead.tenancy.testkit.ResourceKind;
import dev.keystead.tenancy.testkit.TenancyContract;
import dev.keystead.tenancy.testkit.TenancySubject;
import dev.keystead.tenancy.testkit.TestedRoute;
import dev.keystead.tenancy.testkit.TestedStatement;
import dev.keystead.webhook.WebhookRoutes;
import dev.keystead.workspace.OrgId;
import dev.keystead.workspace.TenantView;
import dev.keystead.workspace.WorkspaceId;
import dev.keystead.workspace.WorkspaceView;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// The tenancy contract over every route and every table of the product: both lists are read from the
/// running server.
class TenancyTest {
    /// Without a worker: rows that are sealed or handed on while a check compares them would look like a leak.
    private static final TestServer SERVER = TestServer.start("--roles", "web");
    private static final WholeDatabase DATABASE = WholeDatabase.of(SERVER);

    private static final Map<Class<?>, String> LISTED = Map.ofEntries(
            // The owner is on the first page, however many users the checks have made.
            entry(UserView.class, "members"),
            entry(WorkspaceView.class, "workspaces"),
            entry(MemberView.class, "members"),
            entry(OwnMembershipRoutes.OwnMembershipView.class, "workspaces"),
            entry(ApiKeyRoutes.KeyView.class, "api-keys"),
            entry(ClientView.class, "clients"),
            entry(RegistrationTokenRoutes.RegistrationTokenView.class, "registration-tokens"),
            entry(ConsentView.class, "consents"),
            entry(AccessTokenView.class, "access-tokens"),
            entry(SigningKeyRoutes.SigningKeyView.class, "signing-keys"),
            entry(AuditRoutes.EntryView.class, "audit"),
            entry(ChainRoutes.CheckpointView.class, "checkpoints"),
            entry(ExportRoutes.AuditExportView.class, "exports"),
            entry(TenantView.class, "tenants"),
            entry(ProjectView.class, "projects"),
            entry(SubtenantView.class, "subtenants"),
            entry(RoleBindingRoutes.RoleBindingView.class, "role-bindings"),
            entry(GroupBindingRoutes.GroupBindingView.class, "groups"),
            entry(GroupRoutes.GroupView.class, "groups"),
            entry(GroupMemberRoutes.GroupMemberView.class, "members"),
            entry(RoleRoutes.RoleView.class, "roles"),
            entry(AssignmentRoutes.AssignmentView.class, "assignments"),
            entry(SessionRoutes.SessionView.class, "sessions"),
            entry(PersonalTokenView.class, "tokens"),
            entry(InviteView.class, "invites"),
            entry(BadgeView.class, "badges"),
            entry(BadgeKeyRoutes.BadgeKeyView.class, "badge-issuer-keys"),
            entry(DeviceView.class, "devices"),
            entry(CertificateView.class, "certificates"),
            entry(AuthorityRoutes.AuthorityView.class, "authorities"),
            entry(AuthEventRoutes.AuthEventView.class, "auth-events"),
            entry(WebhookRoutes.WebhookView.class, "webhooks"),
            entry(ConnectionView.class, "connections"),
            entry(IdentityView.class, "identities"),
            entry(DomainView.class, "domains"),
            entry(ServiceIdentityView.class, "service-identities"),
            entry(ServiceAccountRoutes.ServiceAccountView.class, "service-accounts"),
            entry(LicenseView.class, "licenses"),
            entry(UsageRoutes.SeatView.class, "members"),
            entry(NodeView.class, "nodes"),
            entry(NodeRoutes.PlacedView.class, "nodes"));

    @AfterAll
    static void stop() {
        DATABASE.close();
        SERVER.close();
    }

    @TestFactory
    Stream<DynamicNode> tenancy() {
        return TenancyContract.of(subject()).tests();
    }

    @Test
    void everyCheckOfTheContractIsThere() {
        List<String> names = TenancyContract.of(subject())
                .tests()
                .map(DynamicNode::getDisplayName)
                .toList();
        for (String check : List.of("T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9", "T10", "T11", "T12")) {
            assertThat(names).as("containers").anyMatch(name -> name.matches(check + "\\b.*"));
        }
    }

    private static TenancySubject subject() {
        String run = Long.toString(System.nanoTime(), 36).toLowerCase(Locale.ROOT);
        Elsewhere ours = SERVER.makeOrganisation("ours-" + run);
        Elsewhere theirs = SERVER.makeOrganisation("theirs-" + run);
        return new TenancySubject(
                SERVER.address(),
                party(ours, SERVER.makeOwner(ours)),
                party(theirs, SERVER.makeOwner(theirs)),
                "Bearer " + limitedKey(ours),
                kinds(),
                SERVER.routes().stream().map(TenancyTest::tested).toList(),
                DATABASE.tested(),
                Statements.all().stream()
                        .filter(sql -> sql.reach() instanceof Sql.Reach.Along)
                        .map(TestedStatement::of)
                        .toList(),
                Optional.of(new UserTraces(SERVER, ours)));
    }

    private static Party party(Elsewhere place, Person owner) {
        return new Party(
                idsOf(place, owner),
                Map.of(
                        "tenant_id",
                        place.workspace().text(),
                        "org_id",
                        place.org().text()),
                "Bearer " + owner.key(),
                Optional.of(place.slug()));
    }

    private static Map<Axis, UUID> idsOf(Elsewhere place, Person owner) {
        var ids = new EnumMap<Axis, UUID>(WholeDatabase.ids(place, owner));
        ids.put(Axis.PROJECT, projectOf(place));
        return ids;
    }

    private static UUID projectOf(Elsewhere place) {
        String id = SERVER.as(place.key())
                .post("/v1/projects", Samples.body(ProjectRoutes.CreateProject.class, SERVER))
                .id();
        return IdText.decode("prj", id).orElseThrow();
    }

    private static String limitedKey(Elsewhere place) {
        return SERVER.as(place.key())
                .post("/v1/api-keys", "{\"name\":\"limited\",\"scopes\":[\"read:user\"]}")
                .json()
                .path("api_key")
                .asString();
    }

    private static Map<String, ResourceKind> kinds() {
        return Map.ofEntries(
                entry(
                        "orgs",
                        new ResourceKind(
                                party -> new OrgId(ids(party, Axis.ORG)).text(),
                                () -> OrgId.make().text())),
                entry(
                        "members",
                        new ResourceKind(
                                party -> new UserId(ids(party, Axis.USER)).text(),
                                () -> UserId.make().text())),
                entry(
                        "users",
                        new ResourceKind(
                                party -> made(party, "/v1/users", CreateUser.class, ""),
                                () -> UserId.make().text())),
                entry(
                        "tenants",
                        new ResourceKind(
                                party -> new WorkspaceId(ids(party, Axis.TENANT)).text(),
                                () -> WorkspaceId.make().text())),
                entry(
                        "workspaces",
                        new ResourceKind(
                                party -> new WorkspaceId(ids(party, Axis.TENANT)).text(),
                                () -> WorkspaceId.make().text())),
                entry("api-keys", GivenKinds.apiKeys(SERVER)),
                entry(
                        "clients",
                        new ResourceKind(
                                party -> made(party, "/v1/clients", ClientWish.class, "client"),
                                () -> ClientId.make().text())),
                entry("registration-tokens", GivenKinds.registrationTokens(SERVER)),
                entry("exports", GivenKinds.exports(SERVER)),
                entry("webhooks", GivenKinds.webhooks(SERVER)),
                entry("connections", FederationKinds.connections(SERVER)),
                entry("identities", FederationKinds.identities(SERVER)),
                entry("deliveries", GivenKinds.deliveries(SERVER)),
                entry("consents", GivenKinds.consents(SERVER)),
                entry("access-tokens", GivenKinds.accessTokens(SERVER)),
                entry("domains", GivenKinds.domains(SERVER)),
                entry("service-identities", GivenKinds.serviceIdentities(SERVER)),
                entry("service-accounts", GivenKinds.serviceAccounts(SERVER)),
                entry("signing-keys", GivenKinds.signingKeys(SERVER)),
                entry(
                        "audit",
                        new ResourceKind(
                                TenancyTest::firstEntry,
                                () -> AuditEntryId.make().text())),
                entry("checkpoints", GivenKinds.checkpoints(SERVER, party -> first(party, "/v1/audit/checkpoints"))),
                entry("sessions", GivenKinds.sessions(SERVER)),
                entry("tokens", GivenKinds.tokens(SERVER)),
                entry("mfa", GivenKinds.apps(SERVER)),
                entry("auth-events", GivenKinds.events(SERVER)),
                entry("invites", GivenKinds.invites(SERVER)),
                entry("badges", GivenKinds.badges(SERVER)),
                entry("badge-issuer-keys", GivenKinds.badgeKeys(SERVER)),
                entry("devices", DeviceKinds.devices(SERVER)),
                entry("certificates", DeviceKinds.certificates(SERVER)),
                entry("authorities", DeviceKinds.authorities(SERVER)),
                entry("licenses", LicenseKinds.licenses(SERVER)),
                entry("seats", GivenKinds.people()),
                entry("saml-keys", GivenKinds.samlKeys(SERVER)),
                entry("invite-quotas", GivenKinds.people()),
                entry("lineage", GivenKinds.people()),
                entry("assignments", GivenKinds.people()),
                entry("groups", GroupKinds.groups(SERVER)),
                entry("roles", GroupKinds.roles(SERVER)),
                entry(
                        "projects",
                        new ResourceKind(
                                party -> made(party, "/v1/projects", ProjectRoutes.CreateProject.class, ""),
                                () -> ProjectId.make().text())),
                entry(
                        "subtenants",
                        new ResourceKind(
                                TenancyTest::subtenantWithRole,
                                () -> SubtenantId.make().text())),
                entry(
                        "role-bindings",
                        new ResourceKind(
                                party -> new UserId(ids(party, Axis.USER)).text(),
                                () -> UserId.make().text())),
                entry(
                        "nodes",
                        new ResourceKind(
                                party -> first(party, "/v1/nodes?kind=workspace"),
                                () -> NodeId.make().text())));
    }

    private static UUID ids(Party party, Axis axis) {
        return Optional.ofNullable(party.ids().get(axis)).orElseThrow();
    }

    private static Client client(Party party) {
        return SERVER.as(party.credential().substring("Bearer ".length()));
    }

    private static String made(Party party, String path, Class<?> body, String member) {
        var json = client(party).post(path, Samples.body(body, SERVER)).json();
        return (member.isEmpty() ? json : json.path(member)).path("id").asString();
    }

    private static String firstEntry(Party party) {
        made(party, "/v1/users", CreateUser.class, "");
        return first(party, "/v1/audit");
    }

    private static String first(Party party, String list) {
        return client(party).get(list).json().path("items").get(0).path("id").asString();
    }

    /// The default subtenant, in which the party's owner holds a role.
    private static String subtenantWithRole(Party party) {
        String workspace = new WorkspaceId(ids(party, Axis.TENANT)).text();
        String subtenant = first(party, "/v1/workspaces/" + workspace + "/subtenants");
        String owner = new UserId(ids(party, Axis.USER)).text();
        Answer granted =
                client(party).send("PUT", "/v1/subtenants/" + subtenant + "/role-bindings/" + owner + "/editor", null);
        assertThat(granted.status()).isEqualTo(200);
        return subtenant;
    }

    /// What the kit needs to know of a route, all of it read from the route itself.
    private static TestedRoute tested(Route route) {
        String template = route.template().text();
        String method = route.method().name();
        if (route.access().neededRight().isEmpty()) {
            // Variables of open routes name files, not rows; pages are walked with cookies elsewhere.
            return TestedRoute.open(method, template.replaceAll("\\{(\\w+)}", "$1"));
        }
        String inKit = GivenKinds.naming(template);
        var tested = TestedRoute.of(method, inKit, axis(route.access()), kindsIn(inKit));
        if (route.jsonBody().isPresent()) {
            Class<?> body = route.jsonBody().get();
            tested = tested.withBody(() -> Samples.body(body, SERVER));
        }
        // What a user or a client has is not there for one that was just made; nobody is their own descendant; what
        // became of a licence, or what a node may use, is no kind of its own.
        boolean below = template.matches(
                        "/v1/((users|clients|webhooks)/\\{id}/|handle-reservations|(me/)?lineage/|me/(trust|devices)/).*")
                || template.equals("/v1/licenses/{id}/history")
                || template.equals("/v1/nodes/{id}/entitlement-tree")
                || GivenKinds.isOfNeither(route);
        if (!below && route.shape() instanceof Shape.PageOf(Class<? extends Record> item)) {
            tested = tested.listing(Optional.ofNullable(LISTED.get(item)).orElseThrow());
        }
        return tested;
    }

    private static Axis axis(Access access) {
        return switch (access) {
            case Access.Org _ -> Axis.ORG;
            case Access.Self _ -> Axis.USER;
            case Access.Tenant _, Access.Workspace _ -> Axis.TENANT;
            case Access.Open _, Access.SignedIn _ -> throw new IllegalArgumentException("the kit knows no cookies");
        };
    }

    /// A variable names one of what the segment before it lists.
    private static Map<String, String> kindsIn(String template) {
        return Pattern.compile("/([a-z-]+)/\\{(\\w+)}")
                .matcher(template)
                .results()
                .collect(Collectors.toMap(match -> match.group(2), match -> match.group(1)));
    }
}
