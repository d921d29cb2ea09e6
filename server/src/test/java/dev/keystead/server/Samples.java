package dev.keystead.server;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.apikey.ApiKeyRoutes;
import dev.keystead.directory.ChangeUser;
import dev.keystead.directory.CreateUser;
import dev.keystead.member.MemberRoutes;
import dev.keystead.member.Resource;
import dev.keystead.node.NodeId;
import dev.keystead.node.NodeRoutes;
import dev.keystead.org.OrgRoutes;
import dev.keystead.platform.http.Audit;
import dev.keystead.platform.http.Method;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Work;
import dev.keystead.project.ProjectRoutes;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Person;
import dev.keystead.setup.SetupRoutes;
import dev.keystead.subtenant.ChangeSubtenant;
import dev.keystead.subtenant.CreateSubtenant;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.workspace.TenantRoutes;
import dev.keystead.workspace.WorkspaceRoutes;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One sound request for every route that changes something, for tests that walk the route table.
///
/// A new body record needs a line in `BODIES`, a new route with an `{id}` one in `TARGETS`, a new form one in `FORMS`:
/// the walks fail until it is there.
public final class Samples {
    private static final Pattern HIDDEN_CSRF = Pattern.compile("name=\"csrf\" value=\"([^\"]+)\"");

    private static final Map<Class<?>, Function<TestServer, String>> BODIES = Map.ofEntries(
            entry(
                    CreateUser.class,
                    _ -> "{\"email\":\"%s@sample.test\",\"display_name\":\"Sample\"}".formatted(UuidV7.next())),
            entry(ChangeUser.class, _ -> "{\"display_name\":\"Changed\"}"),
            entry(
                    WorkspaceRoutes.CreateWorkspace.class,
                    _ -> "{\"slug\":\"w%s\",\"name\":\"Sample\"}"
                            .formatted(UuidV7.next().toString().replace("-", ""))),
            entry(WorkspaceRoutes.RenameWorkspace.class, _ -> "{\"name\":\"Renamed %s\"}".formatted(UuidV7.next())),
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
            entry(NodeRoutes.CreateUnit.class, _ -> unitUnder(NodeId.make().text())),
            entry(NodeRoutes.RenameUnit.class, _ -> "{\"name\":\"Renamed %s\"}".formatted(UuidV7.next())),
            entry(NodeRoutes.MoveNode.class, _ -> "{\"parent_id\":\"%s\"}".formatted(NodeId.make())),
            entry(ApiKeyRoutes.CreateKey.class, _ -> "{\"name\":\"sample\",\"scopes\":[\"read:user\"]}"),
            entry(SetupRoutes.Bootstrap.class, server -> "{\"token\":\"" + server.newSetupToken() + "\"}"));

    /// Bodies that name something of the caller's own, which is made for them.
    private static final Map<Class<?>, Function<Caller, String>> INSIDE = Map.of(
            NodeRoutes.CreateUnit.class,
            caller -> unitUnder(caller.workspaceNode()),
            NodeRoutes.MoveNode.class,
            caller -> "{\"parent_id\":\"%s\"}".formatted(caller.makeUnit().resource()));

    /// What an action is done to, made in the state in which the action is allowed.
    private static final Map<String, Function<Caller, Target>> TARGETS = Map.ofEntries(
            entry("org.update", Caller::ownOrg),
            entry("workspace.update", Caller::ownWorkspace),
            entry("workspace.suspend", Caller::makeWorkspace),
            entry("workspace.delete", Caller::makeWorkspace),
            entry("workspace.activate", caller -> caller.makeWorkspace().after(caller, "/v1/workspaces/%s:suspend")),
            entry("member.add", Caller::ownWorkspace),
            entry("member.update", Caller::makeMember),
            entry("member.end", Caller::makeMember),
            entry("member.leave", Caller::makeLeaver),
            entry("project.update", Caller::makeProject),
            entry("project.archive", Caller::makeProject),
            entry("project.restore", caller -> caller.makeProject().after(caller, "/v1/projects/%s:archive")),
            entry("project.delete", Caller::makeProject),
            entry("subtenant.create", Caller::ownWorkspace),
            entry("subtenant.update", Caller::makeSubtenant),
            entry("subtenant.delete", Caller::makeSubtenant),
            entry("subtenant.role.grant", Caller::makeRole),
            entry("subtenant.role.revoke", Caller::grantRole),
            entry("node.update", Caller::makeUnit),
            entry("node.move", Caller::makeUnit),
            entry("node.delete", Caller::makeUnit),
            entry("user.update", Caller::makeUser),
            entry("user.suspend", Caller::makeUser),
            entry("user.reactivate", caller -> caller.makeUser().after(caller, "/v1/users/%s:suspend")),
            entry("user.delete", Caller::makeUser),
            entry("api_key.rotate", Caller::makeKey),
            entry("api_key.revoke", Caller::makeKey));

