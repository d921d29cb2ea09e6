package dev.keystead.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.TestServer.Person;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Guests who administer a workspace, and what they do not.
class GuestAdministratorTest {
    private static final TestServer SERVER = TestServer.shared();

    private final Roster roster = Roster.on(SERVER);
    private final Elsewhere place = roster.place();
    private final Client key = roster.key();

    private Person addGuest(String role, Instant end) {
        Person guest = SERVER.makePerson(Roster.unique("p"));
        Answer added = key.post(roster.members(), guest(guest, role, end));
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
        Person member = roster.add("viewer");
        Client byGuest = roster.as(guest);
        Instant later = end.plus(Duration.ofDays(1));
        String stays = "{\"affiliation\":\"staff\",\"guest_expires_at\":null}";
        for (Person whose : List.of(guest, other)) {
            assertThat(byGuest.patch(roster.member(whose), until(later)).status())
                    .isEqualTo(403);
            assertThat(byGuest.patch(roster.member(whose), stays).status()).isEqualTo(403);
        }
        Person fresh = SERVER.makePerson(Roster.unique("p"));
        assertThat(byGuest.post(roster.members(), Roster.wish(fresh, "viewer")).status())
                .isEqualTo(403);
        assertThat(byGuest.post(roster.members(), guest(fresh, "viewer", later)).status())
                .isEqualTo(403);

        assertThat(byGuest.post(roster.members(), guest(fresh, "viewer", end)).status())
                .as("as long as their own")
                .isEqualTo(201);
        assertThat(byGuest.patch(roster.member(other), until(end)).status()).isEqualTo(200);
        assertThat(byGuest.patch(roster.member(member), "{\"role\":\"member\"}").status())
                .as("who stays anyway is given nothing longer")
                .isEqualTo(200);
        assertThat(byGuest.patch(roster.member(guest), until(end.minus(Duration.ofDays(1))))
                        .status())
                .as("anybody may go earlier")
                .isEqualTo(200);
        assertThat(key.patch(roster.member(guest), until(later)).status()).isEqualTo(200);
        assertThat(key.patch(roster.member(guest), stays).status()).isEqualTo(200);
        assertThat(byGuest.post(roster.members(), Roster.wish(SERVER.makePerson(Roster.unique("p")), "viewer"))
                        .status())
                .as("a guest no more")
                .isEqualTo(201);
    }

    @Test
    void aGuestWhoAdministersMakesNothingThatOutlivesTheirStay() {
        Client byGuest = roster.as(addGuest("admin", Instant.now().plus(Duration.ofDays(10))));
        String door = "/t/" + place.slug() + "/v1";
        String keyWish = "{\"name\":\"mine\",\"scopes\":[\"admin:member\"]}";
        assertThat(byGuest.get(door + "/api-keys").status()).isEqualTo(200);
        assertThat(byGuest.post(door + "/api-keys", keyWish).status()).isEqualTo(403);
        String machine = "{\"handle\":\"%s.bot\",\"display_name\":\"Mine\"}"
                .formatted(Roster.unique("g").substring(0, 12));
        assertThat(byGuest.post(door + "/service-identities", machine).status()).isEqualTo(403);
        assertThat(byGuest.post(door + "/groups", "{\"name\":\"Watch\"}").status())
                .as("what does not act")
                .isEqualTo(201);

        Client byAdmin = roster.as(roster.add("admin"));
        assertThat(byAdmin.post(door + "/api-keys", keyWish).status()).isEqualTo(201);
        assertThat(byAdmin.post(door + "/service-identities", machine).status()).isEqualTo(201);
    }

    @Test
    void aGuestWhoAdministersDoesNotReachAdministratorsWhoStay() {
        Instant end = Instant.now().plus(Duration.ofDays(10));
        Client byGuest = roster.as(addGuest("admin", end));
        String user = key.post(
                        "/v1/users", "{\"email\":\"%s@a.test\",\"display_name\":\"A\"}".formatted(Roster.unique("a")))
                .id();
        String suspend = "/t/" + place.slug() + "/v1/users/" + user + ":suspend";
        assertThat(key.post(roster.members(), "{\"user_id\":\"%s\",\"role\":\"admin\"}".formatted(user))
                        .status())
                .isEqualTo(201);
        assertThat(byGuest.post(suspend).status()).isEqualTo(403);
        assertThat(key.patch(roster.members() + "/" + user, "{\"role\":\"member\"}")
                        .status())
                .isEqualTo(200);
        assertThat(byGuest.post(suspend).status()).isEqualTo(200);
    }
}
