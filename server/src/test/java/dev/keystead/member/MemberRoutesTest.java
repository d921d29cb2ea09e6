package dev.keystead.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.TestServer.Person;
import dev.keystead.server.Until;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemberRoutesTest {
    private static final TestServer SERVER = TestServer.shared();

    private final Roster roster = Roster.on(SERVER);
    private final Elsewhere place = roster.place();
    private final Client key = roster.key();

    private int usersStatus(Person person) {
        return roster.as(person).get("/t/" + place.slug() + "/v1/users").status();
    }

    @Test
    void aMemberIsAddedReadChangedAndEnded() {
        Person ada = roster.add("viewer");
        Answer read = key.get(roster.member(ada));
        assertThat(read.json().path("role").asString()).isEqualTo("viewer");
        assertThat(read.json().path("affiliation").asString()).isEqualTo("staff");
        assertThat(read.header("ETag")).isEqualTo("\"1\"");
        Answer changed = key.with("If-Match", "\"1\"").patch(roster.member(ada), "{\"role\":\"admin\"}");
        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        assertThat(changed.json().path("version").intValue()).isEqualTo(2);
        assertThat(key.with("If-Match", "\"1\"")
                        .patch(roster.member(ada), "{\"role\":\"member\"}")
                        .status())
                .isEqualTo(412);
        assertThat(key.delete(roster.member(ada)).status()).isEqualTo(204);
        assertThat(key.get(roster.member(ada)).json().path("affiliation").asString())
                .isEqualTo("alumni");
        assertThat(key.delete(roster.member(ada)).status()).isEqualTo(404);
        assertThat(key.patch(roster.member(ada), "{\"role\":\"member\"}").status())
                .isEqualTo(404);
    }

    @Test
    void aChangeOfRoleCountsAtOnceOnTheSameNode() {
        Person ada = SERVER.makePerson(Roster.unique("p"));
        assertThat(usersStatus(ada)).isEqualTo(404);
        assertThat(key.post(roster.members(), Roster.wish(ada, "viewer")).status())
                .isEqualTo(201);
        assertThat(usersStatus(ada)).isEqualTo(200);
        String user = "{\"email\":\"new@x.test\",\"display_name\":\"New\"}";
        assertThat(roster.as(ada).post("/t/" + place.slug() + "/v1/users", user).status())
                .isEqualTo(403);
        assertThat(key.patch(roster.member(ada), "{\"role\":\"admin\"}").status())
                .isEqualTo(200);
        assertThat(roster.as(ada).post("/t/" + place.slug() + "/v1/users", user).status())
                .isEqualTo(201);
        assertThat(key.delete(roster.member(ada)).status()).isEqualTo(204);
        assertThat(usersStatus(ada)).isEqualTo(404);
    }

    @Test
    void whoLeftMayBeAddedAgain() {
        Person ada = roster.add("admin");
        assertThat(key.delete(roster.member(ada)).status()).isEqualTo(204);
        assertThat(key.post(roster.members(), Roster.wish(ada, "viewer")).status())
                .isEqualTo(201);
        assertThat(key.get(roster.member(ada)).json().path("role").asString()).isEqualTo("viewer");
        assertThat(key.get(roster.member(ada)).json().path("left_at").isMissingNode()
                        || key.get(roster.member(ada)).json().path("left_at").isNull())
                .isTrue();
        assertThat(key.post(roster.members(), Roster.wish(ada, "viewer")).status())
                .isEqualTo(409);
    }

    @Test
    void whoWasAddedAgainWasAddedByWhoeverDidItLast() {
        Person owner = roster.add("owner");
        Person ada = roster.add("viewer");
        String first = addedBy(ada);
        assertThat(key.delete(roster.member(ada)).status()).isEqualTo(204);
        assertThat(roster.as(owner)
                        .post(roster.members(), Roster.wish(ada, "viewer"))
                        .status())
                .isEqualTo(201);
        String second = addedBy(ada);
        assertThat(second).isNotEqualTo(first);
        assertThat(roster.as(owner)
                        .patch(roster.member(ada), "{\"role\":\"member\"}")
                        .status())
                .isEqualTo(200);
        assertThat(addedBy(ada)).as("a change adds nobody").isEqualTo(second);
    }

    private static String addedBy(Person person) {
        return SERVER.look()
                .text("select added_by from identity.workspace_members where user_id = '"
                        + person.user().value() + "'");
    }

    @Test
    void anAdminGivesAndTakesNoOwnership() {
        Person owner = roster.add("owner");
        Person admin = roster.add("admin");
        Person viewer = roster.add("viewer");
        Client byAdmin = roster.as(admin);
        assertThat(byAdmin.patch(roster.member(viewer), "{\"role\":\"owner\"}").status())
                .isEqualTo(403);
        assertThat(byAdmin.patch(roster.member(admin), "{\"role\":\"owner\"}").status())
                .isEqualTo(403);
        assertThat(byAdmin.patch(roster.member(owner), "{\"role\":\"viewer\"}").status())
                .isEqualTo(403);
        assertThat(byAdmin.delete(roster.member(owner)).status()).isEqualTo(403);
        assertThat(byAdmin.post(roster.members(), Roster.wish(SERVER.makePerson(Roster.unique("p")), "owner"))
                        .status())
                .isEqualTo(403);
        assertThat(byAdmin.patch(roster.member(viewer), "{\"role\":\"admin\"}").status())
                .isEqualTo(200);
        assertThat(roster.as(owner)
                        .patch(roster.member(admin), "{\"role\":\"owner\"}")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void theLastOwnerStays() {
        Person owner = roster.add("owner");
        assertThat(key.patch(roster.member(owner), "{\"role\":\"admin\"}").status())
                .isEqualTo(409);
        assertThat(key.delete(roster.member(owner)).status()).isEqualTo(409);
        Answer left =
                roster.as(owner).delete("/v1/me/workspaces/" + place.workspace().text());
        assertThat(left.status()).isEqualTo(409);
        assertThat(left.error()).contains("at least one owner", ":transfer");
        Person second = roster.add("owner");
        assertThat(roster.as(owner)
                        .delete("/v1/me/workspaces/" + place.workspace().text())
                        .status())
                .isEqualTo(204);
        assertThat(key.delete(roster.member(second)).status()).isEqualTo(409);
    }

    @Test
    void ownersWhoDemoteEachOtherLeaveOne() throws Exception {
        List<Person> owners =
                List.of(roster.add("owner"), roster.add("owner"), roster.add("owner"), roster.add("owner"));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Answer>> demotions = new ArrayList<>();
            for (int i = 0; i < owners.size(); i++) {
                String victim = roster.member(owners.get((i + 1) % owners.size()));
                demotions.add(() -> key.patch(victim, "{\"role\":\"viewer\"}"));
            }
            for (Future<Answer> answer : threads.invokeAll(demotions)) {
                assertThat(answer.get().status()).isIn(200, 409);
            }
        }
        assertThat(key.get(roster.members() + "?role=owner")
                        .json()
                        .path("items")
                        .size())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"user_id":"usr_nonsense","role":"viewer"}                                | user_id
            {"user_id":"usr_01k9zzzzzzzzzzzzzzzzzzzzzz","role":"viewer"}               | user_id
            {"user_id":"ADA","role":"boss"}                                           | role
            {"user_id":"ADA","role":"viewer","affiliation":"alumni"}                  | affiliation
            {"user_id":"ADA","role":"viewer","affiliation":"guest"}                   | guest_expires_at
            {"user_id":"ADA","role":"viewer","guest_expires_at":"2030-01-01T00:00:00Z"} | guest_expires_at
            {"user_id":"ADA","role":"viewer","affiliation":"guest","guest_expires_at":"2020-01-01T00:00:00Z"} | guest_expires_at
            {"user_id":"ADA","role":"viewer","tenant_id":"x"}                         | tenant_id
            """)
    void aWishThatCannotBeIsExplained(String body, String member) {
        String ada = SERVER.makePerson(Roster.unique("p")).user().text();
        Answer answer = key.post(roster.members(), body.replace("ADA", ada));
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.text()).contains(member);
    }

    @Test
    void aUserOfAnotherOrganisationIsNobodyHere() {
        Elsewhere other = SERVER.makeOrganisation(Roster.unique("m"));
        String foreign = SERVER.as(other.key())
                .post("/v1/users", "{\"email\":\"x@y.test\",\"display_name\":\"X\"}")
                .id();
        Answer answer = key.post(roster.members(), "{\"user_id\":\"%s\",\"role\":\"viewer\"}".formatted(foreign));
        assertThat(answer.status()).isEqualTo(400);
    }

    @Test
    void aGuestStaysUntilTheirTimeIsOver() {
        Person guest = SERVER.makePerson(Roster.unique("p"));
        String end = Instant.now().plus(Duration.ofDays(1)).toString();
        String body = "{\"user_id\":\"%s\",\"role\":\"viewer\",\"affiliation\":\"guest\",\"guest_expires_at\":\"%s\"}"
                .formatted(guest.user().text(), end);
        assertThat(key.post(roster.members(), body).status()).isEqualTo(201);
        assertThat(usersStatus(guest)).isEqualTo(200);
        SERVER.execute(
                "update identity.workspace_members set guest_expires_at = now() where user_id = app.id_uuid('%s')"
                        .formatted(guest.user().text()));
        // Whoever writes past the server tells the nodes, as the server does.
        SERVER.execute("insert into events.cache_changes (id, cache_key, expires_at) values (gen_random_uuid(),"
                + " 'member:tenant:%s:%s', now() + interval '1 minute')"
                        .formatted(place.workspace().value(), guest.user().text()));
        Until.holds("the guest is out", Duration.ofSeconds(20), () -> usersStatus(guest) == 404);
    }

    @Test
    void aPersonSeesTheirOwnMembershipsFromAnywhereAndLeaves() {
        Person ada = roster.add("viewer");
        Answer own = roster.as(ada).get("/v1/me/workspaces");
        assertThat(own.status()).as(own.text()).isEqualTo(200);
        assertThat(own.json().path("items").size()).isEqualTo(1);
        assertThat(own.json().path("items").get(0).path("slug").asString()).isEqualTo(place.slug());
        assertThat(roster.as(ada)
                        .delete("/v1/me/workspaces/" + place.workspace().text())
                        .status())
                .isEqualTo(204);
        assertThat(roster.as(ada).get("/v1/me/workspaces").json().path("items").size())
                .isZero();
        assertThat(usersStatus(ada)).isEqualTo(404);
        assertThat(roster.as(ada)
                        .delete("/v1/me/workspaces/" + place.workspace().text())
                        .status())
                .isEqualTo(404);
    }

    @Test
    void aMachineHasNothingOfItsOwn() {
        assertThat(key.get("/v1/me/workspaces").status()).isEqualTo(403);
    }

    @Test
    void aPathThatNamesTwoWorkspacesNamesNone() {
        Elsewhere other = SERVER.makeOrganisation(Roster.unique("m"));
        Person both = roster.add("owner");
        SERVER.as(other.key())
                .post("/v1/workspaces/" + other.workspace().text() + "/members", Roster.wish(both, "owner"));
        assertThat(roster.as(both).get("/t/" + place.slug() + roster.members()).status())
                .isEqualTo(200);
        assertThat(roster.as(both).get("/t/" + other.slug() + roster.members()).status())
                .isEqualTo(404);
        assertThat(roster.as(both)
                        .get("/v1/workspaces/wrk_00000000000000000000000000/members")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void theListIsInPagesAndByRole() {
        roster.add("viewer");
        roster.add("viewer");
        roster.add("owner");
        Answer first = key.get(roster.members() + "?limit=2");
        assertThat(first.json().path("items").size()).isEqualTo(2);
        String cursor = first.json().path("next_cursor").asString();
        assertThat(key.get(roster.members() + "?limit=2&cursor=" + cursor)
                        .json()
                        .path("items")
                        .size())
                .isEqualTo(1);
        assertThat(key.get(roster.members() + "?role=viewer")
                        .json()
                        .path("items")
                        .size())
                .isEqualTo(2);
        assertThat(key.get(roster.members() + "?role=boss").status()).isEqualTo(400);
    }

    @Test
    void aRoleInTheHomeOfAnOrganisationReachesItsOtherWorkspaces() {
        String slug = Roster.unique("inner");
        String inner = key.post("/v1/workspaces", "{\"slug\":\"%s\",\"name\":\"Inner\"}".formatted(slug))
                .id();
        Person owner = roster.add("owner");
        Person viewer = roster.add("viewer");
        assertThat(roster.as(owner).get("/t/" + slug + "/v1/users").status()).isEqualTo(200);
        assertThat(roster.as(owner).get("/v1/workspaces/" + inner).status()).isEqualTo(200);
        assertThat(roster.as(viewer).get("/t/" + slug + "/v1/users").status()).isEqualTo(404);
        assertThat(roster.as(viewer).get("/v1/workspaces/" + inner).status()).isEqualTo(404);
        // And not the other way round: an owner of an inner workspace has no right on the organisation.
        Person insider = SERVER.makePerson(Roster.unique("p"));
        key.post("/v1/workspaces/" + inner + "/members", Roster.wish(insider, "owner"));
        assertThat(roster.as(insider).get("/t/" + slug + "/v1/workspaces").status())
                .isEqualTo(403);
        assertThat(roster.as(insider).get("/t/" + place.slug() + "/v1/users").status())
                .isEqualTo(404);
    }

    @Test
    void aWorkspaceKeepsWhatItLikesAboutAMembership() {
        Person ida = SERVER.makePerson(Roster.unique("p"));
        Answer added = key.post(roster.members(), """
                {"user_id":"%s","role":"member","metadata":{"desk":7}}""".formatted(ida.user().text()));
        assertThat(added.status()).as(added.text()).isEqualTo(201);
        assertThat(key.get(roster.member(ida)).json().at("/metadata/desk").asInt())
                .isEqualTo(7);

        assertThat(key.patch(roster.member(ida), "{\"role\":\"admin\"}")
                        .json()
                        .at("/metadata/desk")
                        .asInt())
                .as("what is not said stays")
                .isEqualTo(7);
        assertThat(key.patch(roster.member(ida), "{\"metadata\":{\"floor\":\"two\"}}")
                        .json()
                        .path("metadata"))
                .isEqualTo(key.get(roster.member(ida)).json().path("metadata"))
                .hasToString("{\"floor\":\"two\"}");
        assertThat(key.patch(roster.member(ida), "{\"metadata\":[]}").status()).isEqualTo(400);
        assertThat(key.patch(roster.member(ida), "{\"metadata\":{\"x\":\"%s\"}}".formatted("x".repeat(17_000)))
                        .text())
                .contains("16 KiB");
        key.delete(roster.member(ida));
        assertThat(key.post(roster.members(), Roster.wish(ida, "viewer")).json().path("metadata"))
                .as("who comes back begins anew")
                .isEmpty();
    }
}
