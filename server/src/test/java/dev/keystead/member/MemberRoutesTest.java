package dev.keystead.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.TestServer.Person;
import dev.keystead.server.Until;
import dev.keystead.tenancy.UuidV7;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemberRoutesTest {
    private static final TestServer SERVER = TestServer.shared();

    private Elsewhere place = SERVER.makeOrganisation(unique("m"));
    private Client key = SERVER.as(place.key());

    @BeforeEach
    void aPlaceOfItsOwn() {
        place = SERVER.makeOrganisation(unique("m"));
        key = SERVER.as(place.key());
    }

    private static String unique(String start) {
        return start + UuidV7.next().toString().replace("-", "").substring(14);
    }

    private String members() {
        return "/v1/workspaces/" + place.workspace().text() + "/members";
    }

    private String member(Person person) {
        return members() + "/" + person.user().text();
    }

    private static String wish(Person person, String role) {
        return "{\"user_id\":\"%s\",\"role\":\"%s\"}".formatted(person.user().text(), role);
    }

    private Person add(String role) {
        Person person = SERVER.makePerson(unique("p"));
        Answer added = key.post(members(), wish(person, role));
        assertThat(added.status()).as(added.text()).isEqualTo(201);
        return person;
    }

    private Client as(Person person) {
        return SERVER.as(person.key());
    }

    private int usersStatus(Person person) {
        return as(person).get("/t/" + place.slug() + "/v1/users").status();
    }

    @Test
    void aMemberIsAddedReadChangedAndEnded() {
        Person ada = add("viewer");
        Answer read = key.get(member(ada));
        assertThat(read.json().path("role").asString()).isEqualTo("viewer");
        assertThat(read.json().path("affiliation").asString()).isEqualTo("staff");
        assertThat(read.header("ETag")).isEqualTo("\"1\"");
        Answer changed = key.with("If-Match", "\"1\"").patch(member(ada), "{\"role\":\"admin\"}");
        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        assertThat(changed.json().path("version").intValue()).isEqualTo(2);
        assertThat(key.with("If-Match", "\"1\"")
                        .patch(member(ada), "{\"role\":\"member\"}")
                        .status())
                .isEqualTo(412);
        assertThat(key.delete(member(ada)).status()).isEqualTo(204);
        assertThat(key.get(member(ada)).json().path("affiliation").asString()).isEqualTo("alumni");
        assertThat(key.delete(member(ada)).status()).isEqualTo(404);
        assertThat(key.patch(member(ada), "{\"role\":\"member\"}").status()).isEqualTo(404);
    }

    @Test
    void aChangeOfRoleCountsAtOnceOnTheSameNode() {
        Person ada = SERVER.makePerson(unique("p"));
        assertThat(usersStatus(ada)).isEqualTo(404);
        assertThat(key.post(members(), wish(ada, "viewer")).status()).isEqualTo(201);
        assertThat(usersStatus(ada)).isEqualTo(200);
        String user = "{\"email\":\"new@x.test\",\"display_name\":\"New\"}";
        assertThat(as(ada).post("/t/" + place.slug() + "/v1/users", user).status())
                .isEqualTo(403);
        assertThat(key.patch(member(ada), "{\"role\":\"admin\"}").status()).isEqualTo(200);
        assertThat(as(ada).post("/t/" + place.slug() + "/v1/users", user).status())
                .isEqualTo(201);
        assertThat(key.delete(member(ada)).status()).isEqualTo(204);
        assertThat(usersStatus(ada)).isEqualTo(404);
    }

    @Test
    void whoLeftMayBeAddedAgain() {
        Person ada = add("admin");
        assertThat(key.delete(member(ada)).status()).isEqualTo(204);
        assertThat(key.post(members(), wish(ada, "viewer")).status()).isEqualTo(201);
        assertThat(key.get(member(ada)).json().path("role").asString()).isEqualTo("viewer");
        assertThat(key.get(member(ada)).json().path("left_at").isMissingNode()
                        || key.get(member(ada)).json().path("left_at").isNull())
                .isTrue();
        assertThat(key.post(members(), wish(ada, "viewer")).status()).isEqualTo(409);
    }

    @Test
    void whoWasAddedAgainWasAddedByWhoeverDidItLast() {
        Person owner = add("owner");
        Person ada = add("viewer");
        String first = addedBy(ada);
        assertThat(key.delete(member(ada)).status()).isEqualTo(204);
        assertThat(as(owner).post(members(), wish(ada, "viewer")).status()).isEqualTo(201);
        String second = addedBy(ada);
        assertThat(second).isNotEqualTo(first);
        assertThat(as(owner).patch(member(ada), "{\"role\":\"member\"}").status())
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
        Person owner = add("owner");
        Person admin = add("admin");
        Person viewer = add("viewer");
        Client byAdmin = as(admin);
        assertThat(byAdmin.patch(member(viewer), "{\"role\":\"owner\"}").status())
                .isEqualTo(403);
        assertThat(byAdmin.patch(member(admin), "{\"role\":\"owner\"}").status())
                .isEqualTo(403);
        assertThat(byAdmin.patch(member(owner), "{\"role\":\"viewer\"}").status())
                .isEqualTo(403);
        assertThat(byAdmin.delete(member(owner)).status()).isEqualTo(403);
        assertThat(byAdmin.post(members(), wish(SERVER.makePerson(unique("p")), "owner"))
                        .status())
                .isEqualTo(403);
        assertThat(byAdmin.patch(member(viewer), "{\"role\":\"admin\"}").status())
                .isEqualTo(200);
        assertThat(as(owner).patch(member(admin), "{\"role\":\"owner\"}").status())
                .isEqualTo(200);
    }

    @Test
    void theLastOwnerStays() {
        Person owner = add("owner");
        assertThat(key.patch(member(owner), "{\"role\":\"admin\"}").status()).isEqualTo(409);
        assertThat(key.delete(member(owner)).status()).isEqualTo(409);
        Answer left = as(owner).delete("/v1/me/workspaces/" + place.workspace().text());
        assertThat(left.status()).isEqualTo(409);
        assertThat(left.error()).contains("at least one owner", ":transfer");
        Person second = add("owner");
        assertThat(as(owner)
                        .delete("/v1/me/workspaces/" + place.workspace().text())
                        .status())
                .isEqualTo(204);
        assertThat(key.delete(member(second)).status()).isEqualTo(409);
    }

    @Test
    void ownersWhoDemoteEachOtherLeaveOne() throws Exception {
        List<Person> owners = List.of(add("owner"), add("owner"), add("owner"), add("owner"));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Answer>> demotions = new ArrayList<>();
            for (int i = 0; i < owners.size(); i++) {
                String victim = member(owners.get((i + 1) % owners.size()));
                demotions.add(() -> key.patch(victim, "{\"role\":\"viewer\"}"));
            }
            for (Future<Answer> answer : threads.invokeAll(demotions)) {
                assertThat(answer.get().status()).isIn(200, 409);
            }
        }
        assertThat(key.get(members() + "?role=owner").json().path("items").size())
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
        String ada = SERVER.makePerson(unique("p")).user().text();
        Answer answer = key.post(members(), body.replace("ADA", ada));
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.text()).contains(member);
    }

    @Test
    void aUserOfAnotherOrganisationIsNobodyHere() {
        Elsewhere other = SERVER.makeOrganisation(unique("m"));
        String foreign = SERVER.as(other.key())
                .post("/v1/users", "{\"email\":\"x@y.test\",\"display_name\":\"X\"}")
                .id();
        Answer answer = key.post(members(), "{\"user_id\":\"%s\",\"role\":\"viewer\"}".formatted(foreign));
        assertThat(answer.status()).isEqualTo(400);
    }

    @Test
    void aGuestStaysUntilTheirTimeIsOver() {
        Person guest = SERVER.makePerson(unique("p"));
        String end = Instant.now().plus(Duration.ofDays(1)).toString();
        String body = "{\"user_id\":\"%s\",\"role\":\"viewer\",\"affiliation\":\"guest\",\"guest_expires_at\":\"%s\"}"
                .formatted(guest.user().text(), end);
        assertThat(key.post(members(), body).status()).isEqualTo(201);
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
        Person ada = add("viewer");
        Answer own = as(ada).get("/v1/me/workspaces");
        assertThat(own.status()).as(own.text()).isEqualTo(200);
        assertThat(own.json().path("items").size()).isEqualTo(1);
        assertThat(own.json().path("items").get(0).path("slug").asString()).isEqualTo(place.slug());
        assertThat(as(ada).delete("/v1/me/workspaces/" + place.workspace().text())
                        .status())
                .isEqualTo(204);
        assertThat(as(ada).get("/v1/me/workspaces").json().path("items").size()).isZero();
        assertThat(usersStatus(ada)).isEqualTo(404);
        assertThat(as(ada).delete("/v1/me/workspaces/" + place.workspace().text())
                        .status())
                .isEqualTo(404);
    }

    @Test
    void aMachineHasNothingOfItsOwn() {
        assertThat(key.get("/v1/me/workspaces").status()).isEqualTo(403);
    }

    @Test
    void aPathThatNamesTwoWorkspacesNamesNone() {
        Elsewhere other = SERVER.makeOrganisation(unique("m"));
        Person both = add("owner");
        SERVER.as(other.key()).post("/v1/workspaces/" + other.workspace().text() + "/members", wish(both, "owner"));
        assertThat(as(both).get("/t/" + place.slug() + members()).status()).isEqualTo(200);
        assertThat(as(both).get("/t/" + other.slug() + members()).status()).isEqualTo(404);
        assertThat(as(both).get("/v1/workspaces/wrk_00000000000000000000000000/members")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void theListIsInPagesAndByRole() {
        add("viewer");
        add("viewer");
        add("owner");
        Answer first = key.get(members() + "?limit=2");
        assertThat(first.json().path("items").size()).isEqualTo(2);
        String cursor = first.json().path("next_cursor").asString();
        assertThat(key.get(members() + "?limit=2&cursor=" + cursor)
                        .json()
                        .path("items")
                        .size())
                .isEqualTo(1);
        assertThat(key.get(members() + "?role=viewer").json().path("items").size())
                .isEqualTo(2);
        assertThat(key.get(members() + "?role=boss").status()).isEqualTo(400);
    }

    @Test
    void aRoleInTheHomeOfAnOrganisationReachesItsOtherWorkspaces() {
        String slug = unique("inner");
        String inner = key.post("/v1/workspaces", "{\"slug\":\"%s\",\"name\":\"Inner\"}".formatted(slug))
                .id();
        Person owner = add("owner");
        Person viewer = add("viewer");
        assertThat(as(owner).get("/t/" + slug + "/v1/users").status()).isEqualTo(200);
        assertThat(as(owner).get("/v1/workspaces/" + inner).status()).isEqualTo(200);
        assertThat(as(viewer).get("/t/" + slug + "/v1/users").status()).isEqualTo(404);
        assertThat(as(viewer).get("/v1/workspaces/" + inner).status()).isEqualTo(404);
        // And not the other way round: an owner of an inner workspace has no right on the organisation.
        Person insider = SERVER.makePerson(unique("p"));
        key.post("/v1/workspaces/" + inner + "/members", wish(insider, "owner"));
        assertThat(as(insider).get("/t/" + slug + "/v1/workspaces").status()).isEqualTo(403);
        assertThat(as(insider).get("/t/" + place.slug() + "/v1/users").status()).isEqualTo(404);
    }

    @Test
    void aWorkspaceKeepsWhatItLikesAboutAMembership() {
        Person ida = SERVER.makePerson(unique("p"));
        Answer added = key.post(members(), """
                {"user_id":"%s","role":"member","metadata":{"desk":7}}""".formatted(ida.user().text()));
        assertThat(added.status()).as(added.text()).isEqualTo(201);
        assertThat(key.get(member(ida)).json().at("/metadata/desk").asInt()).isEqualTo(7);

        assertThat(key.patch(member(ida), "{\"role\":\"admin\"}")
                        .json()
                        .at("/metadata/desk")
                        .asInt())
                .as("what is not said stays")
                .isEqualTo(7);
        assertThat(key.patch(member(ida), "{\"metadata\":{\"floor\":\"two\"}}")
                        .json()
                        .path("metadata"))
                .isEqualTo(key.get(member(ida)).json().path("metadata"))
                .hasToString("{\"floor\":\"two\"}");
        assertThat(key.patch(member(ida), "{\"metadata\":[]}").status()).isEqualTo(400);
        assertThat(key.patch(member(ida), "{\"metadata\":{\"x\":\"%s\"}}".formatted("x".repeat(17_000)))
                        .text())
                .contains("16 KiB");
        key.delete(member(ida));
        assertThat(key.post(members(), wish(ida, "viewer")).json().path("metadata"))
                .as("who comes back begins anew")
                .isEmpty();
    }
}
