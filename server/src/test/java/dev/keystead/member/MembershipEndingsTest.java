package dev.keystead.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserId;
import dev.keystead.server.TestJobs;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.TestServer.Person;
import dev.keystead.server.Until;
import dev.keystead.tenancy.UuidV7;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// What becomes of memberships when the account is deleted.
class MembershipEndingsTest {
    private final TestServer server = TestServer.shared();
    private final String word = UuidV7.next().toString().replace("-", "").substring(14);
    private final Elsewhere place = server.makeOrganisation("m" + word);
    private final Client admin = server.as(place.key());
    private final Person person = server.makePerson("p" + word);

    private String members() {
        return "/v1/workspaces/" + place.workspace().text() + "/members";
    }

    private void join(UserId user, String role) {
        Answer added = admin.post(members(), "{\"user_id\":\"%s\",\"role\":\"%s\"}".formatted(user.text(), role));
        assertThat(added.status()).as(added.text()).isEqualTo(201);
    }

    private void delete(UserId user) {
        assertThat(server.asAdministrator().delete("/v1/users/" + user.text()).status())
                .isEqualTo(204);
    }

    private void untilNoMember(UserId user) {
        server.look()
                .until(
                        "select count(*) from identity.workspace_members where left_at is null and user_id = '"
                                + user.value() + "'",
                        0);
    }

    private long entries(UserId user, String ownerless) {
        return server.count(
                """
                select count(*) from audit.written where event_type = 'member.end' and resource_id = '%s'
                  and actor_did = 'did:internal:membership-endings' and payload ->> 'ownerless' = '%s'
                  and tenant_id = '%s'""".formatted(user.text(), ownerless, place.workspace().value()));
    }

    @Test
    void whoseAccountIsDeletedIsAMemberNowhere() {
        join(person.user(), "member");
        Answer group = admin.post("/v1/groups", "{\"name\":\"Night watch\"}");
        assertThat(admin.send(
                                "PUT",
                                "/v1/groups/" + group.id() + "/members/"
                                        + person.user().text(),
                                null)
                        .status())
                .isIn(200, 201, 204);
        delete(person.user());
        untilNoMember(person.user());
        assertThat(server.count("select count(*) from identity.group_members where user_id = '"
                        + person.user().value() + "'"))
                .isZero();
        assertThat(entries(person.user(), "false")).isOne();
        assertThat(admin.get(members() + "/" + person.user().text())
                        .json()
                        .path("affiliation")
                        .asString())
                .isEqualTo("alumni");
    }

    @Test
    void whomAnEarlierReleaseDeletedIsAMemberNowhereEither() {
        join(person.user(), "member");
        // As it was before anybody listened.
        server.execute("update identity.users set status = 'deactivated', deleted_at = now() where id = '"
                + person.user().value() + "'");
        assertThat(TestJobs.run(server, "membership-endings")).isPositive();
        untilNoMember(person.user());
        assertThat(entries(person.user(), "false")).isOne();
    }

    @Test
    void aDeletedOwnerDoesNotLetTheLastLivingOneGo() {
        Person living = server.makePerson("l" + word);
        join(person.user(), "owner");
        join(living.user(), "owner");
        delete(person.user());
        untilNoMember(person.user());
        Answer left = admin.delete(members() + "/" + living.user().text());
        assertThat(left.status()).as(left.text()).isEqualTo(409);
    }

    @Test
    void theAdministratorsHearThatNoOwnerIsLeft() {
        Person administrator = server.makePerson("a" + word);
        join(person.user(), "owner");
        join(administrator.user(), "admin");
        delete(person.user());
        untilNoMember(person.user());
        assertThat(entries(person.user(), "true")).isOne();
        Until.holds(
                "the administrator has mail",
                Duration.ofSeconds(30),
                () -> server.as("").get("/dev/inbox").text().contains("a" + word + "@"));
    }
}
