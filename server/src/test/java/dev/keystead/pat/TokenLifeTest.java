package dev.keystead.pat;

import static dev.keystead.pat.Tokens.SERVER;
import static dev.keystead.pat.Tokens.client;
import static dev.keystead.pat.Tokens.idOf;
import static dev.keystead.pat.Tokens.insider;
import static dev.keystead.pat.Tokens.made;
import static dev.keystead.pat.Tokens.setColumn;
import static dev.keystead.pat.Tokens.word;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.AtOnce;
import dev.keystead.server.Insider;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.Until;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// How long personal access tokens work: expiry, rotation, the end of their owner.
class TokenLifeTest {
    @Test
    void anExpiredTokenDoesNotWorkAndIsNotRotated() {
        Insider owner = insider();
        Answer made = made(owner, "\"read:user:self\"");
        setColumn(made, "expires_at = now() - interval '1 second'");
        assertThat(client(made).get("/v1/me").status()).isEqualTo(401);
        Answer rotated = owner.api().post("/v1/me/tokens/" + idOf(made) + ":rotate");
        assertThat(rotated.status()).isEqualTo(409);
        assertThat(rotated.error()).isEqualTo("the token has expired; make a new one");
    }

    @Test
    void aTokenLastsNinetyDaysUnlessWishedOtherwise() {
        Answer made = made(insider(), "\"read:user:self\"");
        var token = made.json().path("token");
        assertThat(Duration.between(
                        Instant.parse(token.path("created_at").asString()),
                        Instant.parse(token.path("expires_at").asString())))
                .isBetween(Duration.ofDays(90).minusMinutes(1), Duration.ofDays(90));
    }

    @Test
    void theWorkspaceDecidesHowLongTokensLast() {
        Elsewhere there = SERVER.makeOrganisation(word());
        Insider owner = Insider.enter(
                SERVER, there.workspace(), there.slug(), SERVER.makeOwner(there).user());
        String body = "{\"name\":\"x\",\"scopes\":[\"read:user\"],\"expires_at\":%s}";
        Answer endless = owner.api().post("/v1/me/tokens", body.formatted("null"));
        assertThat(endless.json().path("fields").path("expires_at").asString())
                .isEqualTo("must be in the future and within 365 days, as your workspace has decided");
        Answer decided = SERVER.as(there.key())
                .send(
                        "PUT",
                        "/v1/workspaces/" + there.workspace().text() + "/policies/token",
                        "{\"max_days\":10,\"allows_forever\":true}");
        assertThat(decided.status()).as(decided.text()).isEqualTo(200);
        Answer allowed = owner.api().post("/v1/me/tokens", body.formatted("null"));
        assertThat(allowed.status()).as(allowed.text()).isEqualTo(201);
        assertThat(allowed.json().path("token").path("expires_at").isNull()).isTrue();
        for (Duration life : List.of(Duration.ofDays(11), Duration.ofMinutes(-1))) {
            Answer refused = owner.api()
                    .post("/v1/me/tokens", body.formatted("\"" + Instant.now().plus(life) + "\""));
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.json().path("fields").path("expires_at").asString())
                    .contains("within 10 days");
        }
    }

    @Test
    void aRotatedTokenIsReplacedAtOnce() {
        Insider owner = insider();
        Answer old = made(owner, "\"read:user:self\"");
        assertThat(client(old).get("/v1/me").status()).isEqualTo(200);
        Answer rotated = owner.api().post("/v1/me/tokens/" + idOf(old) + ":rotate");
        assertThat(rotated.status()).as(rotated.text()).isEqualTo(201);
        assertThat(client(old).get("/v1/me").status()).isEqualTo(401);
        assertThat(client(rotated).get("/v1/me").status()).isEqualTo(200);
        assertThat(client(rotated).patch("/v1/me", "{\"display_name\":\"X\"}").status())
                .isEqualTo(403);
        assertThat(owner.api().post("/v1/me/tokens/" + idOf(old) + ":rotate").status())
                .isEqualTo(404);
    }

    @Test
    void aRotatedTokenWorksBesideItsSuccessorForAsLongAsWasWished() {
        Insider owner = insider();
        Answer old = made(owner, "\"read:user:self\"");
        Answer rotated = owner.api().post("/v1/me/tokens/" + idOf(old) + ":rotate?overlap_seconds=3600");
        assertThat(client(old).get("/v1/me").status()).isEqualTo(200);
        assertThat(client(rotated).get("/v1/me").status()).isEqualTo(200);
        Answer again = owner.api().post("/v1/me/tokens/" + idOf(old) + ":rotate");
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.error()).isEqualTo("the token was rotated already; rotate the one in its place");
        assertThat(owner.api().delete("/v1/me/tokens/" + idOf(old)).status()).isEqualTo(204);
        assertThat(client(old).get("/v1/me").status()).isEqualTo(401);
    }

    @Test
    void theOverlapEnds() {
        Insider owner = insider();
        Answer old = made(owner, "\"read:user:self\"");
        owner.api().post("/v1/me/tokens/" + idOf(old) + ":rotate?overlap_seconds=3600");
        // Nobody has presented it since, so that no memory holds the time before.
        setColumn(old, "revoked_at = now() - interval '1 second'");
        assertThat(client(old).get("/v1/me").status()).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"86401", "-1", "x", ""})
    void anOverlapIsADayAtMost(String seconds) {
        Insider owner = insider();
        Answer old = made(owner, "\"read:user:self\"");
        Answer refused = owner.api().post("/v1/me/tokens/" + idOf(old) + ":rotate?overlap_seconds=" + seconds);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(client(old).get("/v1/me").status()).isEqualTo(200);
    }

    @Test
    void ofThoseWhoRotateATokenAtOnceOneGetsANewOne() throws Exception {
        Insider owner = insider();
        Answer old = made(owner, "\"read:user:self\"");
        List<Integer> statuses = AtOnce.run(
                8,
                () -> owner.api()
                        .post("/v1/me/tokens/" + idOf(old) + ":rotate?overlap_seconds=60")
                        .status());
        assertThat(statuses).containsOnly(201, 409).containsOnlyOnce(201);
        assertThat(owner.api().get("/v1/me/tokens").json().path("items")).hasSize(2);
    }

    @Test
    void aTokenEndsWithItsUser() {
        Insider owner = insider();
        Client token = client(made(owner, "\"read:user:self\""));
        assertThat(token.get("/v1/me").status()).isEqualTo(200);
        String user = "/v1/users/" + owner.user().text();
        assertThat(SERVER.asAdministrator().post(user + ":suspend").status()).isEqualTo(200);
        Until.holds(
                "a suspended user's token is refused",
                Duration.ofSeconds(10),
                () -> token.get("/v1/me").status() == 401);
    }
}
