package dev.keystead.pat;

import static dev.keystead.pat.Tokens.SERVER;
import static dev.keystead.pat.Tokens.client;
import static dev.keystead.pat.Tokens.idOf;
import static dev.keystead.pat.Tokens.insider;
import static dev.keystead.pat.Tokens.made;
import static dev.keystead.pat.Tokens.make;
import static dev.keystead.pat.Tokens.secretOf;
import static dev.keystead.pat.Tokens.word;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserId;
import dev.keystead.server.Insider;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.Until;
import dev.keystead.workspace.Reserved;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Personal access tokens over HTTP.
class PersonalTokenTest {
    /// An organisation's workspace, and a person in it with a role and a token.
    private record Place(Elsewhere there, Insider person, Client token) {
        static Place with(String role, String scopes) {
            Elsewhere there = SERVER.makeOrganisation(word());
            Insider person = insider();
            Answer added = SERVER.as(there.key())
                    .post(
                            path(there) + "/members",
                            "{\"user_id\":\"%s\",\"role\":\"%s\"}"
                                    .formatted(person.user().text(), role));
            assertThat(added.status()).as(added.text()).isEqualTo(201);
            return new Place(
                    there,
                    person,
                    client(made(person, scopes.replace("{id}", there.workspace().text()))));
        }

        static String path(Elsewhere there) {
            return "/v1/workspaces/" + there.workspace().text();
        }

        Answer members() {
            return token.get(path(there) + "/members");
        }

        Answer rename() {
            return token.patch(path(there), "{\"name\":\"Renamed %s\"}".formatted(word()));
        }
    }

    @Test
    void aTokenIsShownOnceAndKeptAsAHashOnly() {
        Insider owner = insider();
        Answer made = made(owner, "\"read:user:self\"");
        assertThat(secretOf(made)).matches("kpat_[0-9a-z]{26}[0-9A-Za-z]{49}");
        Answer read = owner.api().get("/v1/me/tokens/" + idOf(made));
        assertThat(read.status()).isEqualTo(200);
        assertThat(read.text()).doesNotContain(secretOf(made));
        assertThat(SERVER.look()
                        .text("select string_agg(t::text, ' ') from admin.personal_access_tokens t"
                                + " where id = app.id_uuid('%s')".formatted(idOf(made))))
                .doesNotContain(secretOf(made).substring(31, 60));
        assertThat(SERVER.look()
                        .text("select string_agg(t::text, ' ') from audit.written t where resource_id = '%s'"
                                .formatted(idOf(made))))
                .contains("personal_access_token.create")
                .doesNotContain(secretOf(made).substring(31, 60));
    }

