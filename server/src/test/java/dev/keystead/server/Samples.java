package dev.keystead.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.apikey.ApiKeyRoutes;
import dev.keystead.directory.ChangeUser;
import dev.keystead.directory.CreateUser;
import dev.keystead.platform.http.Audit;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Work;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.setup.SetupRoutes;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.workspace.WorkspaceRoutes;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One sound request for every route that changes something, for tests that walk the route table.
///
/// A new body record needs a line in `BODIES`, a new route with an `{id}` one in `TARGETS`, a new form one in `FORMS`:
/// the walks fail until it is there.
public final class Samples {
    private static final Pattern HIDDEN_CSRF = Pattern.compile("name=\"csrf\" value=\"([^\"]+)\"");

    private static final Map<Class<?>, Function<TestServer, String>> BODIES = Map.of(
            CreateUser.class,
            _ -> "{\"email\":\"%s@sample.test\",\"display_name\":\"Sample\"}".formatted(UuidV7.next()),
            ChangeUser.class,
            _ -> "{\"display_name\":\"Changed\"}",
            WorkspaceRoutes.CreateWorkspace.class,
            _ -> "{\"slug\":\"w%s\",\"name\":\"Sample\"}"
                    .formatted(UuidV7.next().toString().replace("-", "")),
            WorkspaceRoutes.RenameWorkspace.class,
            _ -> "{\"name\":\"Renamed\"}",
            ApiKeyRoutes.CreateKey.class,
            _ -> "{\"name\":\"sample\",\"scopes\":[\"read:user\"]}",
            SetupRoutes.Bootstrap.class,
            server -> "{\"token\":\"" + server.newSetupToken() + "\"}");

    /// What an action is done to, made in the state in which the action is allowed.
    private static final Map<String, Function<Caller, String>> TARGETS = Map.of(
            "workspace.update", Caller::makeWorkspace,
            "workspace.suspend", Caller::makeWorkspace,
            "workspace.activate", caller -> caller.with(caller.makeWorkspace(), "/v1/workspaces/%s:suspend"),
            "user.update", Caller::makeUser,
            "user.suspend", Caller::makeUser,
            "user.reactivate", caller -> caller.with(caller.makeUser(), "/v1/users/%s:suspend"),
            "user.delete", Caller::makeUser,
            "api_key.rotate", Caller::makeKey,
            "api_key.revoke", Caller::makeKey);

    private static final Map<String, Function<TestServer, Form>> FORMS = Map.of("/setup", Samples::setupForm);

    private Samples() {}

    /// A request that succeeds when it is sent once.
    ///
    /// @param target the id in the path, or nothing
    public record Deed(
            Route route,
            Client client,
            String path,
            @Nullable String body,
            String target) {
        public Answer send() {
            return client.send(route.method().name(), path, body);
        }

        public Deed as(Client other) {
            return new Deed(route, other, path, body, target);
        }

        public Deed at(String otherPath) {
            return new Deed(route, client, otherPath, body, target);
        }

        public Deed saying(@Nullable String otherBody) {
            return new Deed(route, client, path, otherBody, target);
        }

        public Deed with(String header, String value) {
            return as(client.with(header, value));
        }
    }

    private record Form(Map<String, String> headers, String body) {}

    private record Caller(TestServer server, Client client) {
        String makeUser() {
            return client.post("/v1/users", body(CreateUser.class, server)).id();
        }

        String makeWorkspace() {
            return client.post("/v1/workspaces", body(WorkspaceRoutes.CreateWorkspace.class, server))
                    .id();
        }

        String makeKey() {
            return client.post("/v1/api-keys", body(ApiKeyRoutes.CreateKey.class, server))
                    .json()
                    .path("key")
                    .path("id")
                    .asString();
        }

        String with(String id, String action) {
            assertThat(client.post(action.formatted(id)).status()).isEqualTo(200);
            return id;
        }
    }

    /// A sound body of a kind.
    public static String body(Class<?> type, TestServer server) {
        Function<TestServer, String> body = BODIES.get(type);
        assertThat(body).as("a sample of %s in Samples.BODIES", type).isNotNull();
        return Optional.ofNullable(body).orElseThrow().apply(server);
    }

    /// The action that a route leaves in the audit trail.
    public static String actionOf(Route route) {
        assertThat(route.audit())
                .as("%s changes something and names an action", route)
                .isInstanceOf(Audit.Action.class);
        return ((Audit.Action) route.audit()).name();
    }

    /// A sound request on a route, by a client that may do everything in its organisation.
    public static Deed of(Route route, TestServer server, Client client) {
        String template = route.template().text();
        String target = "";
        if (!route.template().variables().isEmpty()) {
            String action = actionOf(route);
            Function<Caller, String> make = TARGETS.get(action);
            assertThat(make).as("a target for %s in Samples.TARGETS", action).isNotNull();
            target = Optional.ofNullable(make).orElseThrow().apply(new Caller(server, client));
            assertThat(target).as("the target of %s", route).isNotEmpty();
        }
        String path = template.replaceAll("\\{\\w+}", target);
        if (route.work().body().orElse(null) instanceof Work.Taken.Form<?>) {
            Function<TestServer, Form> make = FORMS.get(template);
            assertThat(make).as("a form for %s in Samples.FORMS", template).isNotNull();
            Form form = Optional.ofNullable(make).orElseThrow().apply(server);
            return new Deed(route, new Client(client.base(), "", form.headers()), path, form.body(), target);
        }
        String body = route.jsonBody().map(type -> body(type, server)).orElse(null);
        return new Deed(route, client, path, body, target);
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
