package dev.keystead.invite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserId;
import dev.keystead.server.TestJobs;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Person;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// How invitations and lineage come to their end, or do not.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InviteEndsTest {
    /// Without the timetable, which would do the same.
    private final People people = People.start("--roles", "web");
    private final TestServer server = people.server();
    private final Client administrator = server.asAdministrator();

    @AfterAll
    void stop() {
        server.close();
    }

    private String issue(Person person) {
        return people.issue(person, "{\"intended_email\":\"%s@ends.test\"}".formatted(People.word()))
                .json()
                .path("invite")
                .path("id")
                .asString();
    }

    private void age(String invite, int days) {
        server.execute("""
                update identity.invites
                set issued_at = now() - interval '%1$d days' - interval '14 days', expires_at = now() - interval '%1$d days'
                where id = app.id_uuid('%2$s')""".formatted(days, invite));
    }

    private String status(Person person, String invite) {
        return people.as(person)
                .get("/v1/me/invites/" + invite)
                .json()
                .path("status")
                .asString("");
    }

    @Test
    void anInvitationWhoseTimeIsOverIsMarkedWithItsEntry() {
        Person ada = people.root();
        String late = issue(ada);
        String open = issue(ada);
        age(late, 1);
        assertThat(TestJobs.run(server, "invite-expiry")).isEqualTo(1);
        assertThat(TestJobs.run(server, "invite-expiry")).isZero();
        assertThat(status(ada, late)).isEqualTo("expired");
        assertThat(status(ada, open)).isEqualTo("open");
        Answer trail = administrator.get("/v1/audit?resource=" + late);
        assertThat(trail.json().path("items").path(0).path("event_type").asString())
                .isEqualTo("invite.expire");
        assertThat(server.count("select count(*) from events.outbox where subject = 'identity.invite.expired.v1'"))
                .isPositive();
    }

    @Test
    void whatCameToNothingGoesAfterAYearAndNotBefore() {
        Person ada = people.root();
        String expired = issue(ada);
        String revoked = issue(ada);
        people.as(ada).post("/v1/me/invites/" + revoked + ":revoke");
        String used = people.issue(ada, "{}").json().path("invite_token").asString();
        people.redeem(used);
        age(expired, 1);
        TestJobs.run(server, "invite-expiry");
        server.execute("update identity.invites set issued_at = now() - interval '400 days',"
                + " expires_at = now() - interval '364 days' where inviter_id = '"
                + ada.user().value() + "'");
        assertThat(TestJobs.run(server, "retention")).isZero();
        server.execute("update identity.invites set expires_at = now() - interval '366 days' where inviter_id = '"
                + ada.user().value() + "'");
        assertThat(TestJobs.run(server, "retention")).isEqualTo(2);
        assertThat(server.look()
                        .text("select string_agg(status, ',') from identity.invites where inviter_id = '"
                                + ada.user().value() + "'"))
                .isEqualTo("redeemed");
    }

    private void erase(UserId user) {
        assertThat(administrator.delete("/v1/users/" + user.text()).status()).isEqualTo(204);
        server.execute(
                "update identity.users set deleted_at = now() - interval '31 days' where id = '" + user.value() + "'");
        assertThat(server.eraseWhoIsDue()).isEqualTo(1);
    }

    @Test
    void ofSomebodyWhoIsErasedTheEdgesStayAndNothingElse() {
        Person ada = people.root();
        Person bob = people.joinWithKey(ada);
        UserId carol = people.join(bob);
        issue(bob);
        erase(bob.user());
        assertThat(server.count("select count(*) from identity.invites where '%s' in (inviter_id, redeemed_by)"
                        .formatted(bob.user().value())))
                .isZero();
        assertThat(server.count("select count(*) from identity.invite_quotas where user_id = '"
                        + bob.user().value() + "'"))
                .isZero();
        Answer above = administrator.get("/v1/lineage/" + carol.text() + "/ancestors");
        assertThat(above.json().path("items").size()).isEqualTo(2);
        assertThat(above.json().path("items").path(0).path("user_id").asString())
                .isEqualTo(bob.user().text());
        assertThat(above.json().path("items").path(0).path("handle").isNull()).isTrue();
        assertThat(administrator
                        .get("/v1/lineage/" + bob.user().text() + "/descendants")
                        .json()
                        .path("items")
                        .size())
                .as("lineage outlives accounts")
                .isEqualTo(1);
    }

    @Test
    void theApplicationCannotChangeLineage() {
        String app = server.appLogin().user();
        for (String right : List.of("update", "delete", "truncate")) {
            assertThat(server.look()
                            .text("select has_table_privilege('%s', 'identity.invite_chain_edges', '%s')"
                                    .formatted(app, right)))
                    .isEqualTo("f");
        }
        assertThat(server.look()
                        .text("select has_any_column_privilege('%s', 'identity.invite_chain_edges', 'update')"
                                .formatted(app)))
                .isEqualTo("f");
        assertThat(server.look()
                        .text("select has_column_privilege('%s', 'identity.invite_chain_edges', 'path', 'insert')"
                                .formatted(app)))
                .isEqualTo("f");
    }

    @Test
    void aPersonsOwnDataHasTheirInvitationsAndTheirEdge() {
        Person ada = people.root();
        Person bob = people.joinWithKey(ada);
        String invite = issue(bob);
        String file =
                administrator.get("/v1/users/" + bob.user().text() + "/export").text();
        assertThat(file).contains("identity.invites", "identity.invite_chain_edges", "@ends.test");
        assertThat(file).contains(ada.user().value().toString());
        assertThat(invite).startsWith("inv_");
    }
}
