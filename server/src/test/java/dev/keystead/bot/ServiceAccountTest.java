package dev.keystead.bot;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.keystead.bot.Machines.Account;
import dev.keystead.platform.http.Route;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import java.text.ParseException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What machines get for their credentials, what they may do by it, and what ends it.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServiceAccountTest {
    private final TestServer server = TestServer.shared();
    private final Machines machines = Machines.in(server, "accounts");
    private final Client client = machines.administrator();

    private static JWTClaimsSet claims(String token) {
        try {
            return SignedJWT.parse(token).getJWTClaimsSet();
        } catch (ParseException e) {
            throw new AssertionError(e);
        }
    }

    private Answer users(String token) {
        return server.as(token).get("/v1/users");
    }

    private void hasEnded(Account account, String token) {
        assertThat(users(token).status()).isEqualTo(401);
        assertThat(account.isActive(token)).isFalse();
        Answer refused = account.ask();
        assertThat(refused.status()).as(refused.text()).isEqualTo(401);
        assertThat(refused.error()).isEqualTo("invalid_client");
    }

    @Test
    void anAccountIsMadeReadAndChangedAndShowsItsSecretOnce() {
        String identity = machines.identity();
        Answer made = machines.createAccount(client, identity, "secret", "read:user");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        String id = made.json().path("service_account").path("id").asString();
        String secret = made.json().path("client_secret").asString();
        assertThat(id).matches("svc_[0-9a-z]{26}");
        assertThat(made.json().path("client_id").asString()).isEqualTo(id);
        Answer read = client.get(Machines.accountPath(id));
        assertThat(read.json()).isEqualTo(made.json().path("service_account"));
        assertThat(read.text()).doesNotContain(secret);
        assertThat(server.count("select count(*) from oauth.clients c where c::text like '%" + secret + "%'"))
                .isZero();
        Answer changed = client.with("If-Match", "\"1\"")
                .patch(Machines.accountPath(id), "{\"name\":\"Hourly\",\"scopes\":[\"read:user\",\"read:member\"]}");
        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        assertThat(changed.header("ETag")).isEqualTo("\"2\"");
        assertThat(changed.json().path("scopes")).hasSize(2);
        assertThat(client.get("/v1/service-accounts?service_identity_id=" + identity)
                        .json()
                        .path("items"))
                .hasSize(1);
        assertThat(client.patch(Machines.accountPath(id), "{}").header("ETag")).isEqualTo("\"2\"");
    }

    @Test
    void aTokenIsTheMachinesAndOpensOurOwnInterfaceWithinItsRights() {
        Account account = machines.account(machines.identity(), "read:user", "write:project");
        String token = account.token();
        JWTClaimsSet claims = claims(token);
        assertThat(claims.getSubject()).isEqualTo(account.identity());
        assertThat(claims.getClaim("client_id")).isEqualTo(account.id());
        assertThat(claims.getAudience()).containsExactly(machines.issuer() + "/v1");
        assertThat(users(token).status()).isEqualTo(200);
        Answer made = server.as(token).post("/v1/projects", "{\"name\":\"By a bot\",\"slug\":\"by-a-bot\"}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(server.count("select count(*) from audit.written where event_type = 'project.create'"
                        + " and actor_did = 'did:keystead:%s#%s'".formatted(account.identity(), account.id())))
                .isOne();
        assertThat(server.as(token)
                        .post("/v1/users", "{\"email\":\"n@x.test\",\"display_name\":\"N\"}")
                        .status())
                .isEqualTo(403);
        Answer told = machines.introspect(token);
        assertThat(told.json().path("active").asBoolean()).isTrue();
        assertThat(told.json().path("sub").asString()).isEqualTo(account.identity());
    }

    @Test
    void aMachineIsNobodyOutsideItsWorkspace() {
        Machines others = Machines.in(server, "accounts-elsewhere");
        String token = machines.account().token();
        assertThat(server.as(token).get("/t/accounts-elsewhere/v1/users").status())
                .isEqualTo(404);
        assertThat(server.as(token)
                        .get("/v1/workspaces/" + others.place().workspace().text())
                        .status())
                .isEqualTo(404);
        assertThat(server.as(token).get("/v1/me").status()).isIn(401, 403, 404);
    }

    @Test
    void aTokenForAnotherResourceOpensNothingHere() {
        Account account = machines.account();
        Answer given =
                account.ask(Map.of("grant_type", "client_credentials", "resource", "https://api.elsewhere.test"));
        assertThat(given.status()).as(given.text()).isEqualTo(200);
        assertThat(users(given.json().path("access_token").asString()).status()).isEqualTo(401);
    }

    @Test
    void moreThanWasGivenCannotBeAskedFor() {
        Answer refused = machines.account()
                .ask(Map.of("grant_type", "client_credentials", "scope", "read:user admin:workspace"));
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.error()).isEqualTo("invalid_scope");
    }

    @Test
    void whatIsTakenFromAnAccountIsTakenFromItsTokens() {
        Account account = machines.account(machines.identity(), "read:user", "read:member");
        String token = account.token();
        assertThat(users(token).status()).isEqualTo(200);
        assertThat(client.patch(account.path(), "{\"scopes\":[\"read:member\"]}")
                        .status())
                .isEqualTo(200);
        assertThat(users(token).status()).isEqualTo(403);
    }

    private Client keyWith(String... scopes) {
        Answer made = client.post(
                "/v1/api-keys", "{\"name\":\"lesser\",\"scopes\":[\"%s\"]}".formatted(String.join("\",\"", scopes)));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return server.as(made.json().path("api_key").asString());
    }

    @Test
    void nobodyGivesMoreThanTheyHave() {
        Client lesser = keyWith("admin:service-identity", "read:user");
        String identity = machines.identity();
        Answer refused = machines.createAccount(lesser, identity, "secret", "read:user", "write:user");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text()).contains("'write:user' is more than your own");
        assertThat(machines.createAccount(lesser, identity, "secret", "read:user")
                        .status())
                .isEqualTo(201);

        Account greater = machines.account(identity, "write:user");
        assertThat(lesser.post(greater.path() + ":rotate-secret", "{}").status())
                .as("the secret would let them do what they may not")
                .isEqualTo(400);
        assertThat(greater.ask().status())
                .as("and the one that was there works")
                .isEqualTo(200);
        Account own = machines.account(identity, "read:user");
        assertThat(lesser.patch(own.path(), "{\"scopes\":[\"admin:member\"]}").status())
                .isEqualTo(400);
        assertThat(lesser.patch(greater.path(), "{\"name\":\"Renamed\"}").status())
                .isEqualTo(200);
    }

    @Test
    void aMachineGivesNoMoreThanItHas() {
        String identity = machines.identity();
        String token = machines.account(identity, "admin:service-identity").token();
        Client machine = server.as(token);
        assertThat(machines.createAccount(machine, identity, "secret", "read:user")
                        .status())
                .isEqualTo(400);
        assertThat(machines.createAccount(machine, identity, "secret", "read:service-identity")
                        .status())
                .isEqualTo(201);
    }

    @ParameterizedTest
    @ValueSource(strings = {"openid", "read:nothing", "read:user:self", "user:read", ""})
    void whatIsNoRightOfAMachineIsRefused(String scope) {
        assertThat(machines.createAccount(client, machines.identity(), "secret", scope)
                        .status())
                .isEqualTo(400);
    }

    @Test
    void aRotatedSecretWorksWhileTheTwoOverlapAndNoLonger() {
        Account account = machines.account();
        Answer rotated = client.post(account.path() + ":rotate-secret", "{\"overlap_seconds\":600}");
        assertThat(rotated.status()).as(rotated.text()).isEqualTo(200);
        var renewed = new Account(
                machines,
                account.identity(),
                account.id(),
                rotated.json().path("client_secret").asString());
        assertThat(renewed.ask().status()).isEqualTo(200);
        assertThat(account.ask().status()).isEqualTo(200);
        assertThat(rotated.json()
                        .path("service_account")
                        .path("previous_secret_ends_at")
                        .isNull())
                .isFalse();
        assertThat(client.post(account.path() + ":rotate-secret", "{}").status())
                .isEqualTo(200);
        assertThat(renewed.ask().status()).isEqualTo(401);
        assertThat(account.ask().status()).isEqualTo(401);
    }

    @Test
    void suspendingAMachineEndsItsTokensAndActivatingGivesThemBack() {
        Account account = machines.account();
        Account second = machines.account(account.identity(), "read:user");
        String token = account.token();
        assertThat(client.patch(second.path(), "{\"status\":\"suspended\"}").status())
                .isEqualTo(200);
        String path = Machines.path(account.identity());
        assertThat(client.post(path + ":suspend").json().path("status").asString())
                .isEqualTo("suspended");
        hasEnded(account, token);
        Account late = machines.account(account.identity(), "read:user");
        assertThat(late.ask().status())
                .as("one that is made while the machine is stopped")
                .isEqualTo(401);

        assertThat(client.post(path + ":activate").status()).isEqualTo(200);
        assertThat(users(token).status()).isEqualTo(200);
        assertThat(account.ask().status()).isEqualTo(200);
        assertThat(late.ask().status()).isEqualTo(200);
        assertThat(second.ask().status())
                .as("what was stopped by itself stays so")
                .isEqualTo(401);
    }

    @Test
    void suspendingAnAccountEndsItsOwnTokensAlone() {
        Account account = machines.account();
        Account other = machines.account(account.identity(), "read:user");
        String token = account.token();
        String others = other.token();
        assertThat(client.patch(account.path(), "{\"status\":\"suspended\"}").status())
                .isEqualTo(200);
        hasEnded(account, token);
        assertThat(users(others).status()).isEqualTo(200);
        assertThat(client.patch(account.path(), "{\"status\":\"active\"}").status())
                .isEqualTo(200);
        assertThat(account.ask().status()).isEqualTo(200);
    }

    @Test
    void deletingAnAccountOrItsMachineEndsItsTokens() {
        Account account = machines.account();
        Account other = machines.account(account.identity(), "read:user");
        String token = account.token();
        String others = other.token();
        assertThat(client.delete(account.path()).status()).isEqualTo(204);
        assertThat(client.get(account.path()).status()).isEqualTo(404);
        hasEnded(account, token);
        assertThat(users(others).status()).isEqualTo(200);
        assertThat(client.delete(Machines.path(account.identity())).status()).isEqualTo(204);
        hasEnded(other, others);
    }

    @Test
    void aMachineHasTwentyAccountsAtMost() {
        String identity = machines.identity();
        for (int i = 0; i < 20; i++) {
            machines.account(identity, "read:user");
        }
        Answer refused = machines.createAccount(client, identity, "secret", "read:user");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.error()).contains("at most 20");
    }

    /// Whoever administers applications would otherwise give a machine any right.
    @Test
    void theClientOfAnAccountIsNoApplication() {
        Account account = machines.account();
        Client applications = keyWith("admin:client");
        String path = "/v1/clients/" + account.id().replace("svc_", "cli_");
        assertThat(applications.get(path).status()).isEqualTo(404);
        assertThat(applications
                        .patch(path, "{\"scopes\":[\"admin:workspace\"]}")
                        .status())
                .isEqualTo(404);
        assertThat(applications.post(path + ":rotate-secret", "{}").status()).isEqualTo(404);
        assertThat(applications.delete(path).status()).isEqualTo(404);
        assertThat(applications.get("/v1/clients?limit=100").text()).doesNotContain(account.id());
        assertThat(account.ask().status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bot_mine", "svc_mine"})
    void noApplicationCallsItselfLikeAMachine(String clientId) {
        Answer refused = client.post(
                "/v1/clients",
                "{\"name\":\"X\",\"redirect_uris\":[\"https://x.test/\"],\"client_id\":\"%s\"}".formatted(clientId));
        assertThat(refused.status()).isEqualTo(400);
    }

    @Test
    void aMachineUsesNoOtherGrant() {
        Account account = machines.account();
        for (String grant : List.of("authorization_code", "refresh_token")) {
            Answer refused = account.ask(Map.of("grant_type", grant, "code", "x", "refresh_token", "x"));
            assertThat(refused.error()).isEqualTo("unauthorized_client");
        }
    }

    @Test
    void whoeverMayNotAdministerMachinesMakesNoAccounts() {
        Client reader = keyWith("write:service-identity", "read:user");
        assertThat(machines.createAccount(reader, machines.identity(), "secret", "read:user")
                        .status())
                .isEqualTo(403);
        long guarded = server.routes().stream()
                .filter(route -> route.template().text().startsWith("/v1/service-"))
                .map(Route::access)
                .filter(access -> access.neededRight()
                        .filter(right -> right.resource().equals("service-identity"))
                        .isPresent())
                .count();
        assertThat(guarded).isEqualTo(15);
    }
}
