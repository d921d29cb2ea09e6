package dev.keystead.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.keystead.platform.db.Words;
import dev.keystead.platform.http.Access;
import dev.keystead.platform.http.Route;
import dev.keystead.server.Samples;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.TestServer.Person;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.workspace.OrgId;
import dev.keystead.workspace.Workspace;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Roles decide on every route: the routes are read from the running server, the roles from their table.
class RoleWalkTest {
    private static final TestServer SERVER = TestServer.start("--roles", "web");
    private static final Elsewhere PLACE = SERVER.makeOrganisation("role-walk");
    private static final Client EVERYTHING = SERVER.as(PLACE.key());
    private static final Map<Role, Person> PEOPLE = people();
    private static final Person STRANGER = SERVER.makePerson("role-walk-stranger");

    private static final Workspace HOME = new Workspace(
            PLACE.workspace(),
            OrgId.make(),
            PLACE.slug(),
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

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    private static Map<Role, Person> people() {
        return Arrays.stream(Role.values())
                .collect(Collectors.toMap(
                        role -> role, RoleWalkTest::member, (one, _) -> one, () -> new EnumMap<>(Role.class)));
    }

    private static Person member(Role role) {
        String word = Words.of(role);
        Person person = SERVER.makePerson("walk-" + word);
        String body =
                "{\"user_id\":\"%s\",\"role\":\"%s\"}".formatted(person.user().text(), word);
        Answer added = EVERYTHING.post("/v1/workspaces/" + PLACE.workspace().text() + "/members", body);
        assertThat(added.status()).as(added.text()).isEqualTo(201);
        return person;
    }

    /// Routes inside a workspace: those on what is a person's own need no role.
    private static Stream<Route> guarded() {
        return SERVER.routes().stream()
                .filter(route -> route.access().neededRight().isPresent() && !(route.access() instanceof Access.Self));
    }

    @TestFactory
    Stream<DynamicTest> aRoleMayDoWhatItsTableSaysAndNothingElse() {
        return guarded()
                .flatMap(route -> Arrays.stream(Role.values())
                        .map(role -> dynamicTest(Words.of(role) + ": " + route, () -> {
                            Answer answer = send(route, PEOPLE.get(role));
                            if (allows(role, route)) {
                                assertThat(answer.status()).as(answer.text()).isNotIn(401, 403, 500);
                            } else {
                                assertThat(answer.status()).as(answer.text()).isEqualTo(403);
                                assertThat(answer.error()).isEqualTo("insufficient role");
                            }
                        })));
    }

    @TestFactory
    Stream<DynamicTest> toAStrangerNothingIsThere() {
        return guarded()
                .map(route -> dynamicTest(route.toString(), () -> {
                    Answer answer = send(route, STRANGER);
                    assertThat(answer.status()).as(answer.text()).isEqualTo(404);
                    assertThat(answer.error()).isEqualTo("not found");
                }));
    }

    @Test
    void everyRightOfARoleIsNeededSomewhere() {
        Set<String> needed = SERVER.routes().stream()
                .flatMap(route -> route.access().neededRight().stream())
                .map(AccessScope::resource)
                .collect(Collectors.toSet());
        assertThat(needed).containsAll(Resource.words());
    }

    private static boolean allows(Role role, Route route) {
        AccessScope needed = route.access().neededRight().orElseThrow();
        return role.rightsIn(HOME).stream().anyMatch(right -> right.covers(needed));
    }

    /// One sound request in the workspace, by somebody else than the one for whom it was prepared.
    private static Answer send(Route route, @Nullable Person person) {
        Client client = SERVER.as(Optional.ofNullable(person).orElseThrow().key());
        String inside = "/t/" + PLACE.slug();
        if (route.method().isChanging()) {
            Samples.Deed deed = Samples.of(route, SERVER, EVERYTHING);
            return deed.as(client).at(inside + deed.path()).send();
        }
        String path = route.template().text();
        if (route.access() instanceof Access.Workspace) {
            path = path.replace("{id}", PLACE.workspace().text());
        }
        return client.get(inside + path.replaceAll("[{}]", ""));
    }
}
