package dev.keystead.cascade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keystead.directory.UserId;
import dev.keystead.server.TestJobs;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.trust.Family;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CascadeFailureTest {
    private final TestServer server = TestServer.start("--roles", "web");
    private final Family family = new Family(server.look());
    private final Client operator = server.asAdministrator();

    @AfterAll
    void stop() {
        server.close();
    }

    @AfterEach
    void mend() {
        server.execute("drop trigger if exists stumbling on identity.cascade_accounts");
    }

    /// Has every write about one person fail.
    private void stumbleOver(UserId user) {
        server.execute("""
                create or replace function public.stumble() returns trigger language plpgsql as
                'begin raise exception ''a stone in the way''; end'""");
        server.execute("""
                create trigger stumbling before insert or update on identity.cascade_accounts
                for each row when (new.user_id = '%s') execute function public.stumble()""".formatted(user.value()));
    }

    private String cascade(UserId user) {
        Answer answer =
                operator.post("/v1/lineage/" + user.text() + ":revoke", "{\"reason\":\"fraud\",\"cascade\":true}");
        assertThat(answer.status()).as(answer.text()).isEqualTo(202);
        return answer.json().path("cascade_job_id").asString();
    }

    private void work() {
        TestJobs.run(server, "cascade");
    }

    private void workInVain(int times) {
        for (int i = 0; i < times; i++) {
            assertThatThrownBy(this::work).hasMessageContaining("a stone in the way");
        }
    }

    private Answer retry(String id) {
        return operator.post("/v1/cascade-jobs/" + id + ":retry");
    }

    private JsonNode job(String id) {
        return operator.get("/v1/cascade-jobs/" + id).json();
    }

    private String status(String id) {
        return job(id).path("status").asString();
    }

    @Test
    void aCascadeThatFailsKeepsNoOtherFromGoingOn() {
        UserId first = family.person("stuckroot", 1);
        UserId stone = family.invited(first, "stuckbelow", 1);
        UserId second = family.person("freeroot", 1);
        family.tree(second, "free", 5, 2);
        stumbleOver(stone);
        String stuck = cascade(first);
        String free = cascade(second);
        workInVain(1);
        assertThat(status(free)).as("the later one").isEqualTo("completed");
        assertThat(family.count("free", "suspended")).isEqualTo(5);
        assertThat(status(stuck)).isEqualTo("pending");
        assertThat(job(stuck).path("failures").intValue()).isOne();
        assertThat(job(stuck).path("notes").asString()).contains("a stone in the way");
        mend();
        work();
        assertThat(status(stuck)).as("a passing trouble").isEqualTo("completed");
        assertThat(job(stuck).path("failures").intValue()).isZero();
        assertThat(job(stuck).path("notes").isNull()).isTrue();
        assertThat(family.status(stone)).isEqualTo("suspended");
    }

    @Test
    void aCascadeThatKeepsFailingIsGivenUpAndCanBeTriedAgain() {
        UserId root = family.person("failroot", 1);
        UserId stone = family.invited(root, "failbelow", 1);
        stumbleOver(stone);
        String id = cascade(root);
        assertThat(retry(id).status()).as("it has not failed yet").isEqualTo(409);
        workInVain(Cascades.MOST_FAILURES);
        assertThat(status(id)).isEqualTo("failed");
        assertThat(job(id).path("notes").asString()).contains("a stone in the way");
        assertThat(server.count("select count(*) from audit.written where event_type = 'cascade.fail'"
                        + " and resource_id = '" + id + "'"))
                .isOne();
        work();
        assertThat(family.status(stone)).as("nobody tries any more").isEqualTo("active");
        mend();
        Answer retried = retry(id);
        assertThat(retried.status()).as(retried.text()).isEqualTo(202);
        assertThat(retried.json().path("status").asString()).isEqualTo("pending");
        work();
        assertThat(status(id)).isEqualTo("completed");
        assertThat(family.status(stone)).isEqualTo("suspended");
        assertThat(retry(id).status()).isEqualTo(409);
        assertThat(retry(CascadeJobId.make().text()).status()).isEqualTo(404);
    }

    @Test
    void aCascadeThatFailedCanBeUndoneAndAnUndoingThatFailedGoesOn() {
        UserId root = family.person("backroot", 1);
        UserId done = family.invited(root, "backdone", 1);
        UserId stone = family.invited(done, "backstone", 1);
        stumbleOver(stone);
        String id = cascade(root);
        workInVain(Cascades.MOST_FAILURES);
        assertThat(status(id)).isEqualTo("failed");
        assertThat(family.status(done)).as("what it did before").isEqualTo("suspended");
        mend();
        stumbleOver(done);
        assertThat(operator.post("/v1/cascade-jobs/" + id + ":reverse").status())
                .isEqualTo(202);
        workInVain(Cascades.MOST_FAILURES);
        assertThat(status(id)).isEqualTo("failed");
        assertThat(operator.post("/v1/cascade-jobs/" + id + ":reverse").status())
                .as("it is being undone already")
                .isEqualTo(409);
        mend();
        assertThat(retry(id).json().path("status").asString()).isEqualTo("reversing");
        work();
        assertThat(status(id)).isEqualTo("reversed");
        assertThat(family.status(root)).isEqualTo("active");
        assertThat(family.status(done)).isEqualTo("active");
        assertThat(family.status(stone)).isEqualTo("active");
    }
}