    private static final Map<String, Function<TestServer, Form>> FORMS = Map.of("/setup", Samples::setupForm);

    private Samples() {}

    /// A request that succeeds when it is sent once.
    ///
    /// @param target the last id in the path, or nothing
    /// @param resource the id of what is changed, or nothing when the answer tells
    public record Deed(
            Route route,
            Client client,
            String path,
            @Nullable String body,
            String target,
            String resource) {
        public Answer send() {
            return client.send(route.method().name(), path, body);
        }

        public Deed as(Client other) {
            return new Deed(route, other, path, body, target, resource);
        }

        public Deed at(String otherPath) {
            return new Deed(route, client, otherPath, body, target, resource);
        }

        public Deed saying(@Nullable String otherBody) {
            return new Deed(route, client, path, otherBody, target, resource);
        }

        public Deed with(String header, String value) {
            return as(client.with(header, value));
        }
    }

    /// What a path names.
    ///
    /// @param ids the values of the path's variables, in order
    /// @param resource the id of what is changed, or nothing when the answer tells
    /// @param client who does it
    private record Target(List<String> ids, String resource, Client client) {
        Target after(Caller caller, String action) {
            assertThat(caller.client().post(action.formatted(resource)).status())
                    .isEqualTo(200);
            return this;
        }

        String path(String template) {
            String path = template;
            for (String id : ids) {
                path = path.replaceFirst("\\{\\w+}", id);
            }
            return path;
        }
    }

    private record Form(Map<String, String> headers, String body) {}

    private record Caller(TestServer server, Client client) {
        Target target(String id) {
            return new Target(List.of(id), id, client);
        }

        Target makeUser() {
            return target(
                    client.post("/v1/users", body(CreateUser.class, server)).id());
        }

        Target makeWorkspace() {
            return target(client.post("/v1/workspaces", body(WorkspaceRoutes.CreateWorkspace.class, server))
                    .id());
        }

        Target makeKey() {
            return target(client.post("/v1/api-keys", body(ApiKeyRoutes.CreateKey.class, server))
                    .json()
                    .path("key")
                    .path("id")
                    .asString());
        }

        JsonNode home() {
            return client.get("/v1/workspaces")
                    .json()
                    .path("items")
                    .valueStream()
                    .filter(workspace -> workspace.path("is_home").booleanValue())
                    .findFirst()
                    .orElseThrow();
        }

        Target ownOrg() {
            return target(home().path("org_id").asString());
        }

        Target ownWorkspace() {
            return target(home().path("id").asString());
        }

        Target makeMember() {
            return member(newPerson());
        }

        /// A member who has a key, and leaves with it.
        Target makeLeaver() {
            Person person = newPerson();
            String workspace = member(person).ids().getFirst();
            return new Target(List.of(workspace), person.user().text(), server.as(person.key()));
        }

        Target makeProject() {
            return target(client.post("/v1/projects", body(ProjectRoutes.CreateProject.class, server))
                    .id());
        }

        Target makeSubtenant() {
            String workspace = ownWorkspace().resource();
            String id = client.post("/v1/workspaces/" + workspace + "/subtenants", body(CreateSubtenant.class, server))
                    .id();
            return new Target(List.of(workspace, id), id, client);
        }

        /// A role that a member could hold in a subtenant.
        Target makeRole() {
            String subtenant = makeSubtenant().resource();
            return new Target(List.of(subtenant, makeMember().resource(), "editor"), subtenant, client);
        }

