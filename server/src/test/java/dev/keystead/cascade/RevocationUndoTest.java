package dev.keystead.cascade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserId;
import dev.keystead.server.TestJobs;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.trust.Family;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RevocationUndoTest {
    private final TestServer server = TestServer.start("--roles", "web");
    private final Family family = new Family(server.look());
    private final Client operator = server.asAdministrator();

    @AfterAll
    void stop() {
        server.close();
    }

    private String revoke(UserId user) {
        Answer answer = operator.post("/v1/lineage/" + user.text() + ":revoke", "{\"reason\":\"abuse\"}");
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json().path("revocation_id").asString();
    }

    private String cascade(UserId user) {
        Answer answer =
                operator.post("/v1/lineage/" + user.text() + ":revoke", "{\"reason\":\"abuse\",\"cascade\":true}");
        assertThat(answer.status()).as(answer.text()).isEqualTo(202);
        TestJobs.run(server, "cascade");
        return answer.json().path("cascade_job_id").asString();
    }

    private void undoCascade(String job) {
        assertThat(operator.post("/v1/cascade-jobs/" + job + ":reverse").status())
                .isEqualTo(202);
        TestJobs.run(server, "cascade");
    }

    private Answer undo(String revocation) {
        return operator.post("/v1/invite-revocations/" + revocation + ":reverse");
    }

    private void act(UserId user, String action) {
        assertThat(operator.post("/v1/users/" + user.text() + ":" + action).status())
                .isEqualTo(200);
    }

    @Test
    void undoingGivesThePersonBackWhatTheyHadAndTakesTheStrikeBack() {
        UserId inviter = family.person("undoinviter", 1);
        UserId person = family.invited(inviter, "undone", 1);
        UserId waiting = family.invited(inviter, "undowaiting", 1);
        family.change(waiting, "status = 'pending_verification'");
        String revocation = revoke(person);
        String other = revoke(waiting);
        Answer answer = undo(revocation);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.json().path("id").asString()).isEqualTo(revocation);
        assertThat(answer.json().path("reversed_at").isString()).isTrue();
        assertThat(family.status(person)).isEqualTo("active");
        assertThat(family.status(waiting)).as("the other one stands").isEqualTo("suspended");
        assertThat(family.score(person)).as("the strike is gone at once").isEqualTo(2100 + 210);
        assertThat(family.score(inviter)).as("one of two counts").isEqualTo(3000 + 210 - 600);
        assertThat(server.count("select count(*) from audit.written where event_type = 'lineage.reinstate'"
                        + " and resource_id = '" + person.text() + "'"))
                .isOne();
        assertThat(undo(revocation).status()).as("once").isEqualTo(409);
        assertThat(undo(other).status()).isEqualTo(200);
        assertThat(family.status(waiting)).isEqualTo("pending_verification");
        assertThat(undo(RevocationId.make().text()).status()).isEqualTo(404);
    }

    @Test
    void whatSomebodyDecidedSinceOrBeforeStays() {
        UserId again = family.person("againout", 1);
        UserId before = family.person("beforeout", 1);
        String first = revoke(again);
        act(again, "reactivate");
        act(again, "suspend");
        act(before, "suspend");
        String second = revoke(before);
        assertThat(undo(first).status()).isEqualTo(200);
        assertThat(undo(second).status()).isEqualTo(200);
        assertThat(family.status(again)).isEqualTo("suspended");
        assertThat(family.status(before)).isEqualTo("suspended");
    }

    @Test
    void undoingComesTooLateAfterFourteenDaysAndIsNotForCascades() {
        UserId late = family.person("lateundo", 1);
        String revocation = revoke(late);
        server.execute("update identity.invite_revocations set revoked_at = revoked_at - interval '15 days'"
                + " where id = app.id_uuid('" + revocation + "')");
        Answer answer = undo(revocation);
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.error()).contains("could be undone until").contains("reactivate");
        assertThat(family.status(late)).isEqualTo("suspended");
        UserId root = family.person("cascadeundo", 1);
        String job = cascade(root);
        Answer refused = undo(operator.get("/v1/invite-revocations?user_id=" + root.text())
                .json()
                .path("items")
                .path(0)
                .path("id")
                .asString());
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.error()).contains(job);
        assertThat(family.status(root)).isEqualTo("suspended");
    }

    @Test
    void aRevocationAndACascadeOverTheSamePersonEachGiveBackOnlyTheirOwn() {
        UserId root = family.person("bothroot", 1);
        UserId below = family.invited(root, "bothbelow", 1);
        String job = cascade(root);
        String revocation = revoke(below);
        undoCascade(job);
        assertThat(family.status(below)).as("revoked as well").isEqualTo("suspended");
        assertThat(undo(revocation).status()).isEqualTo(200);
        assertThat(family.status(below)).isEqualTo("active");

        String earlier = revoke(below);
        String later = cascade(root);
        assertThat(undo(earlier).status()).isEqualTo(200);
        assertThat(family.status(below)).as("the cascade holds them").isEqualTo("suspended");
        undoCascade(later);
        assertThat(family.status(below)).isEqualTo("active");

        String first = revoke(below);
        String second = cascade(root);
        undoCascade(second);
        assertThat(family.status(below)).as("the revocation came first").isEqualTo("suspended");
        assertThat(undo(first).status()).isEqualTo(200);
        assertThat(family.status(below)).isEqualTo("active");
    }
}
