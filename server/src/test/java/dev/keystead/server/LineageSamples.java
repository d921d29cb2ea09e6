package dev.keystead.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserId;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.trust.Family;
import java.util.List;

/// People with lineage and cascades over them, for the walks over the route table. They are the operator's
/// to deal with.
final class LineageSamples {
    private LineageSamples() {}

    static Targets.Target person(Targets.Caller caller) {
        UserId user = family(caller).person(name(), 1);
        return new Targets.Target(List.of(user.text()), user.text(), caller.client());
    }

    static Targets.Target cascade(Targets.Caller caller) {
        UserId root = family(caller).person(name(), 1);
        String job = begin(caller.client(), root);
        return new Targets.Target(List.of(job), job, caller.client());
    }

    /// A revocation without a cascade; the entry is about the person.
    static Targets.Target revocation(Targets.Caller caller) {
        UserId user = family(caller).person(name(), 1);
        Answer answer = caller.client().post("/v1/lineage/" + user.text() + ":revoke", "{\"reason\":\"policy\"}");
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return new Targets.Target(
                List.of(answer.json().path("revocation_id").asString()), user.text(), caller.client());
    }

    /// A cascade that was given up.
    static Targets.Target failed(Targets.Caller caller) {
        String job = begin(caller.client(), family(caller).person(name(), 1));
        TestJobs.run(caller.server(), "cascade");
        caller.server().execute("""
                update identity.cascade_jobs
                set status = 'failed', failed_while = 'running', failures = 5, notes = 'a reason', completed_at = null
                where id = app.id_uuid('%s')""".formatted(job));
        return new Targets.Target(List.of(job), job, caller.client());
    }

    /// Somebody who waits for a review.
    static Targets.Target flagged(Targets.Caller caller) {
        Family family = family(caller);
        UserId root = family.person(name(), 1);
        UserId old = family.invited(root, name(), 400);
        String job = begin(caller.client(), root);
        TestJobs.run(caller.server(), "cascade");
        caller.server()
                .look()
                .until(
                        "select count(*) from identity.cascade_jobs where status = 'completed' and id = app.id_uuid('"
                                + job + "')",
                        1);
        return new Targets.Target(List.of(job, old.text()), old.text(), caller.client());
    }

    private static String begin(Client operator, UserId root) {
        Answer answer =
                operator.post("/v1/lineage/" + root.text() + ":revoke", "{\"reason\":\"policy\",\"cascade\":true}");
        assertThat(answer.status()).as(answer.text()).isEqualTo(202);
        return answer.json().path("cascade_job_id").asString();
    }

    private static Family family(Targets.Caller caller) {
        return new Family(caller.server().look());
    }

    private static String name() {
        return "l" + UuidV7.next().toString().replace("-", "").substring(14);
    }
}
