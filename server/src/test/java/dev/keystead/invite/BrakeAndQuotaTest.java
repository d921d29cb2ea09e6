package dev.keystead.invite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserId;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Person;
import dev.keystead.workspace.Reserved;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// What keeps a branch closed, and what opens an allowance again.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BrakeAndQuotaTest {
    private final People people = People.start("--roles", "web");
    private final TestServer server = people.server();
    private final Client operator = server.asAdministrator();

    @AfterAll
    void stop() {
        server.close();
    }

    private String revoke(UserId user) {
        Answer revoked = operator.post("/v1/lineage/" + user.text() + ":revoke", "{\"reason\":\"abuse\"}");
        assertThat(revoked.status()).as(revoked.text()).isEqualTo(200);
        return revoked.json().path("revocation_id").asString();
    }

    @Test
    void whoWasRevokedKeepsTheBranchClosedAlsoOnceTheyAreGone() {
        Person top = people.root();
        Person revoked = people.joinWithKey(top);
        Person below = people.joinWithKey(revoked);
        people.allowMany(below.user());
        String revocation = revoke(revoked.user());
        assertThat(people.issue(below, "{}").status()).isEqualTo(409);
        assertThat(operator.delete("/v1/users/" + revoked.user().text()).status())
                .isEqualTo(204);
        assertThat(people.issue(below, "{}").status()).as("deleted").isEqualTo(409);
        assertThat(operator.post("/v1/invite-revocations/" + revocation + ":reverse")
                        .status())
                .isEqualTo(200);
        assertThat(people.issue(below, "{}").status()).as("undone").isEqualTo(201);
    }

    @Test
    void whoLeftWithoutBeingRevokedClosesNothing() {
        Person top = people.root();
        Person between = people.joinWithKey(top);
        Person below = people.joinWithKey(between);
        assertThat(operator.delete("/v1/users/" + between.user().text()).status())
                .isEqualTo(204);
        assertThat(people.issue(below, "{}").status()).isEqualTo(201);
    }

    @Test
    void anAllowanceThatIsNoLongerDecidedByHandFollowsTheScoreThatStands() {
        Person person = people.root();
        people.allowMany(person.user());
        server.execute(
                """
                insert into identity.trust_scores (tenant_id, user_id, score, lineage, tenure, verification, stewardship,
                    activity, penalties, active_on, computed_at)
                values ('%s', '%s', 7000, 3000, 2000, 2000, 0, 0, 0, '{}', now())""".formatted(Reserved.SYSTEM_WORKSPACE.value(), person.user().value()));
        Answer released = operator.patch("/v1/invite-quotas/" + person.user().text(), "{\"set_by_hand\":false}");
        assertThat(released.status()).as(released.text()).isEqualTo(200);
        assertThat(released.json().path("period_allowed").asInt()).isEqualTo(20);
        assertThat(released.json().path("total_allowed").asInt()).isEqualTo(400);

        Person unknown = people.root();
        people.allowMany(unknown.user());
        assertThat(operator.patch("/v1/invite-quotas/" + unknown.user().text(), "{\"set_by_hand\":false}")
                        .json()
                        .path("period_allowed")
                        .asInt())
                .as("no night has computed a score")
                .isEqualTo(5);
    }
}
