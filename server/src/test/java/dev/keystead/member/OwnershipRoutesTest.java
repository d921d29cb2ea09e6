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
import org.junit.jupiter.api.Test;

class OwnershipRoutesTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final TestServer server = TestServer.shared();
    private final Elsewhere place = server.makeOrganisation("x" + unique());
    private final Client key = server.as(place.key());
    private final String address = "/v1/workspaces/" + place.workspace().text();
    private final Person ada = person();
    private final Person grace = person();

    private static String unique() {
        return UuidV7.next().toString().replace("-", "").substring(14);
    }

    private Person person() {
        return server.makePerson("p" + unique());
    }

    private void add(Person person, String role) {
        Answer added = key.post(
                address + "/members",
                "{\"user_id\":\"%s\",\"role\":\"%s\"}".formatted(person.user().text(), role));
        assertThat(added.status()).as(added.text()).isEqualTo(201);
    }

    private Answer transfer(Client client, Person to, String more) {
        return client.post(
                address + ":transfer",
                "{\"owner_id\":\"%s\"%s}".formatted(to.user().text(), more));
    }

    private static String from(Person person) {
        return ",\"from_id\":\"" + person.user().text() + "\"";
    }

    private String roleOf(Person person) {
        return key.get(address + "/members/" + person.user().text())
                .json()
                .path("role")
                .asString();
    }

    @Test
    void anOwnerGivesTheWorkspaceToSomebodyElseAndStaysAnAdmin() {
        add(ada, "owner");
        Answer done = transfer(server.as(ada.key()), grace, "");
        assertThat(done.status()).as(done.text()).isEqualTo(200);
        assertThat(done.json().path("former_owner_id").asString())
                .isEqualTo(ada.user().text());
        assertThat(roleOf(grace)).isEqualTo("owner");
        assertThat(roleOf(ada)).isEqualTo("admin");
        assertThat(key.get(address).id()).isEqualTo(place.workspace().text());
        Answer again = transfer(server.as(ada.key()), grace, "");
        assertThat(again.status()).as("she is no owner any more").isEqualTo(403);
        assertThat(transfer(key, grace, "").status()).as("it is hers already").isEqualTo(409);
    }

    @Test
    void bothAreTold() {
        String one = "p" + unique();
        String two = "p" + unique();
        Person former = server.makePerson(one);
        Person next = server.makePerson(two);
        add(former, "owner");
        assertThat(transfer(server.as(former.key()), next, "").status()).isEqualTo(200);
        assertThat(server.look()
                        .text("select payload->'after'->>'owner_id' from audit.written"
                                + " where event_type = 'workspace.transfer' and tenant_id = '"
                                + place.workspace().value() + "'"))
                .isEqualTo(next.user().text());
        for (String name : List.of(one, two)) {
            Until.holds(
                    name + " has mail",
                    LIMIT,
                    () -> server.as("").get("/dev/inbox").text().contains(name + "@"));
        }
    }

    @Test
    void nobodyWhoDoesNotGetInIsMadeAnOwner() {
        add(ada, "owner");
        String suspend = "/v1/users/" + grace.user().text() + ":suspend";
        assertThat(server.asAdministrator().post(suspend).status()).isEqualTo(200);
        Answer stranger = transfer(key, grace, "");
        assertThat(stranger.status()).isEqualTo(400);
        assertThat(stranger.json().path("fields").path("owner_id").asString())
                .isEqualTo("is an account in which nobody gets in at the moment");
        add(grace, "member");
        assertThat(transfer(key, grace, "").status()).isEqualTo(400);
        assertThat(roleOf(ada)).isEqualTo("owner");
        assertThat(roleOf(grace)).isEqualTo("member");
    }

    @Test
    void theFormerOwnerKeepsWhatIsAskedFor() {
        add(ada, "owner");
        add(grace, "viewer");
        assertThat(transfer(key, grace, ",\"former_role\":\"viewer\"").status()).isEqualTo(200);
        assertThat(roleOf(ada)).isEqualTo("viewer");
        assertThat(roleOf(grace)).isEqualTo("owner");
    }

    @Test
    void aWorkspaceThatNobodyOwnsGetsAnOwner() {
        Answer done = transfer(key, grace, "");
        assertThat(done.status()).as(done.text()).isEqualTo(200);
        assertThat(done.json().path("former_owner_id").isNull()).isTrue();
        assertThat(roleOf(grace)).isEqualTo("owner");
    }

    @Test
    void whoseOfSeveralItIsMustBeSaid() {
        Person third = person();
        add(ada, "owner");
        add(grace, "owner");
        Answer unclear = transfer(key, third, "");
        assertThat(unclear.status()).isEqualTo(400);
        assertThat(unclear.json().path("fields").has("from_id")).isTrue();
        assertThat(transfer(key, third, from(grace)).status()).isEqualTo(200);
        assertThat(roleOf(ada)).isEqualTo("owner");
        assertThat(roleOf(grace)).isEqualTo("admin");
        assertThat(transfer(key, person(), from(grace)).status())
                .as("not hers any more")
                .isEqualTo(409);
    }

    @Test
    void aGuestAndAStrangerGetNothing() {
        add(ada, "owner");
        key.post(address + "/members", """
                {"user_id":"%s","role":"viewer","affiliation":"guest","guest_expires_at":"%s"}""".formatted(
                        grace.user().text(), Instant.now().plus(Duration.ofDays(1))));
        Answer guest = transfer(key, grace, "");
        assertThat(guest.status()).isEqualTo(400);
        assertThat(guest.json().path("fields").path("owner_id").asString()).contains("guest");
        Answer nobody = key.post(address + ":transfer", "{\"owner_id\":\"usr_01k9zzzzzzzzzzzzzzzzzzzzzz\"}");
        assertThat(nobody.status()).isEqualTo(400);
        assertThat(nobody.json().path("fields").has("owner_id")).isTrue();
        assertThat(key.post(address + ":transfer", "{\"owner_id\":\"x\",\"former_role\":\"owner\"}")
                        .status())
                .isEqualTo(400);
        assertThat(roleOf(ada)).isEqualTo("owner");
        Client stranger = server.as(server.makeOrganisation("y" + unique()).key());
        assertThat(transfer(stranger, grace, "").status()).isEqualTo(404);
    }

    @Test
    void anAdminTakesNothing() {
        add(ada, "owner");
        add(grace, "admin");
        assertThat(transfer(server.as(grace.key()), grace, "").status()).isEqualTo(403);
        assertThat(roleOf(ada)).isEqualTo("owner");
    }

    @Test
    void ofManyTransfersAtOnceOneIsDone() throws Exception {
        add(ada, "owner");
        var deeds = new ArrayList<Callable<Integer>>();
        for (int i = 0; i < 8; i++) {
            Person next = person();
            deeds.add(() -> transfer(key, next, from(ada)).status());
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Integer> statuses = new ArrayList<>();
            for (Future<Integer> result : threads.invokeAll(deeds)) {
                statuses.add(result.get());
            }
            assertThat(statuses)
                    .containsOnlyOnce(200)
                    .filteredOn(status -> status != 200)
                    .containsOnly(409);
        }
        assertThat(server.count("select count(*) from identity.workspace_members where role = 'owner'"
                        + " and left_at is null and tenant_id = '"
                        + place.workspace().value() + "'"))
                .isOne();
    }
}