    @Test
    void aTokenDoesWhatItsScopesSayAndNoMore() {
        Client token = client(made(insider(), "\"read:user:self\""));
        assertThat(token.get("/v1/me").status()).isEqualTo(200);
        Answer refused = token.patch("/v1/me", "{\"display_name\":\"Other\"}");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.error()).isEqualTo("insufficient role");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"\"|a scope is empty",
                "\"read\"|is not <verb>:<resource>",
                "\"own:user\"|the verbs are read, write, admin",
                "\"read:users\"|the resources are api-key, audit, badge, client",
                "\"read:user:self:more\"|is not <verb>",
                "\"read:user:me\"|its modifiers are self and the id of a workspace",
                "\"read:project:self\"|its modifiers are the id of a workspace",
                "\"admin:org:wrk_00000000000000000000000000\"|it has none",
                "|must have 1 to 50 scopes"
            })
    void aWrongScopeIsExplained(String scope, String reason) {
        Answer refused = make(insider().api(), scope == null ? "" : scope);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().path("fields").path("scopes").asString()).contains(reason);
    }

    @Test
    void aTokenThatIsAlmostOneIsNone() {
        String secret = secretOf(made(insider(), "\"read:user:self\""));
        for (int at : List.of(10, 40, secret.length() - 1)) {
            char other = secret.charAt(at) == '7' ? '8' : '7';
            String flipped = secret.substring(0, at) + other + secret.substring(at + 1);
            Answer refused = SERVER.as(flipped).get("/v1/me");
            assertThat(refused.status()).isEqualTo(401);
            assertThat(refused.error()).isEqualTo("invalid token");
        }
        assertThat(SERVER.as(secret.replace("kpat_", "kkey_")).get("/v1/me").status())
                .isEqualTo(401);
    }

    @Test
    void whatItsOwnerMayDoInAWorkspaceIsAskedPerRequest() {
        Place place = Place.with("viewer", "\"admin:workspace\",\"admin:member\"");
        assertThat(place.members().status()).isEqualTo(200);
        assertThat(place.rename().status()).isEqualTo(403);
        String member =
                Place.path(place.there()) + "/members/" + place.person().user().text();
        Client administrator = SERVER.as(place.there().key());
        Answer raised = administrator.patch(member, "{\"role\":\"admin\"}");
        assertThat(raised.status()).as(raised.text()).isEqualTo(200);
        assertThat(place.rename().status()).isEqualTo(200);
        assertThat(administrator.delete(member).status()).isEqualTo(204);
        Answer outside = place.members();
        assertThat(outside.status()).isEqualTo(404);
        assertThat(outside.error()).isEqualTo("not found");
    }

    @Test
    void aForeignWorkspaceLooksLikeNone() {
        Client token = client(made(insider(), "\"admin:workspace\",\"admin:user\""));
        Elsewhere foreign = SERVER.makeOrganisation(word());
        String absent = "/v1/workspaces/wrk_" + "0".repeat(26);
        assertThat(token.get(Place.path(foreign)).status()).isEqualTo(404);
        assertThat(token.get(absent).status()).isEqualTo(404);
        assertThat(token.get("/t/" + foreign.slug() + "/v1/users").status()).isEqualTo(404);
    }

    @Test
    void aScopeThatNamesAWorkspaceCountsThereOnly() {
        Place place = Place.with("admin", "\"read:member:{id}\",\"read:workspace:{id}\"");
        assertThat(place.members().status()).isEqualTo(200);
        assertThat(place.rename().status()).isEqualTo(403);
        Elsewhere second = SERVER.makeOrganisation(word());
        SERVER.as(second.key())
                .post(
                        Place.path(second) + "/members",
                        "{\"user_id\":\"%s\",\"role\":\"admin\"}"
                                .formatted(place.person().user().text()));
        assertThat(place.token().get(Place.path(second) + "/members").status()).isEqualTo(403);
        assertThat(place.person().api().get(Place.path(second) + "/members").status())
                .isEqualTo(200);
    }

    @Test
    void aScopeThatNamesAWorkspaceIsNoRightOnOnesOwnAccount() {
        String scope = "\"write:user:%s\"".formatted(Reserved.SYSTEM_WORKSPACE.text());
        Client token = client(made(insider(), scope));
        assertThat(token.get("/v1/me").status()).isEqualTo(403);
    }

    @Test
    void aTokenIsMadeOnlyAfterARecentProof() {
        UserId user = SERVER.makePerson(word()).user();
        Client stale = Insider.enterAgo(SERVER, Reserved.SYSTEM_WORKSPACE, "system", user)
                .api();
        Answer refused = make(stale, "\"read:user:self\"");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.error()).isEqualTo("step-up required");
    }

    @Test
    void noTokenAndNoKeyMakesRotatesOrRevokesAToken() {
        TestServer.Person person = SERVER.makePerson(word());
        Insider owner = Insider.enter(SERVER, Reserved.SYSTEM_WORKSPACE, "system", person.user());
        Answer target = made(owner, "\"read:user:self\"");
        Client token = client(made(owner, "\"admin:user\""));
        Client key = SERVER.as(person.key());
        String path = "/v1/me/tokens/" + idOf(target);
        for (Client held : List.of(token, key)) {
            Stream.of(
                            make(held, "\"read:user:self\""),
                            held.post(path + ":rotate"),
                            held.delete(path),
                            held.send("PUT", "/v1/me/password", "{\"password\":\"seven green lanterns\"}"),
                            held.post("/v1/me/passkeys:begin"),
                            held.post("/v1/me/recovery-codes:regenerate"))
                    .forEach(answer -> {
                        assertThat(answer.status()).as(answer.text()).isEqualTo(403);
                        assertThat(answer.error()).isEqualTo("step-up required");
                    });
        }
        assertThat(client(target).get("/v1/me").status()).isEqualTo(200);
    }

    @Test
    void aTokenMayRevokeItself() {
        Answer made = made(insider(), "\"write:user:self\"");
        assertThat(client(made).delete("/v1/me/tokens/" + idOf(made)).status()).isEqualTo(204);
        assertThat(client(made).get("/v1/me").status()).isEqualTo(401);
    }

    @Test
    void aRevokedTokenStopsWorkingAndIsToldOf() {
        Insider owner = insider();
        Answer made = made(owner, "\"read:user:self\"");
        assertThat(client(made).get("/v1/me").status()).isEqualTo(200);
        assertThat(owner.api().delete("/v1/me/tokens/" + idOf(made)).status()).isEqualTo(204);
        assertThat(client(made).get("/v1/me").status()).isEqualTo(401);
        assertThat(owner.api().delete("/v1/me/tokens/" + idOf(made)).status()).isEqualTo(404);
        assertThat(owner.api().get("/v1/me/tokens").json().path("items")).isEmpty();
        assertThat(SERVER.look()
                        .text(
                                "select string_agg(event_type, ',' order by id) from auth.auth_events where user_id = '%s'"
                                        .formatted(owner.user().value())))
                .isEqualTo("token_made,token_revoked");
        assertThat(SERVER.look()
                        .text(
                                "select string_agg(event_type, ',' order by id) from audit.written where resource_id = '%s'"
                                        .formatted(idOf(made))))
                .isEqualTo("personal_access_token.create,personal_access_token.revoke");
    }

    @Test
    void somebodyElsesTokenIsNone() {
        String id = idOf(made(insider(), "\"read:user:self\""));
        Client other = insider().api();
        assertThat(other.get("/v1/me/tokens/" + id).status()).isEqualTo(404);
        assertThat(other.delete("/v1/me/tokens/" + id).status()).isEqualTo(404);
        assertThat(other.post("/v1/me/tokens/" + id + ":rotate").status()).isEqualTo(404);
    }

    @Test
    void administratorsListAndRevokeTheTokensOfAUser() {
        Insider owner = insider();
        Answer made = made(owner, "\"read:user:self\"");
        String path = "/v1/users/" + owner.user().text() + "/tokens";
        Client administrator = SERVER.asAdministrator();
        Answer list = administrator.get(path);
        assertThat(list.json().path("items").get(0).path("id").asString()).isEqualTo(idOf(made));
        assertThat(list.text()).doesNotContain(secretOf(made));
        Elsewhere foreign = SERVER.makeOrganisation(word());
        assertThat(SERVER.as(foreign.key()).get(path).status()).isEqualTo(404);
        assertThat(SERVER.as(foreign.key()).delete(path + "/" + idOf(made)).status())
                .isEqualTo(404);
        assertThat(administrator.delete(path + "/" + idOf(made)).status()).isEqualTo(204);
        assertThat(client(made).get("/v1/me").status()).isEqualTo(401);
        assertThat(administrator.delete(path + "/" + idOf(made)).status()).isEqualTo(404);
    }

    @Test
    void theLastUseIsNotedBesideTheRequestAndOnce() {
        Insider owner = insider();
        Answer made = made(owner, "\"read:user:self\"");
        client(made).get("/v1/me");
        Until.holds(
                "the use is noted",
                Duration.ofSeconds(30),
                () -> !lastUse(owner, made).isEmpty());
        String first = lastUse(owner, made);
        for (int i = 0; i < 5; i++) {
            client(made).get("/v1/me");
        }
        assertThat(lastUse(owner, made)).as("not a write per request").isEqualTo(first);
    }

    private static String lastUse(Insider owner, Answer made) {
        return owner.api()
                .get("/v1/me/tokens/" + idOf(made))
                .json()
                .path("last_used_at")
                .asString("");
    }

    @Test
    void whatATokenDoesStandsUnderItsNameInTheTrail() {
        Insider owner = insider();
        Answer made = made(owner, "\"write:user:self\"");
        assertThat(client(made)
                        .patch("/v1/me", "{\"display_name\":\"By a program\"}")
                        .status())
                .isEqualTo(200);
        assertThat(SERVER.look()
                        .text("select actor_did from audit.written where event_type = 'account.update'"
                                + " and resource_id = '%s'"
                                        .formatted(owner.user().text())))
                .isEqualTo("did:keystead:" + idOf(made));
    }
}
