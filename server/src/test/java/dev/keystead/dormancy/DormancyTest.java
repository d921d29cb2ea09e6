package dev.keystead.dormancy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserId;
import dev.keystead.server.Insider;
import dev.keystead.server.StoppedJob;
import dev.keystead.server.TestJobs;
import dev.keystead.server.TestServer;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.workspace.Reserved;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Years go by: what was seen is moved into the past, and the job runs.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DormancyTest {
    private final TestServer server = TestServer.start("--roles", "web");

    @AfterAll
    void stop() {
        server.close();
    }

    private record Person(UserId user, String handle) {}

    private Person person() {
        String handle = "d" + UuidV7.next().toString().replace("-", "").substring(14);
        return new Person(server.makePerson(handle).user(), handle);
    }

    /// Lets time go by for one person.
    private void pass(Person person, int days) {
        server.execute("""
                update identity.handle_registry
                set active_at = active_at - interval '%1$d days', noticed_at = noticed_at - interval '%1$d days',
                    locked_at = locked_at - interval '%1$d days', due_at = due_at - interval '%1$d days'
                where handle = '%2$s'""".formatted(days, person.handle()));
        server.execute("""
                update session.sessions set last_active_at = last_active_at - interval '%d days' where user_id = '%s'""".formatted(days, person.user().value()));
    }

    private long run() {
        return TestJobs.run(server, "dormancy");
    }

    private String state(Person person) {
        return server.look().text("""
                select u.status || coalesce(' noticed' || substr(noticed_at::text, 1, 0), '')
                    || coalesce(' locked' || substr(locked_at::text, 1, 0), '')
                    || coalesce(' released' || substr(released_at::text, 1, 0), '')
                    || coalesce(' due in ' || round(extract(epoch from due_at - now()) / 86400), '')
                from identity.users u, identity.handle_registry h
                where u.id = '%s' and h.handle = '%s'""".formatted(person.user().value(), person.handle()));
    }

    private long mails() {
        return server.count("select count(*) from events.mails where purpose = 'dormant'");
    }

    private long audited(String action, Person person) {
        return server.count("select count(*) from audit.written where event_type = '%s' and resource_id = '%s'"
                .formatted(action, person.user().text()));
    }

    @Test
    void whoSleepsIsWrittenToThenLockedThenReleased() {
        Person person = person();
        assertThat(state(person)).isEqualTo("active due in 365");
        pass(person, 366);
        run();
        assertThat(state(person))
                .as("nothing yet; the next look is at the notice")
                .isEqualTo("active due in 182");
        pass(person, 183);
        long before = mails();
        run();
        assertThat(state(person)).isEqualTo("active noticed due in 182");
        assertThat(mails()).isEqualTo(before + 1);
        run();
        assertThat(mails()).as("once").isEqualTo(before + 1);
        pass(person, 183);
        run();
        assertThat(state(person)).startsWith("suspended noticed locked due in 109");
        pass(person, 1097);
        run();
        assertThat(state(person)).isEqualTo("deactivated released");
        assertThat(audited("user.warn_dormant", person)).isOne();
        assertThat(audited("user.lock_dormant", person)).isOne();
        assertThat(audited("user.release_dormant", person)).isOne();
        server.makePerson(person.handle());
    }

    @Test
    void whoIsLetInAgainWhileTheJobRunsIsNotReleased() {
        List<Person> people = List.of(person(), person());
        for (int days : List.of(366, 183, 183)) {
            people.forEach(person -> pass(person, days));
            run();
        }
        // The job finds both, and begins with whoever was due first.
        pass(people.getFirst(), 1098);
        pass(people.getLast(), 1097);
        StoppedJob.run(
                server,
                "dormancy",
                "select from identity.users where id = '"
                        + people.getFirst().user().value() + "' for update",
                () -> assertThat(server.asAdministrator()
                                .post("/v1/users/" + people.getLast().user().text() + ":reactivate")
                                .status())
                        .isEqualTo(200));
        assertThat(state(people.getFirst())).isEqualTo("deactivated released");
        assertThat(state(people.getLast())).isEqualTo("active due in 365");
    }

    @Test
    void whoHasBeenInsideIsAwake() {
        Person person = person();
        pass(person, 366);
        Insider.enter(server, Reserved.SYSTEM_WORKSPACE, "system", person.user());
        pass(person, 20);
        run();
        assertThat(state(person)).isEqualTo("active due in 365");
        assertThat(server.count("select (now()::date - active_at::date) from identity.handle_registry where handle = '"
                        + person.handle() + "'"))
                .isEqualTo(20);
        pass(person, 530);
        run();
        assertThat(state(person)).isEqualTo("active noticed due in 182");
        Insider.enter(server, Reserved.SYSTEM_WORKSPACE, "system", person.user());
        pass(person, 183);
        run();
        assertThat(state(person)).as("came after the mail").isEqualTo("active due in 365");
    }

    @Test
    void whosePersonalTokensAreUsedIsAwake() {
        Person person = person();
        pass(person, 366);
        server.execute(
                """
                insert into admin.personal_access_tokens (tenant_id, id, user_id, name, scopes, token_hash, key_version,
                    token_prefix, created_at, last_used_at)
                values ('%s', app.new_id(), '%s', 'nightly', '{read:user:self}',
                    sha256(convert_to('%2$s', 'UTF8')), 1, 'kpat_x', now() - interval '2 years',
                    now() - interval '20 days')""".formatted(Reserved.SYSTEM_WORKSPACE.value(), person.user().value()));
        run();
        assertThat(state(person)).isEqualTo("active due in 365");
        assertThat(server.count("select (now()::date - active_at::date) from identity.handle_registry where handle = '"
                        + person.handle() + "'"))
                .isEqualTo(20);
    }

    /// However late it is, nobody is locked out without the time that the mail promised.
    @Test
    void aJobThatWasOffForYearsDoesNotSkipTheSteps() {
        Person person = person();
        pass(person, 3000);
        run();
        assertThat(state(person)).isEqualTo("active noticed due in 182");
        run();
        assertThat(state(person)).isEqualTo("active noticed due in 182");
        pass(person, 183);
        run();
        assertThat(state(person)).isEqualTo("suspended noticed locked due in 1096");
    }

    @Test
    void whomAnAdministratorLetsInAgainIsAwake() {
        Person person = person();
        pass(person, 3000);
        run();
        pass(person, 183);
        run();
        assertThat(state(person)).startsWith("suspended noticed locked");
        assertThat(server.asAdministrator()
                        .post("/v1/users/" + person.user().text() + ":reactivate")
                        .status())
                .isEqualTo(200);
        assertThat(state(person)).isEqualTo("active due in 365");
    }

    @Test
    void theOwnersOfTheInstallationAreNeverLockedOut() {
        server.execute("""
                update identity.handle_registry
                set active_at = active_at - interval '9 years', due_at = due_at - interval '9 years'
                where handle = 'admin'""");
        run();
        assertThat(server.look().text("""
                select (noticed_at is null and due_at > now())::text from identity.handle_registry
                where handle = 'admin'""")).isEqualTo("true");
    }

    @Test
    void nobodyWritesToWhoDiedAndNobodyGetsTheHandle() {
        Person person = person();
        assertThat(server.asAdministrator()
                        .post("/v1/users/" + person.user().text() + ":mark-deceased", "{}")
                        .status())
                .isEqualTo(200);
        long before = mails();
        for (int year = 0; year < 8; year++) {
            pass(person, 366);
            run();
        }
        assertThat(mails()).isEqualTo(before);
        assertThat(state(person)).isEqualTo("suspended due in 365");
        assertThat(server.asAdministrator()
                        .post("/v1/handles:check", "{\"handle\":\"%s\"}".formatted(person.handle()))
                        .json()
                        .path("available")
                        .asBoolean())
                .isFalse();
    }
}
