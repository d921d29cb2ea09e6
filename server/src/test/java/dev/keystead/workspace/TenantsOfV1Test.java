package dev.keystead.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.tenancy.IdText;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Readers and writers of v1, by plain SQL as the application's role, beside those of v2.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TenantsOfV1Test {
    private final TestServer server = TestServer.shared();
    private final Elsewhere place = server.makeOrganisation("v1-tenants");
    private final Elsewhere other = server.makeOrganisation("v1-others");
    private final Client client = server.as(place.key());

    private interface Work<T> {
        T in(Statement session) throws SQLException;
    }

    /// One transaction of a v1 program that is bound to the organisation.
    private <T> T inOrg(Elsewhere where, Work<T> work) throws SQLException {
        return bound("app.current_org_id", where.org().value(), work);
    }

    private <T> T bound(String setting, UUID id, Work<T> work) throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        server.database().jdbcUrl(),
                        server.appLogin().user(),
                        server.appLogin().password());
                Statement session = connection.createStatement()) {
            connection.setAutoCommit(false);
            session.execute("set local %s = '%s'".formatted(setting, id));
            T result = work.in(session);
            connection.commit();
            return result;
        }
    }

    private static List<String> row(Statement session, String sql) throws SQLException {
        try (ResultSet rows = session.executeQuery(sql)) {
            var values = new ArrayList<String>();
            if (rows.next()) {
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    values.add(String.valueOf(rows.getString(i)));
                }
            }
            return values;
        }
    }

    private List<String> read(Elsewhere where, String sql) throws SQLException {
        return inOrg(where, session -> row(session, sql));
    }

    private int write(Elsewhere where, String sql) throws SQLException {
        return inOrg(where, session -> session.executeUpdate(sql));
    }

    private UUID insert(Elsewhere where, String slug) throws SQLException {
        return inOrg(where, session -> {
            var id = WorkspaceId.make().value();
            session.execute(
                    "insert into admin.tenants (id, slug, name) values ('%s', '%s', 'Old name')".formatted(id, slug));
            return id;
        });
    }

    private static String text(UUID id) {
        return IdText.encode("wrk", id);
    }

    private void refused(String sqlState, Elsewhere where, String sql) {
        assertThatThrownBy(() -> write(where, sql))
                .as(sql)
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(sqlState));
    }

    @Test
    void everyColumnThatV1WritesIsReadByBoth() throws SQLException {
        var id = WorkspaceId.make().value();
        write(place, """
                insert into admin.tenants
                    (id, slug, name, domain, logo_url, settings, status, created_at, updated_at)
                values ('%s', 'v1-whole', 'Whole', 'id.whole.test', 'https://whole.test/logo.png',
                    '{"theme": "dark"}', 'suspended', '2020-01-02 03:04:05Z', '2021-01-02 03:04:05Z')""".formatted(id));
        List<String> read = read(place, """
                select slug, name, domain, logo_url, settings, status, created_at at time zone 'UTC',
                    updated_at at time zone 'UTC', deleted_at, tenant_id
                from admin.tenants where id = '%s'""".formatted(id));
        assertThat(read)
                .containsExactly(
                        "v1-whole",
                        "Whole",
                        "id.whole.test",
                        "https://whole.test/logo.png",
                        "{\"theme\": \"dark\"}",
                        "suspended",
                        "2020-01-02 03:04:05",
                        "2021-01-02 03:04:05",
                        "null",
                        id.toString());
        var v1 = client.get("/v1/admin/tenants/" + text(id)).json();
        assertThat(v1.path("domain").asString()).isEqualTo("id.whole.test");
        assertThat(v1.path("logo_url").asString()).isEqualTo("https://whole.test/logo.png");
        assertThat(v1.path("settings").path("theme").asString()).isEqualTo("dark");
        assertThat(v1.path("status").asString()).isEqualTo("suspended");
        assertThat(v1.path("created_at").asString()).isEqualTo("2020-01-02T03:04:05Z");
        assertThat(v1.path("deleted_at").isNull()).isTrue();
        var v2 = client.get("/v1/workspaces/" + text(id)).json();
        assertThat(v2.path("slug").asString()).isEqualTo("v1-whole");
        assertThat(v2.path("name").asString()).isEqualTo("Whole");
        assertThat(v2.path("status").asString()).isEqualTo("suspended");
        assertThat(v2.path("kind").asString()).isEqualTo("organization");
    }

    @Test
    void whatV1MakesIsAWholeWorkspace() throws SQLException {
        UUID id = insert(place, "v1-made");
        String workspace = "/v1/workspaces/" + text(id);
        assertThat(client.get(workspace).status()).isEqualTo(200);
        assertThat(client.get("/t/v1-made/v1/users").status()).isEqualTo(200);
        assertThat(client.get(workspace + "/subtenants")
                        .json()
                        .path("items")
                        .path(0)
                        .path("slug")
                        .asString())
                .isEqualTo("default");
        assertThat(client.post("/t/v1-made/v1/projects", "{\"slug\":\"new\",\"name\":\"New\"}")
                        .status())
                .isEqualTo(201);
        assertThat(client.get("/t/v1-made/v1/nodes").json().path("items").size())
                .isEqualTo(3);
        var entry = client.get("/t/v1-made/v1/audit?resource=" + text(id))
                .json()
                .path("items")
                .path(0);
        assertThat(entry.path("event_type").asString()).isEqualTo("workspace.create");
        assertThat(entry.path("actor_did").asString()).isEqualTo("did:internal:tenants-v1");
    }

    @Test
    void aTenantWithoutAnIdGetsOneThatSortsByTime() throws SQLException {
        UUID id = inOrg(place, session -> {
            try (ResultSet made = session.executeQuery(
                    "insert into admin.tenants (slug, name) values ('v1-no-id', 'No id') returning id")) {
                made.next();
                return made.getObject(1, UUID.class);
            }
        });
        assertThat(id.version()).isEqualTo(7);
        assertThat(id.variant()).isEqualTo(2);
        assertThat(id).isGreaterThan(place.workspace().value());
        assertThat(client.get("/v1/workspaces/" + text(id)).status()).isEqualTo(200);
    }

    @Test
    void whatV2WritesIsReadByV1() throws SQLException {
        Answer made = client.post("/v1/workspaces", "{\"slug\":\"v2-made\",\"name\":\"Made\"}");
        UUID id = IdText.decode("wrk", made.id()).orElseThrow();
        String row = "select slug, name, settings, status from admin.tenants where id = '%s'".formatted(id);
        assertThat(read(place, row)).containsExactly("v2-made", "Made", "{}", "active");
        client.patch("/v1/workspaces/" + made.id(), "{\"name\":\"Renamed\"}");
        client.post("/v1/workspaces/" + made.id() + ":suspend");
        assertThat(read(place, row)).containsExactly("v2-made", "Renamed", "{}", "suspended");
        // A tenant sees itself, too.
        List<String> itself =
                bound("app.current_tenant_id", id, session -> row(session, "select slug from admin.tenants"));
        assertThat(itself).containsExactly("v2-made");
        assertThat(client.delete("/v1/workspaces/" + made.id()).status()).isEqualTo(204);
        assertThat(read(
                        place,
                        "select status, deleted_at is not null from admin.tenants where id = '%s'".formatted(id)))
                .containsExactly("suspended", "t");
    }

    @Test
    void whatV1ChangesIsReadByV2() throws SQLException {
        UUID id = insert(place, "v1-changed");
        write(place, """
                update admin.tenants set name = 'New name', status = 'suspended', logo_url = 'https://new.test/l.png'
                where id = '%s'""".formatted(id));
        Answer read = client.get("/v1/workspaces/" + text(id));
        assertThat(read.json().path("name").asString()).isEqualTo("New name");
        assertThat(read.json().path("status").asString()).isEqualTo("suspended");
        assertThat(read.header("ETag")).isEqualTo("\"2\"");
        assertThat(client.get("/t/v1-changed/v1/nodes?kind=workspace").text()).contains("New name");
        write(place, "update admin.tenants set status = 'active', logo_url = null where id = '%s'".formatted(id));
        assertThat(client.get("/v1/admin/tenants/" + text(id))
                        .json()
                        .path("logo_url")
                        .isNull())
                .isTrue();
        assertThat(client.get("/t/v1-changed/v1/audit?resource=" + text(id))
                        .json()
                        .path("items")
                        .size())
                .isEqualTo(3);
    }

    @Test
    void whatV1DeletesIsGoneForBoth() throws SQLException {
        for (String deletion : List.of(
                "delete from admin.tenants where id = '%s'",
                "update admin.tenants set deleted_at = now() where id = '%s'")) {
            UUID id = insert(place, "v1-gone-" + deletion.length());
            assertThat(write(place, deletion.formatted(id))).isOne();
            assertThat(client.get("/v1/workspaces/" + text(id)).status()).isEqualTo(404);
            assertThat(client.get("/v1/admin/tenants/" + text(id)).status()).isEqualTo(404);
            assertThat(client.get("/t/v1-gone-" + deletion.length() + "/v1/users")
                            .status())
                    .isEqualTo(404);
            // Once is enough, and the slug is not given again.
            assertThat(write(place, deletion.formatted(id))).isZero();
            refused(
                    "23505",
                    place,
                    "insert into admin.tenants (slug, name) values ('v1-gone-%d', 'Again')"
                            .formatted(deletion.length()));
        }
    }

    @Test
    void aTenantWithSomethingInItIsNotDeleted() throws SQLException {
        UUID id = insert(place, "v1-full");
        client.post("/t/v1-full/v1/projects", "{\"slug\":\"kept\",\"name\":\"Kept\"}");
        refused("23503", place, "delete from admin.tenants where id = '%s'".formatted(id));
        Answer byRoute = client.delete("/v1/admin/tenants/" + text(id));
        assertThat(byRoute.status()).isEqualTo(409);
        assertThat(byRoute.error()).isEqualTo("the workspace has projects, subtenants or units; delete them first");
        String home = place.workspace().text();
        assertThat(client.delete("/v1/workspaces/" + home).error())
                .isEqualTo("the workspace from which the organisation is run cannot be deleted");
        Elsewhere bare = server.makeOrganisation("v1-bare");
        refused(
                "23514",
                bare,
                "delete from admin.tenants where id = '%s'"
                        .formatted(bare.workspace().value()));
    }

    @Test
    void constraintsHoldForV1() throws SQLException {
        UUID id = insert(place, "v1-rules");
        refused("23505", place, "insert into admin.tenants (slug, name) values ('v1-rules', 'Twice')");
        refused("23505", other, "insert into admin.tenants (slug, name) values ('v1-rules', 'Elsewhere')");
        refused("23514", place, "insert into admin.tenants (slug, name) values ('Not A Slug', 'N')");
        refused("23514", place, "insert into admin.tenants (slug, name) values ('v1-empty', '')");
        refused("23514", place, "insert into admin.tenants (slug, name, status) values ('v1-st', 'N', 'closed')");
        refused("23514", place, "insert into admin.tenants (slug, name, settings) values ('v1-se', 'N', '[]')");
        refused(
                "23514",
                place,
                "insert into admin.tenants (slug, name, logo_url) values ('v1-lo', 'N', 'javascript:1')");
        refused("23514", place, "insert into admin.tenants (slug, name, deleted_at) values ('v1-de', 'N', now())");
        refused("23502", place, "insert into admin.tenants (slug) values ('v1-nameless')");
        refused("23502", place, "insert into admin.tenants (name) values ('Slugless')");
        String where = " where id = '%s'".formatted(id);
        refused("23514", place, "update admin.tenants set slug = 'v1-other'" + where);
        refused("23514", place, "update admin.tenants set id = gen_random_uuid()" + where);
        refused(
                "23514",
                place,
                "update admin.tenants set org_id = '%s'".formatted(other.org().value()) + where);
        refused("23514", place, "update admin.tenants set status = 'deleted'" + where);
        refused("23514", place, "update admin.tenants set domain = 'no dots'" + where);
        String home = " where id = '%s'".formatted(place.workspace().value());
        refused("23514", place, "update admin.tenants set status = 'suspended'" + home);
        assertThat(server.count("select count(*) from identity.workspaces where slug like 'v1-%' and name = 'N'"))
                .isZero();
    }

    @Test
    void anotherOrganisationReachesNothing() throws SQLException {
        UUID id = insert(place, "v1-mine");
        String where = " where id = '%s'".formatted(id);
        assertThat(read(other, "select id from admin.tenants" + where)).isEmpty();
        assertThat(write(other, "update admin.tenants set name = 'Theirs'" + where))
                .isZero();
        assertThat(write(other, "delete from admin.tenants" + where)).isZero();
        refused(
                "42501",
                other,
                "insert into admin.tenants (slug, name, org_id) values ('v1-intruder', 'I', '%s')"
                        .formatted(place.org().value()));
        assertThatThrownBy(
                        () -> bound("app.current_user_id", id, session -> row(session, "select id from admin.tenants")))
                .hasMessageContaining("no tenant or org is bound");
        assertThatThrownBy(() -> bound(
                        "app.current_tenant_id",
                        id,
                        session -> session.execute("insert into admin.tenants (slug, name) values ('v1-alone', 'A')")))
                .hasMessageContaining("no org is bound");
        Client stranger = server.as(other.key());
        assertThat(stranger.get("/v1/admin/tenants/" + text(id)).status()).isEqualTo(404);
        assertThat(stranger.patch("/v1/admin/tenants/" + text(id), "{\"name\":\"Theirs\"}")
                        .status())
                .isEqualTo(404);
        assertThat(stranger.delete("/v1/admin/tenants/" + text(id)).status()).isEqualTo(404);
        assertThat(stranger.get("/v1/admin/tenants?limit=200").text()).doesNotContain(text(id));
    }

    @Test
    void theRoutesOfV1MakeChangeAndDelete() throws SQLException {
        Answer made = client.post("/v1/admin/tenants", """
                {"slug":"v1-route","name":"Route","domain":"id.route.test","logo_url":"https://route.test/l.svg",
                 "settings":{"a":1}}""");
        assertThat(made.status()).isEqualTo(201);
        String address = "/v1/admin/tenants/" + made.id();
        assertThat(made.header("Location")).isEqualTo(address);
        assertThat(client.get(address).json()).isEqualTo(made.json());
        assertThat(client.get(address).header("ETag")).isEqualTo("\"1\"");
        Answer changed = client.with("If-Match", "\"1\"").patch(address, """
                {"name":"Changed","domain":null,"logo_url":null,"settings":{},"status":"suspended"}""");
        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        assertThat(client.get(address).json()).isEqualTo(changed.json());
        assertThat(changed.json().path("domain").isNull()).isTrue();
        assertThat(client.with("If-Match", "\"1\"")
                        .patch(address, "{\"name\":\"Third\"}")
                        .status())
                .isEqualTo(412);
        assertThat(client.patch(address, "{\"status\":\"suspended\"}").header("ETag"))
                .isEqualTo("\"2\"");
        assertThat(client.get("/v1/workspaces/" + made.id()).json().path("name").asString())
                .isEqualTo("Changed");
        assertThat(client.get("/v1/admin/tenants?limit=200").text()).contains(made.id());
        assertThat(client.delete(address).status()).isEqualTo(204);
        assertThat(client.get(address).status()).isEqualTo(404);
        assertThat(client.get("/v1/admin/tenants?limit=200").text()).doesNotContain(made.id());
        Answer home = client.patch("/v1/admin/tenants/" + place.workspace(), "{\"status\":\"suspended\"}");
        assertThat(home.error()).isEqualTo("the workspace from which the organisation is run cannot be suspended");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"slug":"admin","name":"N"}                                  | slug
            {"slug":"fine","name":""}                                    | name
            {"slug":"fine","name":"N","domain":"nodots"}                 | domain
            {"slug":"fine","name":"N","domain":"UPPER.test"}             | domain
            {"slug":"fine","name":"N","domain":"a..b"}                   | domain
            {"slug":"fine","name":"N","logo_url":"http://plain.test/"}   | logo_url
            {"slug":"fine","name":"N","logo_url":"https://u@h.test/"}    | logo_url
            {"slug":"fine","name":"N","logo_url":"https:// "}            | logo_url
            {"slug":"fine","name":"N","settings":[]}                     | settings
            {"slug":"fine","name":"N","status":"suspended"}              | status
            """)
    void aWishThatBreaksTheRulesIsRefusedByMember(String body, String member) {
        Answer refused = client.post("/v1/admin/tenants", body);
        assertThat(refused.status()).as(refused.text()).isEqualTo(400);
        assertThat(refused.json().path("fields").path(member).asString()).isNotEmpty();
    }
}
