package dev.keystead.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestJobs;
import dev.keystead.server.TestServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JobRoutesTest {
    private static final Jobs.Pace FAST =
            new Jobs.Pace(Duration.ofMillis(20), Duration.ofMillis(200), Duration.ofMillis(5));

    private final TestServer server = TestServer.start("--roles", "web");

    @AfterAll
    void stop() {
        server.close();
    }

    private JsonNode job(String name) {
        return server.asAdministrator()
                .get("/v1/system/jobs")
                .json()
                .path("items")
                .valueStream()
                .filter(job -> job.path("name").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void operatorsSeeEveryJobOfTheRelease() {
        JsonNode jobs = server.asAdministrator().get("/v1/system/jobs").json().path("items");
        assertThat(jobs.findValuesAsString("name"))
                .containsExactlyElementsOf(
                        server.timetable().stream().map(Job::name).toList());
        assertThat(job("expiry").path("every_seconds").asInt()).isEqualTo(60);
    }

    @Test
    void aJobThatIsAskedForRunsAndItsRunIsSeen() {
        // Long ago, so that nothing but the wish makes it run.
        server.execute("""
                insert into admin.jobs (name, instance, due_at, picked, version)
                values ('guest-expiry', 'recurring', now() + interval '50 minutes', false, 1)""");
        Job guests = server.timetable().stream()
                .filter(job -> job.name().equals("guest-expiry"))
                .findFirst()
                .orElseThrow();
        try (var _ = TestJobs.start(server, "a-node", FAST, List.of(guests))) {
            assertThat(job("guest-expiry").path("last_run_at").isNull()).isTrue();
            assertThat(server.asAdministrator()
                            .post("/v1/system/jobs/guest-expiry:run")
                            .status())
                    .isEqualTo(202);
            server.look().until("select count(*) from admin.job_runs where job = 'guest-expiry' and rows = 0", 1);
        }
        JsonNode seen = job("guest-expiry");
        assertThat(seen.path("node").asString()).isEqualTo("a-node");
        assertThat(seen.path("rows").asLong()).isZero();
        assertThat(seen.path("error").isNull()).isTrue();
        assertThat(seen.path("took_milliseconds").asLong()).isNotNegative();
        assertThat(seen.path("next_run_at").asString()).isNotEmpty();
    }

    @Test
    void whyAJobFailedIsSeen() {
        server.execute("""
                insert into admin.job_runs (job, id, node, started_at, ended_at, error)
                values ('erasure', app.new_id(), 'a-node', now(), now(), 'it could not')""");
        JsonNode seen = job("erasure");
        assertThat(seen.path("error").asString()).isEqualTo("it could not");
        assertThat(seen.path("rows").isNull()).isTrue();
    }

    @Test
    void aJobThatRunsNowOrIsUnknownIsNotStarted() {
        server.execute("""
                insert into admin.jobs (name, instance, due_at, picked, picked_by, heartbeat_at, version)
                values ('key-rotation', 'recurring', now(), true, 'busy', now(), 2)""");
        assertThat(job("key-rotation").path("running_on").asString()).isEqualTo("busy");
        assertThat(server.asAdministrator()
                        .post("/v1/system/jobs/key-rotation:run")
                        .status())
                .isEqualTo(409);
        assertThat(server.asAdministrator().post("/v1/system/jobs/nothing:run").status())
                .isEqualTo(404);
    }

    @Test
    void nobodyElseSeesOrStartsThem() {
        var other = server.as(server.makeOrganisation("no-operator").key());
        assertThat(other.get("/v1/system/jobs").status()).isEqualTo(403);
        assertThat(other.post("/v1/system/jobs/expiry:run").status()).isEqualTo(403);
    }
}
