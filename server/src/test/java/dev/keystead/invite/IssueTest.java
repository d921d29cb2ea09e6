package dev.keystead.invite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserId;
import dev.keystead.login.Inbox;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.TestServer.Person;
import dev.keystead.workspace.Reserved;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Making invitations, taking them back, and how many there may be.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IssueTest {
    private final People people = People.start();
    private final Client administrator = people.server().asAdministrator();

    @AfterAll
    void stop() {
        people.server().close();
    }

    private Answer decide(Person person, String body) {
        return administrator.patch("/v1/invite-quotas/" + person.user().text(), body);
    }

    private JsonNode quota(Person person) {
        return people.as(person).get("/v1/me/invite-quota").json();
    }

    @Test
    void anInvitationIsMadeAndItsTokenIsShownOnce() {
        Person ada = people.root();
        Answer made = people.issue(ada, """
                {"reason_code":"project","reason_detail":"We share a garden","public_verifiable":true}""");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        String token = made.json().path("invite_token").asString();
        assertThat(token).startsWith("kjoin_");
        assertThat(made.json().path("link").asString())
                .isEqualTo(people.server().address() + "/invite?token=" + token);
        JsonNode invite = made.json().path("invite");
        assertThat(invite.path("status").asString()).isEqualTo("open");
        assertThat(invite.path("inviter_id").asString()).isEqualTo(ada.user().text());
        assertThat(invite.path("reason_code").asString()).isEqualTo("project");
        String id = invite.path("id").asString();
        Answer read = people.as(ada).get("/v1/me/invites/" + id);
        assertThat(read.status()).isEqualTo(200);
        assertThat(read.text()).doesNotContain(token);
        assertThat(people.server()
                        .count("select count(*) from identity.invites where encode(token_hash, 'hex') = '" + token
                                + "' or intended_email is not null and id = app.id_uuid('" + id + "')"))
                .isZero();
    }

    @Test
    void theLinkIsMailedToTheIntendedAddress() {
        Person ada = people.root();
        Answer made =
                people.issue(ada, "{\"intended_email\":\"grace@garden.test\",\"reason_detail\":\"secret words\"}");
        var mail = new Inbox(people.server()).await("grace@garden.test", 1);
        assertThat(mail.token()).isEqualTo(made.json().path("invite_token").asString());
        assertThat(mail.text()).doesNotContain("secret words");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"intended_email\":\"nobody\"}|intended_email",
                "{\"reason_code\":\"enemy\"}|reason_code",
                "{\"reason_detail\":\"\"}|reason_detail",
                "{\"inviter_id\":\"usr_x\"}|inviter_id",
                "{\"status\":\"redeemed\"}|status"
            })
    void whatCannotBeIsRefusedByName(String body, String member) {
        Person ada = people.root();
        Answer answer = people.issue(ada, body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.text()).contains(member);
        assertThat(quota(ada).path("total_issued").asInt()).isZero();
    }

    @Test
    void aReasonHasFiveHundredCharactersAtMost() {
        Person ada = people.root();
        String body = "{\"reason_detail\":\"%s\"}";
        assertThat(people.issue(ada, body.formatted("x".repeat(501))).status()).isEqualTo(400);
        assertThat(people.issue(ada, body.formatted("x".repeat(500))).status()).isEqualTo(201);
    }

    @Test
    void whoeverMadeAsManyAsTheyMayWaitsForTheNextPeriod() {
        Person ada = people.root();
        assertThat(quota(ada).path("left").asInt()).as("from lineage alone").isEqualTo(5);
        assertThat(decide(ada, "{\"period_allowed\":2,\"total_allowed\":3}").status())
                .isEqualTo(200);
        people.token(ada);
        people.token(ada);
        Answer full = people.issue(ada, "{}");
        assertThat(full.status()).isEqualTo(409);
        assertThat(full.error()).startsWith("you have made as many invitations as you may in 30 days");
        assertThat(quota(ada).path("left").asInt()).isZero();
        people.server()
                .execute(
                        "update identity.invite_quotas set period_reset_at = now() - interval '1 second' where user_id = '"
                                + ada.user().value() + "'");
        assertThat(quota(ada).path("left").asInt()).isEqualTo(1);
        people.token(ada);
        assertThat(quota(ada).path("period_issued").asInt()).isEqualTo(1);
        Answer over = people.issue(ada, "{}");
        assertThat(over.error()).isEqualTo("you have made as many invitations as you may");
        assertThat(quota(ada).path("total_issued").asInt()).isEqualTo(3);
    }

    @Test
    void sixtyFourAtOnceGetAsManyAsThereAre() throws InterruptedException, ExecutionException {
        Person ada = people.root();
        decide(ada, "{\"period_allowed\":3,\"total_allowed\":100}");
        List<Answer> answers = People.atOnce(_ -> people.issue(ada, "{}"));
        assertThat(People.with(answers, 201)).isEqualTo(3);
        assertThat(People.with(answers, 409)).isEqualTo(People.MANY - 3);
        assertThat(people.server()
                        .count("select count(*) from identity.invites where inviter_id = '"
                                + ada.user().value() + "'"))
                .isEqualTo(3);
        assertThat(quota(ada).path("total_issued").asInt()).isEqualTo(3);
    }

    @Test
    void sixtyFourAtOnceMakeTheFirstQuotaOnce() throws InterruptedException, ExecutionException {
        Person ada = people.root();
        List<Answer> answers = People.atOnce(_ -> people.issue(ada, "{}"));
        assertThat(People.with(answers, 201)).isEqualTo(5);
    }

    @Test
    void anOperatorDecidesAndLetsGoAgain() {
        Person ada = people.root();
        Answer set = decide(ada, "{\"period_allowed\":7}");
        assertThat(set.json().path("period_allowed").asInt()).isEqualTo(7);
        assertThat(set.json().path("total_allowed").asInt())
                .as("absent members stay")
                .isEqualTo(50);
        assertThat(set.json().path("set_by_hand").asBoolean()).isTrue();
        assertThat(decide(ada, "{\"period_allowed\":-1}").status()).isEqualTo(400);
        assertThat(decide(ada, "{\"period_allowed\":1,\"set_by_hand\":false}").status())
                .isEqualTo(400);
        Answer free = decide(ada, "{\"set_by_hand\":false}");
        assertThat(free.json().path("period_allowed").asInt()).isEqualTo(5);
        assertThat(free.json().path("set_by_hand").asBoolean()).isFalse();
        assertThat(administrator
                        .get("/v1/invite-quotas/" + UserId.make().text())
                        .status())
                .isEqualTo(404);
        assertThat(people.as(ada)
                        .patch("/v1/invite-quotas/" + ada.user().text(), "{\"period_allowed\":9}")
                        .status())
                .as("nobody decides about themselves")
                .isIn(403, 404);
    }

    @Test
    void onlyPeopleOfTheSystemWorkspaceInviteAndOnlyWhereSomebodyCanJoin() {
        Elsewhere place = people.server().makeOrganisation("elsewhere");
        Person owner = people.server().makeOwner(place);
        Answer refused = people.issue(owner, "{}");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.error()).startsWith("only people with an individual account invite");
        Person ada = people.root();
        String policy = "/v1/workspaces/" + Reserved.SYSTEM_WORKSPACE.text() + "/policies/sign-up";
        administrator.send("PUT", policy, "{\"mode\":\"closed\",\"allowed_domains\":[]}");
        try {
            assertThat(people.issue(ada, "{}").error()).startsWith("nobody can join at the moment");
        } finally {
            administrator.send("PUT", policy, "{\"mode\":\"invitation\",\"allowed_domains\":[]}");
        }
        assertThat(people.issue(ada, "{}").status()).isEqualTo(201);
    }

    @Test
    void peopleSeeTheirOwnAndAdministratorsAll() {
        Person ada = people.root();
        Person eve = people.root();
        String first = people.issue(ada, "{}").json().path("invite").path("id").asString();
        String second = people.issue(ada, "{}").json().path("invite").path("id").asString();
        JsonNode page = people.as(ada).get("/v1/me/invites?limit=1").json();
        assertThat(page.path("items").path(0).path("id").asString()).isEqualTo(second);
        JsonNode rest = people.as(ada)
                .get("/v1/me/invites?limit=1&cursor=" + page.path("next_cursor").asString())
                .json();
        assertThat(rest.path("items").path(0).path("id").asString()).isEqualTo(first);
        assertThat(rest.path("next_cursor").isNull() || rest.path("next_cursor").isMissingNode())
                .isTrue();
        assertThat(people.as(eve).get("/v1/me/invites").json().path("items").size())
                .isZero();
        assertThat(people.as(eve).get("/v1/me/invites/" + first).status()).isEqualTo(404);
        assertThat(people.as(eve).post("/v1/me/invites/" + first + ":revoke").status())
                .isEqualTo(404);
        assertThat(people.as(eve).get("/v1/invites/" + first).status()).isIn(403, 404);
        assertThat(administrator.get("/v1/invites/" + first).status()).isEqualTo(200);
        assertThat(administrator
                        .get("/v1/invites?inviter_id=" + ada.user().text())
                        .json()
                        .path("items")
                        .size())
                .isEqualTo(2);
        assertThat(administrator.get("/v1/invites?inviter_id=nobody").status()).isEqualTo(400);
    }

    @Test
    void anOpenInvitationIsTakenBackOnce() {
        Person ada = people.root();
        String id = people.issue(ada, "{}").json().path("invite").path("id").asString();
        Answer revoked = people.as(ada).post("/v1/me/invites/" + id + ":revoke");
        assertThat(revoked.json().path("status").asString()).isEqualTo("revoked");
        Answer again = administrator.post("/v1/invites/" + id + ":revoke");
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.error()).isEqualTo("the invitation is revoked; only an open one can be revoked");
        String other = people.issue(ada, "{}").json().path("invite").path("id").asString();
        assertThat(administrator.post("/v1/invites/" + other + ":revoke").status())
                .isEqualTo(200);
        assertThat(people.as(ada)
                        .get("/v1/me/invites?status=revoked")
                        .json()
                        .path("items")
                        .size())
                .isEqualTo(2);
        assertThat(people.as(ada)
                        .get("/v1/me/invites?status=open")
                        .json()
                        .path("items")
                        .size())
                .isZero();
    }
}
