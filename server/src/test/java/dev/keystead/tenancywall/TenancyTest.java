package dev.keystead.tenancywall;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.apikey.ApiKeyId;
import dev.keystead.apikey.ApiKeyRoutes;
import dev.keystead.audit.AuditEntryId;
import dev.keystead.audit.AuditRoutes;
import dev.keystead.directory.CreateUser;
import dev.keystead.directory.UserId;
import dev.keystead.directory.UserView;
import dev.keystead.platform.http.Access;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.server.Samples;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.shape.Statements;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.IdText;
import dev.keystead.tenancy.Sql;
import dev.keystead.tenancy.testkit.Erasure;
import dev.keystead.tenancy.testkit.Party;
import dev.keystead.tenancy.testkit.ResourceKind;
import dev.keystead.tenancy.testkit.TenancyContract;
import dev.keystead.tenancy.testkit.TenancySubject;
import dev.keystead.tenancy.testkit.TestedDatabase;
import dev.keystead.tenancy.testkit.TestedRoute;
import dev.keystead.tenancy.testkit.TestedStatement;
import dev.keystead.workspace.WorkspaceId;
import dev.keystead.workspace.WorkspaceView;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.postgresql.ds.PGSimpleDataSource;

/// The tenancy contract over every route and every table of the product: both lists are read from the running server.
class TenancyTest {
    private static final TestServer SERVER = TestServer.start();

    private static final Map<Class<?>, String> LISTED = Map.of(
            UserView.class, "users",
            WorkspaceView.class, "workspaces",
            ApiKeyRoutes.KeyView.class, "api-keys",
            AuditRoutes.EntryView.class, "audit");

    @AfterAll
    static void stop() {
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
        for (String check : List.of("T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9", "T10", "T12")) {
            assertThat(names).as("containers").anyMatch(name -> name.matches(check + "\\b.*"));
        }
    }

    private static TenancySubject subject() {
        String run = Long.toString(System.nanoTime(), 36).toLowerCase(Locale.ROOT);
        Elsewhere ours = SERVER.makeOrganisation("ours-" + run);
        Elsewhere theirs = SERVER.makeOrganisation("theirs-" + run);
        return new TenancySubject(
                SERVER.address(),
                party(ours),
                party(theirs),
                "Bearer " + limitedKey(ours),
                kinds(),
                SERVER.routes().stream().map(TenancyTest::tested).toList(),
                database(),
                Statements.all().stream()
                        .filter(sql -> sql.reach() instanceof Sql.Reach.Along)
                        .map(TestedStatement::of)
                        .toList(),
                Optional.of(erasure(ours)));
    }

    private static Party party(Elsewhere place) {
        return new Party(
                Map.of(
                        Axis.TENANT,
                        place.workspace().value(),
                        Axis.ORG,
                        place.org().value()),
                Map.of(
                        "tenant_id",
                        place.workspace().text(),
                        "org_id",
                        place.org().text()),
                "Bearer " + place.key(),
                Optional.of(place.slug()));
    }

    private static String limitedKey(Elsewhere place) {
        return SERVER.as(place.key())
                .post("/v1/api-keys", "{\"name\":\"limited\",\"scopes\":[\"read:user\"]}")
                .json()
                .path("api_key")
                .asString();
    }

    private static Map<String, ResourceKind> kinds() {
        return Map.of(
                "users",
                new ResourceKind(
                        party -> made(party, "/v1/users", CreateUser.class, ""),
                        () -> UserId.make().text()),
                "workspaces",
                new ResourceKind(
                        party -> new WorkspaceId(ids(party)).text(),
                        () -> WorkspaceId.make().text()),
                "api-keys",
                new ResourceKind(
                        party -> made(party, "/v1/api-keys", ApiKeyRoutes.CreateKey.class, "key"),
                        () -> ApiKeyId.make().text()),
                "audit",
                new ResourceKind(
                        TenancyTest::firstEntry, () -> AuditEntryId.make().text()));
    }

    private static UUID ids(Party party) {
        return Optional.ofNullable(party.ids().get(Axis.TENANT)).orElseThrow();
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
        return client(party)
                .get("/v1/audit")
                .json()
                .path("items")
                .get(0)
                .path("id")
                .asString();
    }

    /// What the kit needs to know of a route, all of it read from the route itself.
    private static TestedRoute tested(Route route) {
        String template = route.template().text();
        String method = route.method().name();
        if (route.access() instanceof Access.Open) {
            // Variables of open routes name files, not rows.
            return TestedRoute.open(method, template.replaceAll("\\{(\\w+)}", "$1"));
        }
        Axis axis = route.access() instanceof Access.Org ? Axis.ORG : Axis.TENANT;
        String kind = template.split("/", -1)[2].replaceAll("[^a-z-].*", "");
        var tested = TestedRoute.of(method, template, axis, template.contains("{id}") ? Map.of("id", kind) : Map.of());
        if (route.jsonBody().isPresent()) {
            Class<?> body = route.jsonBody().get();
            tested = tested.withBody(() -> Samples.body(body, SERVER));
        }
        if (route.shape() instanceof Shape.PageOf(Class<? extends Record> item)) {
            tested = tested.listing(Optional.ofNullable(LISTED.get(item)).orElseThrow());
        }
        return tested;
    }

    private static TestedDatabase database() {
        return new TestedDatabase(
                source(SERVER.database().user(), SERVER.database().password()),
                source(SERVER.appLogin().user(), SERVER.appLogin().password()),
                Set.of("identity", "admin", "auth", "audit"),
                Set.of("identity.workspace_slugs"),
                Set.of());
    }

    private static DataSource source(String user, String password) {
        var source = new PGSimpleDataSource();
        source.setUrl(SERVER.database().jdbcUrl());
        source.setUser(user);
        source.setPassword(password);
        return source;
    }

    private static Erasure erasure(Elsewhere place) {
        return new Erasure() {
            @Override
            public UUID createUser() {
                String id = made(party(place), "/v1/users", CreateUser.class, "");
                run("""
                        insert into admin.api_keys (tenant_id, id, user_id, name, scopes, key_hash, key_version, key_prefix,
                            created_by, created_at)
                        select tenant_id, id, id, 'x', '{read:user}', sha256(id::text::bytea), 1, 'x', 'x', now()
                        from identity.users where id = app.id_uuid(?)""", id);
                run("""
                        insert into auth.one_time_tokens (tenant_id, id, user_id, purpose, token_hash, created_at, expires_at)
                        select tenant_id, id, id, 'setup', sha256(id::text::bytea), now(), now()
                        from identity.users where id = app.id_uuid(?)""", id);
                return IdText.decode("usr", id).orElseThrow();
            }

            @Override
            public void erase(UUID user) {
                String id = new UserId(user).text();
                SERVER.as(place.key()).delete("/v1/users/" + id);
                run("update identity.users set deleted_at = now() - interval '31 days' where id = app.id_uuid(?)", id);
                SERVER.eraseWhoIsDue();
            }
        };
    }

    private static void run(String sql, String id) {
        try (Connection connection = SERVER.database().connect();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, id);
            statement.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
