package dev.keystead.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserId;
import dev.keystead.server.StoppedJob;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Guests whose time is over, while somebody decides otherwise.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GuestExpiryTest {
    private final TestServer server = TestServer.start("--roles", "web");
    private final Elsewhere place = server.makeOrganisation("guest-house");
    private final Client admin = server.as(place.key());

    @AfterAll
    void stop() {
        server.close();
    }

    private String members() {
        return "/v1/workspaces/" + place.workspace().text() + "/members";
    }

    private static Instant in(int days) {
        return Instant.now().plus(Duration.ofDays(days));
    }

    /// A guest whose time was over so many hours ago.
    private UserId guest(String name, int hoursAgo) {
        UserId guest = server.makePerson(name).user();
        Answer added = admin.post(
                members(),
                "{\"user_id\":\"%s\",\"role\":\"member\",\"affiliation\":\"guest\",\"guest_expires_at\":\"%s\"}"
                        .formatted(guest.text(), in(1)));
        assertThat(added.status()).as(added.text()).isEqualTo(201);
        server.execute(
                "update identity.workspace_members set guest_expires_at = now() - interval '%d hours' where user_id = '%s'"
                        .formatted(hoursAgo, guest.value()));
        return guest;
    }

    private String affiliation(UserId user) {
        return admin.get(members() + "/" + user.text())
                .json()
                .path("affiliation")
                .asString();
    }

    @Test
    void whoseStayIsLengthenedWhileTheJobRunsStays() {
        UserId first = guest("guest-first", 2);
        UserId second = guest("guest-second", 1);
        long ended = StoppedJob.run(
                server,
                "guest-expiry",
                "select from identity.workspace_members where user_id = '" + first.value() + "' for update",
                () -> assertThat(admin.patch(
                                        members() + "/" + second.text(), "{\"guest_expires_at\":\"" + in(30) + "\"}")
                                .status())
                        .isEqualTo(200));
        assertThat(ended).isOne();
        assertThat(affiliation(first)).isEqualTo("alumni");
        assertThat(affiliation(second)).isEqualTo("guest");
    }
}