        Target grantRole() {
            Target role = makeRole();
            String path = role.path("/v1/subtenants/{sid}/role-bindings/{userId}/{role}");
            assertThat(client.send("PUT", path, null).status()).isEqualTo(200);
            return role;
        }

        String workspaceNode() {
            return client.get("/v1/nodes?kind=workspace")
                    .json()
                    .path("items")
                    .path(0)
                    .path("id")
                    .asString();
        }

        Target makeUnit() {
            return target(client.post("/v1/nodes", unitUnder(workspaceNode())).id());
        }

        private Person newPerson() {
            return server.makePerson(
                    "p" + UuidV7.next().toString().replace("-", "").substring(14));
        }

        private Target member(Person person) {
            String workspace = ownWorkspace().resource();
            String id = person.user().text();
            String body = "{\"user_id\":\"%s\",\"role\":\"member\"}".formatted(id);
            assertThat(client.post("/v1/workspaces/" + workspace + "/members", body)
                            .status())
                    .isEqualTo(201);
            return new Target(List.of(workspace, id), id, client);
        }
    }

    /// A sound body of a kind.
    public static String body(Class<?> type, TestServer server) {
        Function<TestServer, String> body = BODIES.get(type);
        assertThat(body).as("a sample of %s in Samples.BODIES", type).isNotNull();
        return Optional.ofNullable(body).orElseThrow().apply(server);
    }

    /// A sound body of a kind, for somebody who may make what it has to name.
    public static String body(Class<?> type, TestServer server, Client client) {
        return Optional.ofNullable(INSIDE.get(type))
                .map(body -> body.apply(new Caller(server, client)))
                .orElseGet(() -> body(type, server));
    }

    private static String named(String slugStart) {
        return "{\"slug\":\"%s%s\",\"name\":\"Sample\"}"
                .formatted(slugStart, UuidV7.next().toString().replace("-", ""));
    }

    private static String unitUnder(String parent) {
        return "{\"parent_id\":\"%s\",\"name\":\"Sample\"}".formatted(parent);
    }

    /// The action that a route leaves in the audit trail.
    public static String actionOf(Route route) {
        assertThat(route.audit())
                .as("%s changes something and names an action", route)
                .isInstanceOf(Audit.Action.class);
        return ((Audit.Action) route.audit()).name();
    }

    /// A sound request on a route, by a client that may do everything in its organisation, or by the administrator of
    /// the installation where that is needed.
    public static Deed of(Route route, TestServer server, Client client) {
        boolean operating = route.access()
                .neededRight()
                .filter(needed -> needed.resource().equals(Resource.SYSTEM.word()))
                .isPresent();
        var caller = new Caller(server, operating ? server.asAdministrator() : client);
        var target = new Target(List.of(), "", caller.client());
        if (!route.template().variables().isEmpty()) {
            String action = actionOf(route);
            Function<Caller, Target> make = TARGETS.get(action);
            assertThat(make).as("a target for %s in Samples.TARGETS", action).isNotNull();
            target = Optional.ofNullable(make).orElseThrow().apply(caller);
            assertThat(target.ids()).as("the target of %s", route).doesNotContain("");
        }
        String path = target.path(route.template().text());
        if (route.work().body().orElse(null) instanceof Work.Taken.Form<?>) {
            String template = route.template().text();
            Function<TestServer, Form> make = FORMS.get(template);
            assertThat(make).as("a form for %s in Samples.FORMS", template).isNotNull();
            Form form = Optional.ofNullable(make).orElseThrow().apply(server);
            return new Deed(route, new Client(client.base(), "", form.headers()), path, form.body(), "", "");
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
        return new Deed(route, target.client(), path, body, last, makes ? "" : target.resource());
    }

    private static Form setupForm(TestServer server) {
        String token = server.newSetupToken();
        Answer page = server.as("").get("/setup?token=" + token);
        Matcher csrf = HIDDEN_CSRF.matcher(page.text());
        assertThat(csrf.find()).as("a form in %s", page.text()).isTrue();
        String cookie = page.header("Set-Cookie").split(";", 2)[0];
        return new Form(
                Map.of("Cookie", cookie, "Content-Type", "application/x-www-form-urlencoded"),
                "token=" + token + "&csrf=" + URLEncoder.encode(csrf.group(1), StandardCharsets.UTF_8));
    }
}
