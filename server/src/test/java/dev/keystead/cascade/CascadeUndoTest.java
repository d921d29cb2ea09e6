package dev.keystead.cascade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserId;
import dev.keystead.platform.json.Json;
import dev.keystead.server.TestJobs;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.tenancy.Sql;
import dev.keystead.trust.Family;
import dev.keystead.workspace.Reserved;
import java.util.List;
import java.util.regex.Matcher;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CascadeUndoTest {
    private final TestServer server = TestServer.start("--roles", "web");
    private final Family family = new Family(server.look());
    private final Client operator = server.asAdministrator();

    @AfterAll
    void stop() {
        server.close();
    }

    private String cascade(UserId user) {
        Answer answer = operator.post(
                "/v1/lineage/" + user.text() + ":revoke", "{\"reason\":\"inviter_compromised\",\"cascade\":true}");
        assertThat(answer.status()).as(answer.text()).isEqualTo(202);
        return answer.json().path("cascade_job_id").asString();
    }

    private Answer reverse(String job) {
        return operator.post("/v1/cascade-jobs/" + job + ":reverse");
    }

    private void work() {
        TestJobs.run(server, "cascade");
    }

    private JsonNode job(String id) {
        return operator.get("/v1/cascade-jobs/" + id).json();
    }

    private String state(String job, UserId user) {
        return server.look()
                .text("select state from identity.cascade_accounts where job_id = app.id_uuid('%s') and user_id = '%s'"
                        .formatted(job, user.value()));
    }

    private void act(UserId user, String action) {
        assertThat(operator.post("/v1/users/" + user.text() + ":" + action).status())
                .isEqualTo(200);
    }

    @Test
    void undoingGivesBackExactlyWhatTheCascadeTook() {
        UserId inviter = family.person("above", 1);
        UserId root = family.invited(inviter, "rootundo", 1);
        family.tree(root, "un", 1100, 4);
        UserId again = family.find("un7");
        UserId letIn = family.find("un8");
        UserId renamed = family.find("un9");
        UserId waiting = family.find("un10");
        UserId before = family.find("un11");
        UserId deleted = family.find("un12");
        family.change(waiting, "status = 'pending_verification'");
        act(before, "suspend");
        String id = cascade(root);
        work();
        act(again, "reactivate");
        act(again, "suspend");
        act(letIn, "reactivate");
        assertThat(operator.patch("/v1/users/" + renamed.text(), "{\"display_name\":\"Renamed\"}")
                        .status())
                .isEqualTo(200);
        assertThat(operator.delete("/v1/users/" + deleted.text()).status()).isEqualTo(204);

        Answer reversing = reverse(id);
        assertThat(reversing.status()).isEqualTo(202);
        assertThat(reversing.json().path("status").asString()).isEqualTo("reversing");
        work();
        assertThat(job(id).path("status").asString()).isEqualTo("reversed");
        assertThat(family.status(again))
                .as("an administrator decided otherwise")
                .isEqualTo("suspended");
        assertThat(state(id, again)).isEqualTo("kept");
        assertThat(family.status(letIn)).isEqualTo("active");
        assertThat(state(id, letIn)).isEqualTo("kept");
        assertThat(family.status(renamed))
                .as("another change is no decision about this")
                .isEqualTo("active");
        assertThat(family.status(waiting)).as("what they were before").isEqualTo("pending_verification");
        assertThat(family.status(before)).as("suspended before, and not by it").isEqualTo("suspended");
        assertThat(family.status(deleted)).isEqualTo("deactivated");
        assertThat(family.status(root)).isEqualTo("active");
        assertThat(family.count("un", "suspended")).isEqualTo(2);
        assertThat(job(id).path("restored").intValue()).isEqualTo(1101 - 4);
        assertThat(server.count("""
                select count(*) from audit.written where event_type = 'user.reactivate'
                  and payload ->> 'cascade_job_id' = '%s'""".formatted(id))).isEqualTo(1101 - 4);
        assertThat(server.count("select count(*) from identity.users where suspension_id = app.id_uuid('" + id + "')"))
                .isZero();
        assertThat(family.score(inviter))
                .as("it counts against nobody any more")
                .isEqualTo(3000 + 210);
        assertThat(reverse(id).status()).isEqualTo(409);
    }

    @Test
    void undoingComesTooLateAfterFourteenDays() {
        UserId root = family.person("rootlate", 1);
        family.tree(root, "la", 3, 2);
        String id = cascade(root);
        work();
        server.execute("update identity.cascade_jobs set irreversible_at = now() - interval '1 second'"
                + " where id = app.id_uuid('" + id + "')");
        Answer late = reverse(id);
        assertThat(late.status()).isEqualTo(409);
        assertThat(late.error()).contains("could be undone until").contains("one by one");
        work();
        assertThat(family.count("la", "suspended")).isEqualTo(3);
    }

    @Test
    void aCascadeCanBeUndoneBeforeItHasBegun() {
        UserId root = family.person("roothalf", 1);
        family.tree(root, "ha", 900, 30);
        String id = cascade(root);
        assertThat(reverse(id).status()).isEqualTo(202);
        work();
        assertThat(job(id).path("status").asString()).isEqualTo("reversed");
        assertThat(family.status(root)).isEqualTo("active");
        assertThat(family.count("ha", "active")).isEqualTo(900);
    }

    @Test
    void whomALaterCascadeTookOverIsNotLetInByUndoingTheEarlierOne() {
        UserId root = family.person("roottop", 1);
        UserId middle = family.invited(root, "middle", 1);
        UserId below = family.invited(middle, "below", 1);
        String first = cascade(root);
        work();
        String second = cascade(middle);
        work();
        assertThat(reverse(first).status()).isEqualTo(202);
        work();
        assertThat(family.status(root)).isEqualTo("active");
        assertThat(family.status(middle)).isEqualTo("suspended");
        assertThat(family.status(below)).isEqualTo("suspended");
        assertThat(reverse(second).status()).isEqualTo(202);
        work();
        assertThat(family.status(middle)).isEqualTo("active");
        assertThat(family.status(below)).isEqualTo("active");
    }

    @Test
    void undoingTheLaterOfTwoCascadesLeavesThoseOutWhomTheEarlierTook() {
        UserId root = family.person("rootfirst", 1);
        UserId middle = family.invited(root, "middletwo", 1);
        UserId below = family.invited(middle, "belowtwo", 1);
        String first = cascade(root);
        work();
        String second = cascade(middle);
        work();
        assertThat(reverse(second).status()).isEqualTo(202);
        work();
        assertThat(family.status(middle)).isEqualTo("suspended");
        assertThat(family.status(below)).isEqualTo("suspended");
        assertThat(reverse(first).status()).isEqualTo(202);
        work();
        assertThat(family.status(middle)).isEqualTo("active");
        assertThat(family.status(below)).isEqualTo("active");
    }

    @Test
    void whoWasRevokedByHandMeanwhileStaysOut() {
        UserId root = family.person("roothand", 1);
        UserId below = family.invited(root, "handbelow", 1);
        String id = cascade(root);
        work();
        assertThat(operator.post("/v1/lineage/" + below.text() + ":revoke", "{\"reason\":\"abuse\"}")
                        .status())
                .isEqualTo(200);
        reverse(id);
        work();
        assertThat(family.status(root)).isEqualTo("active");
        assertThat(family.status(below)).isEqualTo("suspended");
    }

    @Test
    void flagsOfACascadeThatWasUndoneCannotBeDecided() {
        UserId root = family.person("rootflag", 1);
        UserId old = family.invited(root, "flagged", 400);
        String id = cascade(root);
        work();
        reverse(id);
        work();
        Answer answer = operator.post("/v1/cascade-jobs/" + id + "/accounts/" + old.text() + ":confirm");
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.error()).contains("undone");
        assertThat(family.status(old)).isEqualTo("active");
    }

    @Test
    void cascadesGoNinetyDaysAfterTheyCouldBeUndone() {
        UserId root = family.person("rootage", 1);
        family.tree(root, "ag", 3, 2);
        String id = cascade(root);
        work();
        server.execute("update identity.cascade_jobs set irreversible_at = now() - interval '89 days'"
                + " where id = app.id_uuid('" + id + "')");
        TestJobs.run(server, "retention");
        assertThat(operator.get("/v1/cascade-jobs/" + id).status()).isEqualTo(200);
        server.execute("update identity.cascade_jobs set irreversible_at = now() - interval '91 days'"
                + " where id = app.id_uuid('" + id + "')");
        TestJobs.run(server, "retention");
        assertThat(operator.get("/v1/cascade-jobs/" + id).status()).isEqualTo(404);
        assertThat(server.count(
                        "select count(*) from identity.cascade_accounts where job_id = app.id_uuid('" + id + "')"))
                .isZero();
        assertThat(server.count("select count(*) from identity.invite_revocations where cascade_job_id = app.id_uuid('"
                        + id + "')"))
                .as("evidence stays")
                .isOne();
    }

    /// How PostgreSQL finds rows of cascades for a statement with these values.
    private List<String> conditions(Sql sql, String... values) {
        String text = sql.text();
        for (String value : values) {
            text = text.replaceFirst("\\?", Matcher.quoteReplacement(value));
        }
        return Json.tree(server.look().text("explain (format json) " + text)).findParents("Relation Name").stream()
                .filter(node -> node.path("Relation Name").asString().equals("cascade_accounts"))
                .filter(node -> !node.path("Node Type").asString().equals("ModifyTable"))
                .map(node -> node.path("Index Cond").asString(""))
                .toList();
    }

    @Test
    void aBatchIsFoundByItsPlaceThoughNobodyCountedTheJobYet() {
        UserId earlier = family.person("counted", 1);
        family.tree(earlier, "cnt", 300, 20);
        cascade(earlier);
        work();
        server.execute("analyze identity.cascade_accounts");
        UserId root = family.person("uncounted", 1);
        family.tree(root, "unc", 1500, 20);
        String id = cascade(root);
        work();
        String tenant = "'" + Reserved.SYSTEM_WORKSPACE.value() + "'";
        String job = "app.id_uuid('" + id + "')";
        String users = "array(select user_id from identity.cascade_accounts where position < 200)";
        assertThat(conditions(CascadeAccountStore.ACCOUNT_LIST, job, "199", tenant, "200"))
                .singleElement()
                .asString()
                .contains("\"position\" >");
        assertThat(conditions(CascadeAccountStore.ACCOUNTS_SETTLE, users, "now()", job, "199", "399", tenant))
                .anySatisfy(condition ->
                        assertThat(condition).contains("\"position\" >").contains("\"position\" <="));
        reverse(id);
        work();
        assertThat(job(id).path("restored").asInt()).isEqualTo(1501);
    }
}
