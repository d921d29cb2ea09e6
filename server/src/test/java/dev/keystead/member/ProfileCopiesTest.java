package dev.keystead.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.keystead.event.Consumer;
import dev.keystead.event.Event;
import dev.keystead.event.EventId;
import dev.keystead.event.Inbox;
import dev.keystead.login.Town;
import dev.keystead.server.Backstage;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.TestServer.Person;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.workspace.Reserved;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Copies of names in workspaces that are not the person's own.
class ProfileCopiesTest {
    private static final String[] NODE = {"--master-key", Town.MASTER_KEY};
    private static final TestServer SERVER = TestServer.start(NODE);
    private static final Backstage NODE_TWO = Backstage.open(TestServer.config(SERVER.database(), NODE));

    private final Elsewhere place =
            SERVER.makeOrganisation("copies-" + UuidV7.next().toString().substring(24));
    private final Person person =
            SERVER.makePerson("c" + UuidV7.next().toString().replace("-", "").substring(14));
    private final Inbox inbox = new Inbox(NODE_TWO.worker(), Clock.systemUTC());

    @AfterAll
    static void stop() {
        NODE_TWO.close();
        SERVER.close();
    }

    private void join() {
        assertThat(SERVER.as(place.key())
                        .post(
                                "/v1/workspaces/" + place.workspace().text() + "/members",
                                "{\"user_id\":\"%s\",\"role\":\"member\"}"
                                        .formatted(person.user().text()))
                        .status())
                .isEqualTo(201);
    }

    private JsonNode membership() {
        return SERVER.as(place.key())
                .get("/v1/workspaces/" + place.workspace().text() + "/members/"
                        + person.user().text())
                .json();
    }

    private Event renamed(int version) {
        return new Event(
                new EventId(UuidV7.next()),
                Reserved.SYSTEM_WORKSPACE.value(),
                "identity.user.updated.v1",
                person.user().text(),
                "{\"resource\":{\"handle\":\"h%1$d\",\"display_name\":\"Name %1$d\",\"version\":%1$d}}"
                        .formatted(version),
                "did:internal:test",
                "test",
                Instant.now());
    }

    @Test
    void aNameFollowsItsPerson() {
        join();
        SERVER.asAdministrator().patch("/v1/users/" + person.user().text(), "{\"display_name\":\"Somebody Else\"}");
        SERVER.look()
                .until(
                        "select count(*) from identity.workspace_members where display_name = 'Somebody Else' and user_id"
                                + " = '" + person.user().value() + "'",
                        1);
        assertThat(membership().path("version").asInt()).isEqualTo(2);
    }

    @Test
    void aPictureFollowsItsPerson() {
        join();
        assertThat(membership().path("avatar_url").isNull()).isTrue();
        SERVER.asAdministrator()
                .patch(
                        "/v1/users/" + person.user().text(),
                        "{\"avatar_url\":\"https://pictures.example.org/one.png\"}");
        SERVER.look()
                .until(
                        "select count(*) from identity.workspace_members where avatar_url ="
                                + " 'https://pictures.example.org/one.png' and user_id = '"
                                + person.user().value() + "'",
                        1);
        SERVER.asAdministrator().patch("/v1/users/" + person.user().text(), "{\"avatar_url\":null}");
        SERVER.look()
                .until(
                        "select count(*) from identity.workspace_members where avatar_url is null and user_id = '"
                                + person.user().value() + "'",
                        1);
    }

    @Test
    void anEventHasItsEffectOnce() {
        join();
        Event event = renamed(9);
        assertThat(inbox.receive(ProfileCopies.consumer(), event)).isTrue();
        assertThat(inbox.receive(ProfileCopies.consumer(), event)).isFalse();
        assertThat(membership().path("display_name").asString()).isEqualTo("Name 9");
        assertThat(membership().path("handle").asString()).isEqualTo("h9");
        assertThat(membership().path("version").asInt()).isEqualTo(2);
    }

    @Test
    void inWhateverOrderEventsArriveTheLastNameStays() {
        join();
        List<Event> events = new ArrayList<>();
        for (int version = 2; version <= 20; version++) {
            events.add(renamed(version));
        }
        // Some arrive twice.
        events.addAll(List.copyOf(events.subList(0, 10)));
        Collections.shuffle(events, new Random(20_261_116));
        events.forEach(event -> inbox.receive(ProfileCopies.consumer(), event));
        assertThat(membership().path("display_name").asString()).isEqualTo("Name 20");
    }

    @Test
    void anEffectThatFailsLeavesNoTraceInTheInbox() {
        Event event = renamed(3);
        var failing = new Consumer("member-profiles", "user", (_, _) -> {
            throw new IllegalStateException("the effect fails");
        });
        assertThat(catchThrowable(() -> inbox.receive(failing, event))).hasMessage("the effect fails");
        assertThat(inbox.receive(ProfileCopies.consumer(), event)).isTrue();
    }

    @Test
    void anOlderNameOfANewMemberIsNotPutBack() {
        SERVER.asAdministrator().patch("/v1/users/" + person.user().text(), "{\"display_name\":\"Newest\"}");
        join();
        inbox.receive(ProfileCopies.consumer(), renamed(1));
        assertThat(membership().path("display_name").asString()).isEqualTo("Newest");
    }
}
