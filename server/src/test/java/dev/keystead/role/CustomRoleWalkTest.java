package dev.keystead.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.keystead.member.Role;
import dev.keystead.platform.http.Access;
import dev.keystead.platform.http.Route;
import dev.keystead.server.Samples;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Person;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.workspace.OrgId;
import dev.keystead.workspace.Workspace;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// What a role of a workspace's own allows decides on every route, beside what every member with the same
/// role may do: the routes are read from the running server.
class CustomRoleWalkTest {
    private static final TestServer SERVER = TestServer.start("--roles", "web");
    private static final Staff STAFF = Staff.on(SERVER);
    private static final String[] RIGHTS = {
        "admin:client",
        "admin:group",
        "admin:role",
        "admin:signing-key",
        "admin:subtenant",
        "read:audit",
        "read:api-key",
        "write:node",
        "write:user",
        "write:webhook",
        "write:workspace"
    };
    private static final Person BY_NAME = STAFF.holder("viewer", RIGHTS);
    private static final Person BY_GROUP = byGroup();

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    private static Person byGroup() {
        Person person = STAFF.member("viewer");
        String group = STAFF.group();
        STAFF.put(group, person);
        STAFF.give(STAFF.role(RIGHTS), group);
        return person;
    }

    private static Stream<Route> guarded() {
        return SERVER.routes().stream()
                .filter(route -> route.access().neededRight().isPresent() && !(route.access() instanceof Access.Self));
    }

    @TestFactory
    Stream<DynamicTest> whoHoldsARoleMayDoWhatItsRightsSayAndNothingElse() {
        return guarded().map(route -> dynamicTest(route.toString(), () -> decides(route, BY_NAME)));
    }

    @TestFactory
    Stream<DynamicTest> theSameGoesForWhoeverHoldsItByAGroup() {
        return guarded()
                .filter(route -> !route.method().isChanging())
                .map(route -> dynamicTest(route.toString(), () -> decides(route, BY_GROUP)));
    }

    private static void decides(Route route, Person person) {
        Answer answer = send(route, SERVER.as(person.key()));
        if (allows(route.access().neededRight().orElseThrow())) {
            assertThat(answer.status()).as(answer.text()).isNotIn(401, 403, 500);
        } else {
            assertThat(answer.status()).as(answer.text()).isEqualTo(403);
            assertThat(answer.error()).isEqualTo("insufficient role");
        }
    }

    private static boolean allows(AccessScope needed) {
        var home = new Workspace(
                STAFF.place().workspace(),
                OrgId.make(),
                STAFF.place().slug(),
                "Home",
                true,
                Workspace.Kind.ORGANIZATION,
                Workspace.DEFAULT_PLAN,
                Workspace.DEFAULT_REGION,
                Workspace.Status.ACTIVE,
                false,
                1,
                Instant.EPOCH,
                Instant.EPOCH);
        Set<AccessScope> rights = new HashSet<>(Role.VIEWER.rightsIn(home));
        Arrays.stream(RIGHTS).map(AccessScope::of).forEach(rights::add);
        return rights.stream().anyMatch(right -> right.covers(needed));
    }

    /// One sound request in the workspace, by somebody else than the one for whom it was prepared.
    private static Answer send(Route route, Client client) {
        String inside = "/t/" + STAFF.place().slug();
        if (route.method().isChanging()) {
            Samples.Deed deed = Samples.of(route, SERVER, STAFF.owner());
            return deed.as(client).at(inside + deed.path()).send();
        }
        String path = route.template().text();
        if (route.access() instanceof Access.Workspace) {
            path = path.replace("{id}", STAFF.place().workspace().text());
        }
        return client.get(inside + path.replaceAll("[{}]", ""));
    }
}
