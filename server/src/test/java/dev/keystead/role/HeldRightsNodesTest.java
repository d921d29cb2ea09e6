package dev.keystead.role;

import static dev.keystead.role.Staff.assignment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.postgres.TestPostgres;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Person;
import dev.keystead.server.Until;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Roles and groups on two nodes that share nothing but the database and the master key.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HeldRightsNodesTest {
    /// The promise is one second. The limit of the wait is no part of it: a busy machine may pause longer.
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final String MASTER_KEY = "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVowMTIzNDU=";

    private final TestPostgres.Database database = TestPostgres.shared().createDatabase();
    private final TestServer here = TestServer.start(database, "--master-key", MASTER_KEY);
    private final TestServer there = TestServer.start(database, "--master-key", MASTER_KEY, "--roles", "web");
    private final Staff staff = Staff.on(here);
    private final Staff onTheOther = new Staff(there, staff.place());

    @AfterAll
    void stop() {
        here.close();
        there.close();
    }

    private void becomes(String what, Person person, int status) {
        assertThat(staff.webhookStatus(person)).as(what).isEqualTo(status);
        Until.holds(what + " on the other node", LIMIT, () -> onTheOther.webhookStatus(person) == status);
    }

    @Test
    void whatIsGivenAndTakenOnOneNodeCountsOnTheOther() {
        Person ada = staff.member("viewer");
        becomes("a viewer", ada, 403);
        String role = staff.role("read:client");
        staff.give(role, ada.user());
        becomes("who holds a role of other rights", ada, 403);
        staff.owner().patch("/v1/roles/" + role, "{\"rights\":[\"read:webhook\"]}");
        becomes("whose role was changed", ada, 200);
        staff.owner().delete(assignment(role, ada.user()));
        becomes("who holds nothing any more", ada, 403);
    }

    @Test
    void aPlaceInAGroupCountsOnBothNodes() {
        Person ada = staff.member("viewer");
        String group = staff.group();
        staff.give(staff.role("read:webhook"), group);
        becomes("who is in no group", ada, 403);
        staff.put(group, ada);
        becomes("who was put in", ada, 200);
        staff.owner().delete(Staff.place(group, ada));
        becomes("who was taken out", ada, 403);
    }

    @Test
    void whoeverLeavesAndComesBackHasNothingOnEitherNode() {
        Person ada = staff.holder("viewer", "read:webhook");
        becomes("a holder", ada, 200);
        staff.owner().delete(staff.members() + "/" + ada.user());
        becomes("who left", ada, 404);
        staff.join(ada, "viewer");
        becomes("who came back", ada, 403);
    }
}
