package dev.keystead.apikey;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.AtOnce;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.Until;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApiKeyRoutesTest {
    private final TestServer server = TestServer.shared();
    private final Client administrator = server.asAdministrator();

    private Answer make(Client maker, String scopes) {
        return maker.post("/v1/api-keys", "{\"name\":\"test\",\"scopes\":[%s]}".formatted(scopes));
    }

    private Client client(Answer made) {
        return server.as(made.json().path("api_key").asString());
    }

    private static String idOf(Answer made) {
        return made.json().path("key").path("id").asString();
    }

    @Test
    void aKeyIsShownOnceAndNeverStored() throws SQLException {
        Answer made = make(administrator, "\"read:user\"");
        String secret = made.json().path("api_key").asString();
        assertThat(secret).matches("kkey_[0-9a-z]{26}[0-9A-Za-z]{49}");
        Answer read = administrator.get("/v1/api-keys/" + idOf(made));
        assertThat(read.status()).isEqualTo(200);
        assertThat(read.text()).doesNotContain(secret);
        String random = secret.substring("kkey_".length() + 26);
        assertThat(everyTextOfTheDatabase()).isNotEmpty().doesNotContain(secret).doesNotContain(random);
    }

    /// All rows of all our tables as text, bytes in hex and as they would read in ASCII.
    private String everyTextOfTheDatabase() throws SQLException {
        var all = new StringBuilder();
        try (Connection connection = server.database().connect();
                Statement tables = connection.createStatement();
                ResultSet names = tables.executeQuery("""
                        select format('%I.%I', table_schema, table_name) from information_schema.tables
                        where table_schema in ('identity', 'admin', 'auth', 'audit')""")) {
            while (names.next()) {
                try (Statement rows = connection.createStatement();
                        ResultSet row = rows.executeQuery("select t::text from " + names.getString(1) + " t")) {
                    while (row.next()) {
                        all.append(row.getString(1)).append('\n');
                    }
                }
            }
        }
        return all.toString();
    }

    @Test
    void aKeyDoesWhatItsScopesSayAndNoMore() {
        Client reader = client(make(administrator, "\"read:user\""));
        assertThat(reader.get("/v1/users").status()).isEqualTo(200);
        Answer refused = reader.post("/v1/users", "{\"email\":\"no@example.org\",\"display_name\":\"No\"}");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.error()).isEqualTo("insufficient role");
        assertThat(reader.get("/v1/audit").status()).isEqualTo(403);
        assertThat(reader.get("/v1/api-keys").status()).isEqualTo(403);
    }

    @Test
    void nobodyMakesAKeyThatCanDoMoreThanTheirOwn() {
        Client lesser = client(make(administrator, "\"admin:api-key\",\"read:user\""));
        Answer refused = make(lesser, "\"write:user\"");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.error()).contains("more than your own key may do");
        assertThat(make(lesser, "\"read:user\"").status()).isEqualTo(201);
        Answer greater = make(administrator, "\"admin:user\"");
        assertThat(lesser.post("/v1/api-keys/" + idOf(greater) + ":rotate").status())
                .isEqualTo(400);
    }

    @Test
    void aRevokedKeyStopsWorking() {
        Answer made = make(administrator, "\"read:user\"");
        Client key = client(made);
        assertThat(key.get("/v1/users").status()).isEqualTo(200);
        assertThat(administrator.delete("/v1/api-keys/" + idOf(made)).status()).isEqualTo(204);
        assertThat(key.get("/v1/users").status()).isEqualTo(401);
        assertThat(administrator.delete("/v1/api-keys/" + idOf(made)).status()).isEqualTo(404);
        assertThat(administrator
                        .get("/v1/api-keys/" + idOf(made))
                        .json()
                        .path("revoked_at")
                        .asString())
                .isNotEmpty();
    }

    @Test
    void aRotatedKeyIsReplacedByOneWithTheSameRights() {
        Answer old = make(administrator, "\"read:user\"");
        Client before = client(old);
        assertThat(before.get("/v1/users").status()).isEqualTo(200);
        Answer rotated = administrator.post("/v1/api-keys/" + idOf(old) + ":rotate");
        assertThat(rotated.status()).isEqualTo(201);
        assertThat(before.get("/v1/users").status()).isEqualTo(401);
        assertThat(client(rotated).get("/v1/users").status()).isEqualTo(200);
        assertThat(client(rotated).get("/v1/audit").status()).isEqualTo(403);
    }

    @Test
    void aRotatedKeyWorksBesideItsSuccessorForAsLongAsWasWished() {
        Answer old = make(administrator, "\"read:user\"");
        Answer rotated = administrator.post("/v1/api-keys/" + idOf(old) + ":rotate?overlap_seconds=3600");
        assertThat(client(old).get("/v1/users").status()).isEqualTo(200);
        assertThat(client(rotated).get("/v1/users").status()).isEqualTo(200);
        Answer again = administrator.post("/v1/api-keys/" + idOf(old) + ":rotate");
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.error()).isEqualTo("the key was rotated already; rotate the one in its place");
        assertThat(administrator.delete("/v1/api-keys/" + idOf(old)).status()).isEqualTo(204);
        assertThat(client(old).get("/v1/users").status()).isEqualTo(401);
        assertThat(administrator
                        .post("/v1/api-keys/" + idOf(rotated) + ":rotate?overlap_seconds=86401")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void ofThoseWhoRotateAKeyAtOnceOneGetsANewOne() throws Exception {
        Answer old = make(administrator, "\"read:user\"");
        List<Integer> statuses = AtOnce.run(
                8,
                () -> administrator
                        .post("/v1/api-keys/" + idOf(old) + ":rotate?overlap_seconds=60")
                        .status());
        assertThat(statuses).containsOnly(201, 409).containsOnlyOnce(201);
    }

    private Answer change(Client changer, Answer key, String body) {
        return changer.patch("/v1/api-keys/" + idOf(key), body);
    }

    @Test
    void aKeyIsChangedAndTheChangeCountsAtOnce() {
        Answer made = make(administrator, "\"read:user\"");
        Client key = client(made);
        assertThat(key.get("/v1/audit").status()).isEqualTo(403);
        Answer read = administrator.get("/v1/api-keys/" + idOf(made));
        Answer changed = change(
                administrator.with("If-Match", read.header("ETag")),
                made,
                "{\"name\":\"other\",\"scopes\":[\"read:audit\"]}");
        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        assertThat(changed.json().path("name").asString()).isEqualTo("other");
        assertThat(key.get("/v1/audit").status()).isEqualTo(200);
        assertThat(key.get("/v1/users").status()).isEqualTo(403);
        Answer stale = change(administrator.with("If-Match", read.header("ETag")), made, "{\"name\":\"third\"}");
        assertThat(stale.status()).isEqualTo(412);
    }

    @Test
    void theEndOfAKeyIsSetAndTakenAway() {
        Answer made = make(administrator, "\"read:user\"");
        String soon = Instant.now()
                .plus(Duration.ofDays(1))
                .truncatedTo(ChronoUnit.SECONDS)
                .toString();
        Answer ending = change(administrator, made, "{\"expires_at\":\"%s\"}".formatted(soon));
        assertThat(ending.json().path("expires_at").asString()).isEqualTo(soon);
        Answer endless = change(administrator, made, "{\"expires_at\":null}");
        assertThat(endless.json().path("expires_at").isNull()).isTrue();
        String past = Instant.now().minus(Duration.ofMinutes(1)).toString();
        Answer refused = change(administrator, made, "{\"expires_at\":\"%s\"}".formatted(past));
        assertThat(refused.json().path("fields").path("expires_at").asString())
                .isEqualTo("must be in the future and within ten years");
    }

    @Test
    void nobodyGivesAKeyMoreThanTheirOwnMayDo() {
        Client lesser = client(make(administrator, "\"admin:api-key\",\"read:user\""));
        Answer own = make(lesser, "\"read:user\"");
        Answer refused = change(lesser, own, "{\"scopes\":[\"write:user\"]}");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.error()).contains("more than your own key may do");
        assertThat(change(lesser, own, "{\"scopes\":[\"read:users\"]}").status())
                .isEqualTo(400);
        assertThat(change(lesser, make(administrator, "\"admin:user\""), "{\"name\":\"mine\"}")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void aKeyThatIsOverIsNotChanged() {
        Answer rotated = make(administrator, "\"read:user\"");
        administrator.post("/v1/api-keys/" + idOf(rotated) + ":rotate?overlap_seconds=60");
        assertThat(change(administrator, rotated, "{\"name\":\"x\"}").error())
                .isEqualTo("the key was rotated; change the one in its place");
        Answer expired = make(administrator, "\"read:user\"");
        server.execute("update admin.api_keys set expires_at = now() - interval '1 second'"
                + " where id = app.id_uuid('%s')".formatted(idOf(expired)));
        assertThat(change(administrator, expired, "{\"expires_at\":null}").error())
                .isEqualTo("the key has expired; make a new one");
        Answer revoked = make(administrator, "\"read:user\"");
        administrator.delete("/v1/api-keys/" + idOf(revoked));
        assertThat(change(administrator, revoked, "{\"name\":\"x\"}").status()).isEqualTo(404);
    }

    @Test
    void anExpiryMustLieAhead() {
        String past = Instant.now().minus(Duration.ofMinutes(1)).toString();
        assertThat(administrator
                        .post(
                                "/v1/api-keys",
                                "{\"name\":\"x\",\"scopes\":[\"read:user\"],\"expires_at\":\"%s\"}".formatted(past))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void anExpiredKeyDoesNotWork() throws SQLException {
        Answer made = make(administrator, "\"read:user\"");
        try (Connection connection = server.database().connect();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "update admin.api_keys set expires_at = now() - interval '1 second' where app.id_text('apk', id) = '"
                            + idOf(made) + "'");
        }
        assertThat(client(made).get("/v1/users").status()).isEqualTo(401);
        Answer rotated = administrator.post("/v1/api-keys/" + idOf(made) + ":rotate");
        assertThat(rotated.status()).isEqualTo(409);
        assertThat(rotated.error()).isEqualTo("the key has expired; make a new one");
    }

    @Test
    void aKeyWithAnotherWorkspacesIdIsNoKey() {
        String secret =
                make(administrator, "\"read:user\"").json().path("api_key").asString();
        assertThat(server.as(flip(secret, "kkey_".length() + 5))
                        .get("/v1/users")
                        .status())
                .isEqualTo(401);
        assertThat(server.as(flip(secret, secret.length() - 10))
                        .get("/v1/users")
                        .status())
                .isEqualTo(401);
        assertThat(server.as(flip(secret, secret.length() - 1)).get("/v1/users").status())
                .isEqualTo(401);
    }

    private static String flip(String text, int at) {
        char other = text.charAt(at) == '7' ? '8' : '7';
        return text.substring(0, at) + other + text.substring(at + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "Bearer", "kkey_", "kpat_01k9", "eyJhbGciOiJub25lIn0.e30."})
    void whatIsNoKeyIsAnInvalidToken(String credential) {
        Answer refused = server.as(credential).get("/v1/users");
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.error()).isEqualTo("invalid token");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"\"|a scope is empty",
                "\"read\"|is not <verb>:<resource>",
                "\"own:user\"|the verbs are read, write, admin",
                "\"read:users\"|the resources are",
                "\"read:user:self:more\"|is not <verb>",
                "\"read:user:me\"|its modifiers are self and the id of a workspace",
                "|must have 1 to 50 scopes"
            })
    void aWrongScopeIsExplained(String scope, String reason) {
        Answer refused = make(administrator, scope == null ? "" : scope);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().path("fields").path("scopes").asString()).contains(reason);
    }

    @Test
    void theLastUseIsNotedBesideTheRequestAndOnce() {
        Answer made = make(administrator, "\"read:user\"");
        Client key = client(made);
        key.get("/v1/users");
        Until.holds(
                "the use is noted", Duration.ofSeconds(30), () -> !lastUse(made).isEmpty());
        String first = lastUse(made);
        for (int i = 0; i < 5; i++) {
            key.get("/v1/users");
        }
        assertThat(lastUse(made)).as("not a write per request").isEqualTo(first);
    }

    private String lastUse(Answer made) {
        return administrator
                .get("/v1/api-keys/" + idOf(made))
                .json()
                .path("last_used_at")
                .asString("");
    }
}
