package dev.keystead.dormancy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.StoppedJob;
import dev.keystead.server.TestJobs;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Person;
import dev.keystead.tenancy.UuidV7;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// New accounts whose address nobody proves.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UnprovenTest {
    private static final String JOB = "unproven-accounts";

    /// Without the timetable, which would do the same.
    private final TestServer server = TestServer.start("--roles", "web", "--sign-in-asks-per-source", "100000");
    private final Person inviter = server.makePerson("u" + word());

    @AfterAll
    void stop() {
        server.close();
    }

    private static String word() {
        return UuidV7.next().toString().replace("-", "").substring(14);
    }

    /// The handle of somebody who came by an invitation so many days ago, and proved nothing.
    private String newcomer(int daysAgo) {
        String token = server.as(inviter.key())
                .post("/v1/invites", "{}")
                .json()
                .path("invite_token")
                .asString();
        String handle = "n" + word();
        Answer joined = server.as("").post("/v1/invites:redeem", """
                {"invite_token":"%s","handle":"%s","display_name":"New","email":"%2$s@sample.test",
                "password":"granite owl 7 west"}""".formatted(token, handle));
        assertThat(joined.status()).as(joined.text()).isEqualTo(201);
        server.execute("update identity.users set created_at = now() - interval '%d days' where handle = '%s'"
                .formatted(daysAgo, handle));
        return handle;
    }

    private String status(String handle) {
        return server.look().text("select status from identity.users where handle = '" + handle + "'");
    }

    private boolean isFree(String handle) {
        return server.as("")
                .post("/v1/handles:check", "{\"handle\":\"" + handle + "\"}")
                .json()
                .path("available")
                .asBoolean();
    }

    private void prove(String handle) {
        server.execute("update identity.users set status = 'active' where handle = '" + handle + "'");
    }

    @Test
    void aHandleIsFreeAgainWhenNobodyProvedTheAddressInTime() {
        String late = newcomer(31);
        String proven = newcomer(31);
        String fresh = newcomer(29);
        prove(proven);
        assertThat(TestJobs.run(server, JOB)).isOne();
        assertThat(TestJobs.run(server, JOB)).isZero();
        assertThat(status(late)).isEqualTo("deactivated");
        assertThat(isFree(late)).isTrue();
        assertThat(status(proven)).isEqualTo("active");
        assertThat(isFree(proven)).isFalse();
        assertThat(status(fresh)).isEqualTo("pending_verification");
        assertThat(isFree(fresh)).isFalse();
        assertThat(server.count("select count(*) from audit.written where event_type = 'user.release_unproven'"))
                .isPositive();
        assertThat(server.count("""
                select count(*) from events.outbox o join identity.users u on o.aggregate_id = app.id_text('usr', u.id)
                where o.subject = 'identity.user.deleted.v1' and u.handle = '%s'""".formatted(late))).isOne();
    }

    @Test
    void whoProvesItInTheLastMomentStays() {
        String first = newcomer(41);
        String second = newcomer(40);
        long released = StoppedJob.run(
                server,
                JOB,
                "select from identity.users where handle = '" + first + "' for update",
                () -> prove(second));
        assertThat(released).isOne();
        assertThat(status(first)).isEqualTo("deactivated");
        assertThat(status(second)).isEqualTo("active");
    }
}
