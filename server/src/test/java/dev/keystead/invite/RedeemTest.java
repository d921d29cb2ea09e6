package dev.keystead.invite;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.SignedJWT;
import dev.keystead.directory.UserId;
import dev.keystead.platform.crypto.Secret;
import dev.keystead.platform.crypto.SecretPrefix;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Person;
import dev.keystead.workspace.Reserved;
import java.text.ParseException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Accounts that come of invitations, and those that do not.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RedeemTest {
    private final People people = People.start("--invite-branch-per-day", "3");
    private final Client administrator = people.server().asAdministrator();

    @AfterAll
    void stop() {
        people.server().close();
    }

    /// Whatever an account by invitation changes.
    private List<Long> state() {
        return Stream.of(
                        "identity.users",
                        "identity.credentials",
                        "identity.invite_chain_edges",
                        "identity.invites where status = 'redeemed'",
                        "identity.invite_quotas where total_redeemed > 0",
                        "events.mails")
                .map(people::count)
                .toList();
    }

    private void refuses(String token, int status, String sentence) {
        // What was queued for others leaves at a time of its own.
        people.server().look().until("select count(*) from events.mails", 0);
        List<Long> before = state();
        Answer answer = people.redeem(token);
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.error()).contains(sentence);
        assertThat(state()).isEqualTo(before);
    }

    private static String edgeOf(UserId user) {
        return "from identity.invite_chain_edges where invitee_id = '" + user.value() + "'";
    }

    @Test
    void redeemingMakesTheAccountTheEdgeAndTheCountersTogether() {
        Person ada = people.root();
        String token = people.token(ada);
        String handle = People.word();
        Answer joined = people.redeem(token, handle);
        assertThat(joined.status()).as(joined.text()).isEqualTo(201);
        assertThat(joined.json().path("handle").asString()).isEqualTo(handle);
        assertThat(joined.json().path("inviter_id").asString())
                .isEqualTo(ada.user().text());
        assertThat(people.server().look().text("""
                select u.status || ' ' || e.depth || ' ' || e.generation || ' ' || q.total_issued || ' ' || q.total_redeemed
                    || ' ' || i.status || ' ' || (i.redeemed_by = u.id) || ' ' || (e.path = uuid_send(e.inviter_id)
                    || uuid_send(u.id))
                from identity.users u
                join identity.invite_chain_edges e on e.invitee_id = u.id
                join identity.invites i on i.id = e.invite_id
                join identity.invite_quotas q on q.user_id = e.inviter_id
                where u.handle = '%s'""".formatted(handle)))
                .isEqualTo("pending_verification 1 1 1 1 redeemed true true");
        assertThat(administrator
                        .get("/v1/users/" + joined.json().path("user_id").asString())
                        .json()
                        .path("handle")
                        .asString())
                .isEqualTo(handle);
    }

    @Test
    void eachDeadInvitationIsToldInItsOwnWordsAndNothingChanges() {
        Person ada = people.root();
        String used = people.token(ada);
        assertThat(people.redeem(used).status()).isEqualTo(201);
        refuses(used, 409, "was used already");
        Answer made = people.issue(ada, "{}");
        String revoked = made.json().path("invite_token").asString();
        people.as(ada)
                .post("/v1/me/invites/" + made.json().path("invite").path("id").asString() + ":revoke");
        refuses(revoked, 409, "was taken back");
        String late = people.token(ada);
        people.server().execute("""
                        update identity.invites set issued_at = now() - interval '15 days', expires_at = now()
                        where inviter_id = '%s' and status = 'open'""".formatted(ada.user().value()));
        refuses(late, 409, "has expired");
        String foreign = Secret.make(
                        SecretPrefix.INVITE,
                        people.server().makeOrganisation("foreign").workspace().value())
                .text();
        refuses(foreign, 401, "invalid token");
        refuses(
                Secret.make(SecretPrefix.INVITE, Reserved.SYSTEM_WORKSPACE.value())
                        .text(),
                401,
                "invalid token");
        refuses("kjoin_nonsense", 401, "invalid token");
        assertThat(people.server().count("""
                select count(*) from audit.written
                where event_type = 'auth.invite_refused' and payload ->> 'status' in ('redeemed', 'revoked', 'expired')""")).isEqualTo(3);
    }

    @Test
    void anInvitationOfOneWorkspaceDoesNotWorkAtTheDoorOfAnother() {
        String token = people.token(people.root());
        String place = people.server().makeOrganisation("next-door").slug();
        Answer page = people.server().as("").get("/t/" + place + "/invite?token=" + token);
        assertThat(page.status()).isEqualTo(404);
        assertThat(people.redeem(token).status()).isEqualTo(201);
    }

    @Test
    void sixtyFourAtOnceMakeOneAccount() throws InterruptedException, ExecutionException {
        Person ada = people.root();
        String token = people.token(ada);
        long before = people.count("identity.users");
        List<Answer> answers = People.atOnce(_ -> people.redeem(token));
        assertThat(People.with(answers, 201)).isEqualTo(1);
        assertThat(answers)
                .as("whoever finds too many passwords being hashed comes back later")
                .allMatch(answer -> List.of(201, 409, 503).contains(answer.status()));
        assertThat(People.with(answers, 409)).isPositive();
        assertThat(people.count("identity.users") - before).isEqualTo(1);
        assertThat(people.server()
                        .count("select total_redeemed from identity.invite_quotas where user_id = '"
                                + ada.user().value() + "'"))
                .isEqualTo(1);
    }

    @Test
    void whatIsWrongWithTheWishLeavesTheInvitationOpen() {
        Person ada = people.root();
        String token = people.token(ada);
        String handle = people.server()
                .look()
                .text("select handle from identity.users where id = '"
                        + ada.user().value() + "'");
        Answer taken = people.redeem(token, handle);
        assertThat(taken.status()).isEqualTo(400);
        assertThat(taken.text()).contains("handle");
        assertThat(people.redeem(token, "No Handle").status()).isEqualTo(400);
        assertThat(people.redeem(token).status()).isEqualTo(201);
    }

    @Test
    void nobodyComesByABranchInWhichSomebodyIsSuspended() {
        Person ada = people.root();
        Person bob = people.joinWithKey(ada);
        people.allowMany(bob.user());
        String token = people.token(bob);
        administrator.post("/v1/users/" + ada.user().text() + ":suspend");
        refuses(token, 409, "cannot be used at the moment");
        Answer issue = people.issue(bob, "{}");
        assertThat(issue.status()).isEqualTo(409);
        assertThat(issue.error()).isEqualTo("you cannot invite anybody at the moment; ask an administrator why");
        administrator.post("/v1/users/" + ada.user().text() + ":reactivate");
        assertThat(people.redeem(token).status()).isEqualTo(201);
    }

    @Test
    void theBrakeReachesUpToTheStaffAndLineageBeginsAnewThere() {
        Person ada = people.root();
        Person bob = people.joinWithKey(ada);
        people.makeStaff(bob.user());
        assertThat(people.as(bob)
                        .get("/v1/me/invite-quota")
                        .json()
                        .path("period_allowed")
                        .asInt())
                .as("the floor of the staff")
                .isEqualTo(20);
        administrator.post("/v1/users/" + ada.user().text() + ":suspend");
        UserId carol = people.join(bob);
        assertThat(people.server().look().text("select depth || ' ' || generation " + edgeOf(carol)))
                .isEqualTo("1 2");
    }

    @Test
    void aBranchThatGrowsTooFastWaits() {
        Person root = people.root();
        Person top = people.joinWithKey(root);
        people.allowMany(top.user());
        people.join(top);
        Person below = people.joinWithKey(top);
        people.allowMany(below.user());
        people.join(below);
        String token = people.token(below);
        List<Long> before = state();
        Answer full = people.redeem(token);
        assertThat(full.status()).as(full.text()).isEqualTo(429);
        assertThat(full.header("Retry-After")).isNotEmpty();
        assertThat(state()).isEqualTo(before);
        people.join(root);
        people.server()
                .execute("update auth.lockouts set expires_at = now(), unlocks_at = now() where kind = 'branch'");
        assertThat(people.redeem(token).status()).isEqualTo(201);
    }

    @Test
    void aPublicProofNamesTheTwoAndOthersAreNotThere() throws ParseException, JOSEException {
        Person ada = people.root();
        Answer made = people.issue(ada, "{\"public_verifiable\":true}");
        String proof = "/v1/invites/" + made.json().path("invite").path("id").asString() + "/proof";
        Client anybody = people.server().as("");
        assertThat(anybody.get(proof).status()).as("nobody came yet").isEqualTo(404);
        String handle = People.word();
        people.redeem(made.json().path("invite_token").asString(), handle);
        assertThat(anybody.get(proof).status()).as("the address is not proven").isEqualTo(404);
        people.server().execute("update identity.users set status = 'active' where handle = '" + handle + "'");
        Answer shown = anybody.get(proof);
        assertThat(shown.status()).as(shown.text()).isEqualTo(200);
        assertThat(shown.json().path("invitee_handle").asString()).isEqualTo(handle);
        assertThat(shown.text()).doesNotContain("@", "usr_");
        SignedJWT signed = SignedJWT.parse(shown.json().path("signed").asString());
        JWKSet keys = JWKSet.parse(anybody.get("/.well-known/jwks.json").text());
        ECKey key = keys.getKeyByKeyId(signed.getHeader().getKeyID()).toECKey();
        assertThat(signed.verify(new ECDSAVerifier(key))).isTrue();
        assertThat(signed.getJWTClaimsSet().getStringClaim("invitee")).isEqualTo(handle);
        Answer closed = people.issue(ada, "{}");
        people.redeem(closed.json().path("invite_token").asString());
        assertThat(anybody.get("/v1/invites/"
                                + closed.json().path("invite").path("id").asString() + "/proof")
                        .status())
                .isEqualTo(404);
    }
}
