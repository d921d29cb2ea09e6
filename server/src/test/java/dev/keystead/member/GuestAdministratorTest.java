package dev.keystead.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.TestServer.Person;
import dev.keystead.tenancy.UuidV7;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Guests who administer a workspace, and what they do not.
class GuestAdministratorTest {
    private static final TestServer SERVER = TestServer.shared();

    private final Elsewhere place = SERVER.makeOrganisation(unique("g"));
    private final Client key = SERVER.as(place.key());

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

    private static Client as(Person person) {
        return SERVER.as(person.key());
    }

    private Person addGuest(String role, Instant end) {
        Person guest = SERVER.makePerson(unique("p"));
        Answer added = key.post(members(), guest(guest, role, end));
        assertThat(added.status()).as(added.text()).isEqualTo(201);
        return guest;
    }

    private static String guest(Person person, String role, Instant end) {
        return "{\"user_id\":\"%s\",\"role\":\"%s\",\"affiliation\":\"guest\",\"guest_expires_at\":\"%s\"}"
                .formatted(person.user().text(), role, end);
    }

    private static String until(Instant end) {
        return "{\"guest_expires_at\":\"%s\"}".formatted(end);
    }

    @Test
    void aGuestWhoAdministersGivesNoLongerStayThanTheirOwn() {
        Instant end = Instant.now().plus(Duration.ofDays(10)).truncatedTo(ChronoUnit.SECONDS);
        Person guest = addGuest("admin", end);
        Person other = addGuest("viewer", end.minus(Duration.ofDays(5)));
        Person member = add("viewer");
        Client byGuest = as(guest);
        Instant later = end.plus(Duration.ofDays(1));
        String stays = "{\"affiliation\":\"staff\",\"guest_expires_at\":null}";
        for (Person whose : List.of(guest, other)) {
            assertThat(byGuest.patch(member(whose), until(later)).status()).isEqualTo(403);
            assertThat(byGuest.patch(member(whose), stays).status()).isEqualTo(403);
        }
        Person fresh = SERVER.makePerson(unique("p"));
        assertThat(byGuest.post(members(), wish(fresh, "viewer")).status()).isEqualTo(403);
        assertThat(byGuest.post(members(), guest(fresh, "viewer", later)).status())
                .isEqualTo(403);

        assertThat(byGuest.post(members(), guest(fresh, "viewer", end)).status())
                .as("as long as their own")
                .isEqualTo(201);
        assertThat(byGuest.patch(member(other), until(end)).status()).isEqualTo(200);
        assertThat(byGuest.patch(member(member), "{\"role\":\"member\"}").status())
                .as("who stays anyway is given nothing longer")
                .isEqualTo(200);
        assertThat(byGuest.patch(member(guest), until(end.minus(Duration.ofDays(1))))
                        .status())
                .as("anybody may go earlier")
                .isEqualTo(200);
        assertThat(key.patch(member(guest), until(later)).status()).isEqualTo(200);
        assertThat(key.patch(member(guest), stays).status()).isEqualTo(200);
        assertThat(byGuest.post(members(), wish(SERVER.makePerson(unique("p")), "viewer"))
                        .status())
                .as("a guest no more")
                .isEqualTo(201);
    }

    @Test
    void aGuestWhoAdministersMakesNothingThatOutlivesTheirStay() {
        Client byGuest = as(addGuest("admin", Instant.now().plus(Duration.ofDays(10))));
        String door = "/t/" + place.slug() + "/v1";
        String keyWish = "{\"name\":\"mine\",\"scopes\":[\"admin:member\"]}";
        assertThat(byGuest.get(door + "/api-keys").status()).isEqualTo(200);
        assertThat(byGuest.post(door + "/api-keys", keyWish).status()).isEqualTo(403);
        String machine = "{\"handle\":\"%s.bot\",\"display_name\":\"Mine\"}"
                .formatted(unique("g").substring(0, 12));
        assertThat(byGuest.post(door + "/service-identities", machine).status()).isEqualTo(403);
        assertThat(byGuest.post(door + "/groups", "{\"name\":\"Watch\"}").status())
                .as("what does not act")
                .isEqualTo(201);

        Client byAdmin = as(add("admin"));
        assertThat(byAdmin.post(door + "/api-keys", keyWish).status()).isEqualTo(201);
        assertThat(byAdmin.post(door + "/service-identities", machine).status()).isEqualTo(201);
    }

    @Test
    void aGuestWhoAdministersDoesNotReachAdministratorsWhoStay() {
        Instant end = Instant.now().plus(Duration.ofDays(10));
        Client byGuest = as(addGuest("admin", end));
        String user = key.post("/v1/users", "{\"email\":\"%s@a.test\",\"display_name\":\"A\"}".formatted(unique("a")))
                .id();
        String suspend = "/t/" + place.slug() + "/v1/users/" + user + ":suspend";
        assertThat(key.post(members(), "{\"user_id\":\"%s\",\"role\":\"admin\"}".formatted(user))
                        .status())
                .isEqualTo(201);
        assertThat(byGuest.post(suspend).status()).isEqualTo(403);
        assertThat(key.patch(members() + "/" + user, "{\"role\":\"member\"}").status())
                .isEqualTo(200);
        assertThat(byGuest.post(suspend).status()).isEqualTo(200);
    }
}
