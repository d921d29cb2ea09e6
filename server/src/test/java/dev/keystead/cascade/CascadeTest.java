package dev.keystead.cascade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserId;
import dev.keystead.server.Insider;
import dev.keystead.server.TestJobs;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Person;
import dev.keystead.trust.Family;
import dev.keystead.workspace.Reserved;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CascadeTest {
    private static final String WHY = "{\"reason\":\"abuse\",\"reason_detail\":\"sold invitations\"}";
    private static final String CASCADE = "{\"reason\":\"fraud\",\"cascade\":true}";

    private final TestServer server = TestServer.start("--roles", "web");
    private final Family family = new Family(server.look());
    private final Client operator = server.asAdministrator();

    @AfterAll
    void stop() {
        server.close();
    }

    private Answer revoke(UserId user, String body) {
        return operator.post("/v1/lineage/" + user.text() + ":revoke", body);
    }

    private String cascade(UserId user) {
        Answer answer = revoke(user, CASCADE);
        assertThat(answer.status()).as(answer.text()).isEqualTo(202);
        return answer.json().path("cascade_job_id").asString();
    }

    private void work() {
        TestJobs.run(server, "cascade");
    }

    private JsonNode job(String id) {
        return operator.get("/v1/cascade-jobs/" + id).json();
    }

    private long entries(String action, UserId user) {
        return server.count("select count(*) from audit.written where event_type = '%s' and resource_id = '%s'"
                .formatted(action, user.text()));
    }

    @Test
    void aRevokedPersonIsSuspendedAndOutAtOnce() {
        UserId inviter = family.person("inviter", 1);
        UserId person = family.invited(inviter, "revoked", 1);
        UserId below = family.invited(person, "spared", 1);
        Insider inside = Insider.enter(server, Reserved.SYSTEM_WORKSPACE, "system", person);
        assertThat(inside.api().get("/v1/me").status()).isEqualTo(200);
        Answer answer = revoke(person, WHY);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().path("revocation_id").asString()).startsWith("rvk_");
        assertThat(family.status(person)).isEqualTo("suspended");
        assertThat(inside.api().get("/v1/me").status()).isEqualTo(401);
        assertThat(server.count("select count(*) from session.sessions where revoked_at is null and user_id = '"
                        + person.value() + "'"))
                .isZero();
        assertThat(family.status(below)).as("nobody else is meant").isEqualTo("active");
        assertThat(entries("lineage.revoke", person)).isOne();
        assertThat(family.score(person)).as("2000 points off at once").isEqualTo(2100 + 210 + 11 - 2000);
        assertThat(family.score(inviter)).as("600 points off at once").isEqualTo(3000 + 210 - 600);
        JsonNode listed = operator.get("/v1/invite-revocations?user_id=" + person.text())
                .json()
                .path("items");
        assertThat(listed.size()).isOne();
        assertThat(listed.path(0).path("reason").asString()).isEqualTo("abuse");
        assertThat(listed.path(0).path("reason_detail").asString()).isEqualTo("sold invitations");
        assertThat(listed.path(0).path("inviter_id").asString()).isEqualTo(inviter.text());
        assertThat(operator.post("/v1/users/" + person.text() + ":reactivate").status())
                .isEqualTo(200);
    }

    @Test
    void aCascadeSuspendsEverybodyBelowInBatchesAndTellsHowFarItIs() {
        UserId root = family.person("rootone", 1);
        family.tree(root, "one", 1203, 3);
        UserId beside = family.person("beside", 1);
        JsonNode forecast = revoke(root, "{\"reason\":\"fraud\",\"cascade\":true,\"dry_run\":true}")
                .json()
                .path("forecast");
        assertThat(forecast.path("found").intValue()).isEqualTo(1203);
        assertThat(forecast.path("suspended").intValue()).isEqualTo(1203);
        assertThat(family.status(root)).as("a dry run changes nothing").isEqualTo("active");
        assertThat(entries("lineage.revoke", root)).isZero();

        String id = cascade(root);
        assertThat(job(id).path("status").asString()).isEqualTo("pending");
        assertThat(job(id).path("found").intValue()).isOne();
        work();
        assertThat(job(id).path("status").asString()).isEqualTo("completed");
        assertThat(job(id).path("found").intValue()).isEqualTo(1204);
        assertThat(job(id).path("suspended").intValue()).isEqualTo(1204);
        assertThat(family.count("one", "suspended")).isEqualTo(1203);
        assertThat(family.status(root)).isEqualTo("suspended");
        assertThat(family.status(beside)).isEqualTo("active");
        assertThat(server.count("""
                select count(*) from audit.written where event_type = 'user.suspend'
                  and payload ->> 'cascade_job_id' = '%s'""".formatted(id))).as("an entry for each").isEqualTo(1203);
        assertThat(server.count("""
                select count(*) from events.outbox where subject = 'identity.user.suspended.v1'
                  and payload -> 'details' ->> 'cascade_job_id' = '%s'""".formatted(id))).as("and an event").isEqualTo(1203);
        assertThat(server.count("""
                select count(*) from (
                    select generation < lag(generation) over (order by position) as back
                    from identity.cascade_accounts where job_id = app.id_uuid('%s')) walk
                where back""".formatted(id)))
                .as("generations one after the other")
                .isZero();
    }

    @Test
    void whomACascadeFoundComesInPages() {
        UserId root = family.person("rootpages", 1);
        family.tree(root, "pg", 5, 2);
        String id = cascade(root);
        work();
        JsonNode first =
                operator.get("/v1/cascade-jobs/" + id + "/accounts?limit=4").json();
        assertThat(first.path("items").size()).isEqualTo(4);
        assertThat(first.path("items").path(0).path("user_id").asString()).isEqualTo(root.text());
        JsonNode second = operator.get("/v1/cascade-jobs/" + id + "/accounts?limit=4&cursor="
                        + first.path("next_cursor").asString())
                .json();
        assertThat(second.path("items").size()).isEqualTo(2);
        assertThat(operator.get("/v1/cascade-jobs/" + id + "/accounts?state=flagged")
                        .json()
                        .path("items")
                        .size())
                .isZero();
        assertThat(operator.get("/v1/cascade-jobs?limit=1")
                        .json()
                        .path("items")
                        .path(0)
                        .path("id")
                        .asString())
                .startsWith("csj_");
    }

    private void makeStaff(UserId staff) {
        server.execute("""
                insert into identity.workspace_members (tenant_id, user_id, home_tenant_id, role, affiliation,
                    display_name, added_by, version, joined_at, role_changed_at)
                values ('%1$s', '%2$s', '%1$s', 'admin', 'staff', 'S', 'did:internal:test', 1, now(), now())""".formatted(Reserved.SYSTEM_WORKSPACE.value(), staff.value()));
    }

    @Test
    void staffWhomSomebodySuspendedAreFlaggedAsTheWalkEndsAtThem() {
        UserId root = family.person("rootaway", 1);
        UserId staff = family.invited(root, "staffaway", 1);
        UserId below = family.invited(staff, "belowaway", 1);
        makeStaff(staff);
        family.change(staff, "status = 'suspended'");
        String id = cascade(root);
        work();
        assertThat(family.status(below)).isEqualTo("active");
        JsonNode flagged = operator.get("/v1/cascade-jobs/" + id + "/accounts?state=flagged")
                .json()
                .path("items")
                .path(0);
        assertThat(flagged.path("user_id").asString()).isEqualTo(staff.text());
        assertThat(flagged.path("reason").asString()).isEqualTo("staff");
    }

    @Test
    void staffTrustedPeopleAndThoseWhoHaveBeenHereForAYearAreFlagged() {
        UserId root = family.person("rootflags", 1);
        UserId old = family.invited(root, "oldtimer", 366);
        UserId trusted = family.invited(root, "trusted", 1);
        UserId staff = family.invited(root, "staffer", 1);
        UserId byHand = family.invited(root, "byhand", 1);
        UserId gone = family.invited(root, "deleted", 1);
        UserId pending = family.invited(root, "pending", 1);
        UserId belowOld = family.invited(old, "belowold", 1);
        UserId belowStaff = family.invited(staff, "belowstaff", 1);
        UserId belowThem = family.invited(belowStaff, "belowthem", 1);
        server.execute("""
                insert into identity.trust_scores (tenant_id, user_id, score, lineage, tenure, verification, stewardship,
                    activity, penalties, active_on, computed_at)
                values ('%s', '%s', 7000, 3000, 2000, 2000, 0, 0, 0, '{}', now())""".formatted(Reserved.SYSTEM_WORKSPACE.value(), trusted.value()));
        makeStaff(staff);
        family.change(byHand, "status = 'suspended'");
        family.change(gone, "status = 'deactivated', deleted_at = now()");
        family.change(pending, "status = 'pending_verification'");
        JsonNode forecast =
                revoke(root, "{\"reason\":\"policy\",\"dry_run\":true}").json().path("forecast");
        assertThat(forecast.path("flagged").intValue()).isEqualTo(3);
        assertThat(forecast.path("suspended").intValue()).isEqualTo(2);
        assertThat(forecast.path("untouched").intValue()).isEqualTo(2);

        String id = cascade(root);
        work();
        assertThat(job(id).path("flagged").intValue()).isEqualTo(3);
        assertThat(job(id).path("suspended").intValue()).isEqualTo(3);
        assertThat(family.status(old)).isEqualTo("active");
        assertThat(family.status(trusted)).isEqualTo("active");
        assertThat(family.status(staff)).isEqualTo("active");
        assertThat(family.status(pending)).isEqualTo("suspended");
        assertThat(family.status(belowOld)).as("the walk goes on below").isEqualTo("suspended");
        assertThat(family.status(belowStaff)).as("but not below staff").isEqualTo("active");
        assertThat(family.status(belowThem)).isEqualTo("active");
        assertThat(operator.get("/v1/cascade-jobs/" + id + "/accounts?state=flagged")
                        .json()
                        .path("items")
                        .valueStream()
                        .map(account -> account.path("reason").asString()))
                .containsExactlyInAnyOrder("tenure", "score", "staff");
        decide(id, old, trusted, staff);
    }

    private void decide(String id, UserId old, UserId trusted, UserId staff) {
        String accounts = "/v1/cascade-jobs/" + id + "/accounts/";
        Answer confirmed = operator.post(accounts + old.text() + ":confirm");
        assertThat(confirmed.json().path("state").asString()).isEqualTo("confirmed");
        assertThat(family.status(old)).isEqualTo("suspended");
        assertThat(entries("cascade.account.confirm", old)).isOne();
        Answer dismissed = operator.post(accounts + trusted.text() + ":dismiss");
        assertThat(dismissed.json().path("state").asString()).isEqualTo("dismissed");
        assertThat(family.status(trusted)).isEqualTo("active");
        assertThat(operator.post(accounts + trusted.text() + ":confirm").status())
                .as("decided is decided")
                .isEqualTo(409);
        assertThat(operator.post(accounts + UserId.make().text() + ":confirm").status())
                .isEqualTo(404);
        family.change(staff, "status = 'suspended'");
        Answer late = operator.post(accounts + staff.text() + ":confirm");
        assertThat(late.status()).isEqualTo(409);
        assertThat(late.error()).contains("dismiss the flag");
        assertThat(job(id).path("suspended").intValue()).isEqualTo(4);
    }

    @Test
    void twoNodesShareTheWorkAndNobodyIsDoneTwice() {
        UserId root = family.person("roottwo", 1);
        family.tree(root, "two", 2600, 5);
        String id = cascade(root);
        var other = CompletableFuture.runAsync(this::work);
        work();
        other.join();
        work();
        assertThat(job(id).path("status").asString()).isEqualTo("completed");
        assertThat(job(id).path("suspended").intValue()).isEqualTo(2601);
        assertThat(server.count("select count(*) from identity.cascade_accounts where job_id = app.id_uuid('" + id
                        + "') and state = 'suspended'"))
                .isEqualTo(2601);
        assertThat(server.count("""
                select count(*) from audit.written where event_type = 'user.suspend'
                  and payload ->> 'cascade_job_id' = '%s'""".formatted(id))).isEqualTo(2600);
    }

    @Test
    void whatIsWrongIsRefusedAndChangesNothing() {
        UserId person = family.person("refusals", 1);
        assertThat(revoke(person, "{\"reason\":\"spite\"}").status()).isEqualTo(400);
        assertThat(revoke(person, "{}").status()).isEqualTo(400);
        assertThat(revoke(person, "{\"reason\":\"abuse\",\"reason_detail\":\"\"}")
                        .status())
                .isEqualTo(400);
        assertThat(revoke(person, "{\"reason\":\"abuse\",\"tenant_id\":\"x\"}").status())
                .isEqualTo(400);
        assertThat(family.status(person)).isEqualTo("active");
        assertThat(revoke(UserId.make(), WHY).status()).isEqualTo(404);
        assertThat(revoke(UserId.make(), "{\"reason\":\"abuse\",\"dry_run\":true}")
                        .status())
                .isEqualTo(404);
        assertThat(operator.get("/v1/cascade-jobs/" + CascadeJobId.make().text())
                        .status())
                .isEqualTo(404);
        assertThat(operator.get("/v1/cascade-jobs/" + CascadeJobId.make().text() + "/accounts")
                        .status())
                .isEqualTo(404);
        assertThat(operator.post("/v1/cascade-jobs/" + CascadeJobId.make().text() + ":reverse")
                        .status())
                .isEqualTo(404);
        assertThat(operator.get("/v1/invite-revocations?user_id=nobody").status())
                .isEqualTo(400);
    }

    @Test
    void whoIsElsewhereIsNotThere() {
        TestServer.Elsewhere place = server.makeOrganisation("far-away");
        Person managed = server.makeOwner(place);
        assertThat(revoke(managed.user(), WHY).status()).isEqualTo(404);
        assertThat(family.status(managed.user())).isEqualTo("active");
        UserId person = family.person("ours", 1);
        assertThat(server.as(place.key())
                        .post("/v1/lineage/" + person.text() + ":revoke", WHY)
                        .status())
                .isEqualTo(403);
        assertThat(server.as(place.key()).get("/v1/cascade-jobs").status()).isEqualTo(403);
        assertThat(server.as(server.makePerson("anybody").key())
                        .post("/v1/lineage/" + person.text() + ":revoke", WHY)
                        .status())
                .isEqualTo(404);
        assertThat(family.status(person)).isEqualTo("active");
    }

    @Test
    void nobodyRevokesThemselves() {
        UserId self = new UserId(UUID.fromString("00000000-0000-7000-8000-000000000003"));
        Insider operating = Insider.enter(server, Reserved.SYSTEM_WORKSPACE, "system", self);
        Answer answer = operating.api().post("/v1/lineage/" + self.text() + ":revoke", WHY);
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.error()).contains("themselves");
        assertThat(family.status(self)).isEqualTo("active");
    }
}
