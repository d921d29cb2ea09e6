package dev.keystead.federation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.connection.ConnectionId;
import dev.keystead.connection.Connections;
import dev.keystead.directory.UserId;
import dev.keystead.federation.saml.protocol.TestParty;
import dev.keystead.login.AtOnce;
import dev.keystead.login.Town;
import dev.keystead.member.Role;
import dev.keystead.platform.db.Words;
import dev.keystead.platform.id.Prefix;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.tenancy.UuidV7;
import java.security.cert.CertificateEncodingException;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Whoever decides what a provider says can come in as anybody who comes from there: nobody decides it for people who
/// may do more than they.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConnectionReachTest {
    private static final String CONNECTIONS = "/v1/connections";

    private TestServer server;
    private Town town;
    private Client administrator;
    private Client owner;
    private UserId owning;

    @BeforeAll
    void start() {
        server = TestServer.start("--master-key", Town.MASTER_KEY, "--outbound-allow-private", "true");
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @BeforeEach
    void build() {
        town = Town.on(server);
        TestServer.Person person = server.makeOwner(town.place());
        owning = person.user();
        owner = server.as(person.key());
        administrator = server.as(member(Role.ADMIN).key());
    }

    private TestServer.Person member(Role role) {
        Town.Person person = town.stranger(Words.of(role) + UuidV7.next());
        Answer added = town.administrator()
                .post(
                        "/v1/workspaces/" + town.place().workspace().text() + "/members",
                        "{\"user_id\":\"%s\",\"role\":\"%s\"}"
                                .formatted(person.id().text(), Words.of(role)));
        assertThat(added.status()).as(added.text()).isEqualTo(201);
        return server.makeKey(town.place().workspace(), person.id());
    }

    private static String certificate() {
        try {
            return Base64.getEncoder()
                    .encodeToString(TestParty.rsa(2048).certificate().getEncoded());
        } catch (CertificateEncodingException e) {
            throw new AssertionError(e);
        }
    }

    private String connect(String issuer, String more) {
        Answer made = town.administrator().post(CONNECTIONS, body(issuer, more));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return CONNECTIONS + "/" + made.id();
    }

    private static String body(String issuer, String more) {
        return """
                {"kind":"oidc","name":"House","issuer":"%s","client_secret":"hidden",
                 "oidc":{"preset":"none","client_id":"c","auth_method":"client_secret_basic",
                         "scopes":["openid"],"userinfo":false}%s}""".formatted(issuer, more);
    }

    private static String issuer() {
        return "https://idp-" + UuidV7.next() + ".invalid";
    }

    @Test
    void connectionsThatAreMadeAtOnceAreNoMoreThanThereMayBe() throws Exception {
        server.execute("""
                insert into admin.connections (tenant_id, id, kind, name, enabled, position, issuer, settings, created_by,
                    version, created_at, updated_at)
                select c.tenant_id, app.new_id(), c.kind, c.name, false, 0, c.issuer || '/' || n, c.settings,
                    c.created_by, 1, now(), now()
                from admin.connections c, generate_series(1, %d) n
                where c.id = app.id_uuid('%s')""".formatted(Connections.MOST - 2, connect(issuer(), "").substring(CONNECTIONS.length() + 1)));
        List<Integer> answers = AtOnce.run(
                12,
                () -> town.administrator().post(CONNECTIONS, body(issuer(), "")).status());
        assertThat(answers).containsOnly(201, 409).containsOnlyOnce(201);
    }

    /// Has a provider know somebody.
    private void link(UserId user, String connection, String issuer) {
        String id = connection.substring(connection.lastIndexOf('/') + 1);
        server.execute("""
                insert into identity.external_identities
                    (tenant_id, id, user_id, connection_id, issuer, subject, linked_at)
                values ('%s', gen_random_uuid(), '%s', '%s', '%s', gen_random_uuid()::text, now())""".formatted(
                town.place().workspace().value(),
                user.value(),
                Prefix.CONNECTION.parse(id, ConnectionId::new).orElseThrow().value(),
                issuer));
    }

    private static void isRefused(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(403);
        assertThat(answer.error()).isEqualTo("insufficient role");
    }

    @Test
    void nobodyChangesTheWayInOfSomebodyAboveThem() {
        String issuer = issuer();
        String connection = connect(issuer, "");
        link(owning, connection, issuer);
        for (String change : List.of(
                "{\"issuer\":\"https://thief.invalid\",\"client_secret\":\"other\"}",
                "{\"client_secret\":\"other\"}",
                "{\"enabled\":false}",
                "{\"oidc\":{\"preset\":\"none\",\"client_id\":\"thief\",\"auth_method\":\"client_secret_basic\","
                        + "\"scopes\":[\"openid\"],\"userinfo\":false}}",
                "{\"accounts\":{\"just_in_time\":false,\"allowed_domains\":[],\"trust_email\":true,\"trust_mfa\":true}}",
                "{\"routing\":{\"domains\":[\"elsewhere.example\"],\"only\":false}}",
                "{\"mapping\":{\"email\":\"upn\"}}")) {
            isRefused(administrator.patch(connection, change));
        }
        isRefused(administrator.delete(connection));
        assertThat(town.count("admin.connections", "and version = 1")).isOne();
        assertThat(town.count("identity.external_identities", "")).isOne();

        Answer renamed = administrator.patch(connection, "{\"name\":\"Another name\",\"position\":3}");
        assertThat(renamed.status()).as(renamed.text()).isEqualTo(200);
        assertThat(owner.patch(connection, "{\"client_secret\":\"other\"}").status())
                .isEqualTo(200);
        assertThat(owner.delete(connection).status()).isEqualTo(204);
    }

    @Test
    void certificatesOfAProviderAreChangedByWhomTheyCouldLetIn() {
        String issuer = issuer();
        Answer made = town.administrator().post(CONNECTIONS, """
                {"kind":"saml","name":"Acme","issuer":"%s","saml":{"sso_url":"https://idp.example/sso",
                 "certificates":["%s"]}}""".formatted(issuer, certificate()));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        String connection = CONNECTIONS + "/" + made.id();
        String other = "{\"saml\":{\"sso_url\":\"https://idp.example/sso\",\"certificates\":[\"%s\"]}}"
                .formatted(certificate());
        assertThat(administrator.patch(connection, other).status()).isEqualTo(200);
        link(owning, connection, issuer);
        isRefused(administrator.patch(connection, other.replace("/sso\"", "/login\"")));
    }

    @Test
    void aNewConnectionDoesNotTakeOverWhomItsIssuerKnows() {
        String old = issuer();
        String connection = connect(old, "");
        link(owning, connection, old);
        assertThat(owner.patch(connection, "{\"issuer\":\"%s\",\"client_secret\":\"new\"}".formatted(issuer()))
                        .status())
                .isEqualTo(200);
        isRefused(administrator.post(CONNECTIONS, body(old, "")));
        String own = connect(issuer(), "");
        isRefused(administrator.patch(own, "{\"issuer\":\"%s\",\"client_secret\":\"new\"}".formatted(old)));
        assertThat(administrator.post(CONNECTIONS, body(issuer(), "")).status()).isEqualTo(201);
    }

    @Test
    void aKeyForConnectionsAloneReachesNoAdministrator() {
        String issuer = issuer();
        String connection = connect(issuer, "");
        link(member(Role.ADMIN).user(), connection, issuer);
        assertThat(administrator.patch(connection, "{\"enabled\":false}").status())
                .isEqualTo(200);
        Answer made = town.administrator()
                .post("/v1/api-keys", "{\"name\":\"connections\",\"scopes\":[\"admin:connection\"]}");
        Client narrow = server.as(made.json().path("api_key").asString());
        isRefused(narrow.patch(connection, "{\"enabled\":true}"));
        String free = connect(issuer(), "");
        assertThat(narrow.patch(free, "{\"enabled\":false}").status()).isEqualTo(200);
    }

    @Test
    void rightsBesideTheRoleCountToo() {
        String issuer = issuer();
        String connection = connect(issuer, "");
        TestServer.Person keeper = member(Role.MEMBER);
        give(keeper, "admin:connection");
        TestServer.Person linked = member(Role.MEMBER);
        link(linked.user(), connection, issuer);
        Client client = server.as(keeper.key());
        assertThat(client.patch(connection, "{\"enabled\":false}").status()).isEqualTo(200);
        give(linked, "admin:user");
        isRefused(client.patch(connection, "{\"enabled\":true}"));
        assertThat(administrator.patch(connection, "{\"enabled\":true}").status())
                .isEqualTo(200);
    }

    private void give(TestServer.Person person, String right) {
        Answer role = town.administrator()
                .post("/v1/roles", "{\"name\":\"r-%s\",\"rights\":[\"%s\"]}".formatted(right.replace(':', '-'), right));
        assertThat(role.status()).as(role.text()).isEqualTo(201);
        Answer given = town.administrator()
                .send(
                        "PUT",
                        "/v1/roles/" + role.id() + "/assignments/"
                                + person.user().text(),
                        null);
        assertThat(given.status()).as(given.text()).isIn(200, 201, 204);
    }

    @Test
    void nobodyMakesAProviderTheOnlyWayForSomebodyAboveThem() {
        String domain = town.place().slug() + ".test";
        String only = ",\"routing\":{\"domains\":[\"%s\"],\"only\":true}".formatted(domain);
        isRefused(administrator.post(CONNECTIONS, body(issuer(), only)));
        String connection = connect(issuer(), ",\"routing\":{\"domains\":[\"%s\"],\"only\":false}".formatted(domain));
        isRefused(administrator.patch(connection, "{" + only.substring(1) + "}"));
        assertThat(owner.patch(connection, "{" + only.substring(1) + "}").status())
                .isEqualTo(200);
        assertThat(administrator
                        .post(
                                CONNECTIONS,
                                body(issuer(), ",\"routing\":{\"domains\":[\"elsewhere.example\"],\"only\":true}"))
                        .status())
                .isEqualTo(201);
    }

    @Test
    void aSecretIsShownToTheProviderThatItWasGivenFor() {
        try (var house = new ForeignHouse();
                var thief = new ForeignHouse()) {
            String connection = CONNECTIONS + "/"
                    + OidcSignInTest.connect(
                            town,
                            house,
                            "\"accounts\":{\"just_in_time\":true,\"allowed_domains\":[],\"trust_email\":false,"
                                    + "\"trust_mfa\":false}");
            Answer refused = town.administrator().patch(connection, "{\"issuer\":\"%s\"}".formatted(thief.issuer()));
            assertThat(refused.status()).as(refused.text()).isEqualTo(400);
            assertThat(refused.text()).contains("client_secret");

            // Nor by way of a method that needs none.
            String keyed = "\"oidc\":{\"preset\":\"none\",\"client_id\":\"keystead\",\"auth_method\":\"%s\","
                    + "\"scopes\":[\"openid\"],\"userinfo\":false}";
            Answer moved = town.administrator()
                    .patch(
                            connection,
                            "{\"issuer\":\"%s\",%s}".formatted(thief.issuer(), keyed.formatted("private_key_jwt")));
            assertThat(moved.status()).as(moved.text()).isEqualTo(200);
            assertThat(moved.json().path("has_secret").asBoolean()).isFalse();
            assertThat(town.administrator()
                            .patch(connection, "{" + keyed.formatted("client_secret_post") + "}")
                            .status())
                    .isEqualTo(400);
            assertThat(town.administrator().post(connection + ":test").status()).isEqualTo(200);
            assertThat(thief.seen()).noneMatch(text -> text.contains("secret"));

            Answer anew = town.administrator()
                    .patch(
                            connection,
                            "{\"client_secret\":\"for the other\"," + keyed.formatted("client_secret_post") + "}");
            assertThat(anew.status()).as(anew.text()).isEqualTo(200);
        }
    }
}
