package dev.keystead.handle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keystead.login.AtOnce;
import dev.keystead.server.Insider;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Person;
import dev.keystead.workspace.Reserved;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Words are reserved by four eyes.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReservationTest {
    private static final String PATH = "/v1/handle-reservations";

    private final TestServer server = TestServer.start("--roles", "web");
    private final Registry registry = new Registry(server);
    private final Client proposer = server.asAdministrator();
    private final Person second = staff("staff");
    private final Client reviewer = server.as(second.key());

    @AfterAll
    void stop() {
        server.close();
    }

    private Person staff(String affiliation) {
        Person person = server.makePerson(Registry.newHandle());
        Answer added = server.asAdministrator()
                .post(
                        "/v1/workspaces/" + Reserved.SYSTEM_WORKSPACE.text() + "/members",
                        "{\"user_id\":\"%s\",\"role\":\"owner\",\"affiliation\":\"%s\"}"
                                .formatted(person.user().text(), affiliation));
        assertThat(added.status()).as(added.text()).isEqualTo(201);
        return person;
    }

    private Answer propose(Client by, String word) {
        return by.post(
                PATH, "{\"handle\":\"%s\",\"category\":\"brand\",\"reason\":\"A name of ours\"}".formatted(word));
    }

    private static String approve(Answer proposed) {
        return PATH + "/" + proposed.id() + ":approve";
    }

    @Test
    void oneProposesAnotherAgreesAndFromThenOnItIsNobodys() {
        Answer proposed = propose(proposer, "lighthouse");
        assertThat(proposed.status()).as(proposed.text()).isEqualTo(201);
        assertThat(registry.check("lighthouse").json().path("available").booleanValue())
                .as("a proposal alone reserves nothing")
                .isTrue();
        Answer own = proposer.post(approve(proposed));
        assertThat(own.status()).isEqualTo(409);
        assertThat(own.error()).contains("somebody else");
        Answer agreed = reviewer.post(approve(proposed));
        assertThat(agreed.status()).as(agreed.text()).isEqualTo(200);
        assertThat(agreed.json().path("status").asString()).isEqualTo("approved");
        assertThat(registry.look("lighthouse").json().path("category").asString())
                .isEqualTo("brand");
        assertThat(registry.give("lighthouse")).isFalse();
        assertThat(registry.give("1ighthouse")).isFalse();
        assertThat(reviewer.post(approve(proposed)).status()).isEqualTo(409);
        assertThat(propose(proposer, "lighthouse").status()).isEqualTo(409);
        assertThat(server.look().text("""
                select (version > 100)::text || ' ' || (added_by <> reviewed_by)::text
                from identity.reservation_dictionary where handle = 'lighthouse'""")).isEqualTo("true true");
    }

    @Test
    void aKeyAndASessionOfOnePersonAreOnePairOfEyes() {
        Answer proposed = propose(reviewer, "harbour");
        Client signedIn = Insider.enter(server, Reserved.SYSTEM_WORKSPACE, "system", second.user())
                .api();
        assertThat(signedIn.post(approve(proposed)).status()).isEqualTo(409);
        assertThat(registry.check("harbour").json().path("available").booleanValue())
                .isTrue();
        assertThat(proposer.post(approve(proposed)).status()).isEqualTo(200);
    }

    @Test
    void wordsThatAreApprovedAtTheSameMomentHaveVersionsOfTheirOwn() throws Exception {
        List<Answer> proposed = IntStream.range(0, 16)
                .mapToObj(number -> propose(proposer, "atonce" + (char) ('a' + number)))
                .toList();
        List<Answer> agreed = AtOnce.numbered(16, number -> reviewer.post(approve(proposed.get(number))));
        assertThat(agreed).allMatch(answer -> answer.status() == 200);
        assertThat(server.count("""
                select count(distinct version) from identity.reservation_dictionary where handle like 'atonce%'""")).isEqualTo(16);
    }

    /// Nobody stands behind it who could be told from others.
    @Test
    void aKeyOfNobodyDecidesNothing() {
        String key = proposer.post("/v1/api-keys", "{\"name\":\"machine\",\"scopes\":[\"admin:system\"]}")
                .json()
                .path("api_key")
                .asString();
        assertThat(propose(server.as(key), "breakwater").status()).isEqualTo(403);
    }

    @Test
    void whoIsNotOfTheStaffDecidesNothing() {
        Client contractor = server.as(staff("contractor").key());
        Answer proposed = propose(proposer, "jetty");
        assertThat(contractor.post(approve(proposed)).status()).isEqualTo(403);
        assertThat(propose(contractor, "quay").status()).isEqualTo(403);
        Client anybody = server.as(server.makePerson(Registry.newHandle()).key());
        assertThat(propose(anybody, "quay").status()).isIn(403, 404);
    }

    @Test
    void theDatabaseItselfAsksForFourEyes() {
        assertThatThrownBy(() -> server.execute("""
                        insert into identity.reservation_dictionary (id, handle, skeleton, skeleton_version, category,
                            added_by, reviewed_by, version, added_at)
                        values (app.new_id(), 'alone', 'alone', 1, 'brand', 'did:one', 'did:one', 1, now())""")).hasMessageContaining("reservation_dictionary_by_four_eyes");
        assertThatThrownBy(() -> server.execute("""
                        insert into identity.reservation_proposals (id, handle, category, reason, status, proposed_by,
                            proposed_at, reviewed_by, reviewed_at)
                        values (app.new_id(), 'alone', 'brand', 'x', 'approved', 'did:one', now(), 'did:one', now())""")).hasMessageContaining("reservation_proposals_by_four_eyes");
    }

    @Test
    void whoeverHasTheWordKeepsIt() {
        registry.give("skerry");
        Answer proposed = propose(proposer, "skerry");
        assertThat(reviewer.post(approve(proposed)).status()).isEqualTo(200);
        assertThat(registry.row("skerry")).startsWith("individual ");
        assertThat(registry.give("5kerry")).isFalse();
    }

    @Test
    void aProposalIsRejectedAndCanBeMadeAgain() {
        Answer proposed = propose(proposer, "buoy");
        assertThat(propose(reviewer, "buoy").status()).as("one at a time").isEqualTo(409);
        assertThat(reviewer.post(PATH + "/" + proposed.id() + ":reject").status())
                .isEqualTo(200);
        assertThat(reviewer.post(approve(proposed)).status()).isEqualTo(409);
        assertThat(registry.check("buoy").json().path("available").booleanValue())
                .isTrue();
        assertThat(propose(proposer, "buoy").status()).isEqualTo(201);
        assertThat(proposer.get(PATH + "?status=rejected").text()).contains(proposed.id());
        assertThat(proposer.get(PATH).text()).doesNotContain(proposed.id());
    }

    @Test
    void ofTwoWhoDecideAtOnceOneDoes() throws Exception {
        Answer proposed = propose(proposer, "anchorage");
        List<Integer> answers = AtOnce.numbered(
                8,
                number -> reviewer.post(PATH + "/" + proposed.id() + (number % 2 == 0 ? ":approve" : ":reject"))
                        .status());
        assertThat(answers.stream().filter(status -> status == 200)).hasSize(1);
        assertThat(answers.stream().filter(status -> status != 200)).allMatch(status -> status == 409);
    }

    @Test
    void badProposalsAreRefused() {
        assertThat(propose(proposer, "Not A Word").status()).isEqualTo(400);
        assertThat(proposer.post(PATH, "{\"handle\":\"pier\",\"category\":\"nice\",\"reason\":\"x\"}")
                        .status())
                .isEqualTo(400);
        assertThat(proposer.post(PATH, "{\"handle\":\"pier\",\"category\":\"brand\",\"reason\":\"\"}")
                        .status())
                .isEqualTo(400);
        assertThat(reviewer.post(PATH + "/" + ReservationId.make() + ":approve").status())
                .isEqualTo(404);
    }
}
