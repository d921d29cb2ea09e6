package dev.keystead.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.AtOnce;
import dev.keystead.server.TestJobs;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.TestServer.Person;
import dev.keystead.trust.Family;
import dev.keystead.workspace.Reserved;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whoever alone can let others in again is not shut out, by whichever way. Owners of the system workspace run the
/// installation.
class LastOwnerTest {
    private static final String SYSTEM = Reserved.SYSTEM_WORKSPACE.text();

    private final TestServer server = TestServer.start("--roles", "web");
    private final Client operator = server.asAdministrator();
    private final String first = firstOperator();
    /// Nobody's key: it goes on working whoever is shut out.
    private final Client machine = server.as(operator.post(
                    "/v1/api-keys",
                    "{\"name\":\"helper\",\"scopes\":[\"admin:user\",\"admin:member\",\"admin:workspace\",\"admin:system\"]}")
            .json()
            .path("api_key")
            .asString());

    @AfterEach
    void stop() {
        server.close();
    }

    private String firstOperator() {
        return operator.get("/v1/users?q=admin")
                .json()
                .path("items")
                .get(0)
                .path("id")
                .asString();
    }

    private Person operator(String name) {
        Person person = server.makePerson(name);
        add(SYSTEM, person, "owner");
        return person;
    }

    private void add(String workspace, Person person, String role) {
        Answer added = machine.post(
                "/v1/workspaces/" + workspace + "/members",
                "{\"user_id\":\"%s\",\"role\":\"%s\"}".formatted(person.user().text(), role));
        assertThat(added.status()).as(added.text()).isEqualTo(201);
    }

    private Answer shutOut(Client by, String how, String user) {
        return switch (how) {
            case "delete" -> by.delete("/v1/users/" + user);
            case "mark-deceased" -> by.post("/v1/users/" + user + ":mark-deceased", "{}");
            case "revoke" -> by.post("/v1/lineage/" + user + ":revoke", "{\"reason\":\"abuse\"}");
            case "cascade" -> by.post("/v1/lineage/" + user + ":revoke", "{\"reason\":\"abuse\",\"cascade\":true}");
            case "end" -> by.delete("/v1/workspaces/" + SYSTEM + "/members/" + user);
            case "demote" -> by.patch("/v1/workspaces/" + SYSTEM + "/members/" + user, "{\"role\":\"viewer\"}");
            default -> by.post("/v1/users/" + user + ":" + how);
        };
    }

    private long refusals() {
        return server.count("select count(*) from audit.written where event_type = 'access.refuse'");
    }

    private long activeOperators() {
        return server.count("""
                select count(*)
                from identity.workspace_members m
                join identity.users u on u.id = m.user_id and u.status = 'active'
                where m.role = 'owner' and m.left_at is null and m.tenant_id = '%s'""".formatted(Reserved.SYSTEM_WORKSPACE.value()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"delete", "suspend", "mark-deceased", "revoke", "cascade", "end", "demote"})
    void theLastOperatorStays(String how) {
        Answer refused = shutOut(machine, how, first);
        assertThat(refused.status()).as(refused.text()).isEqualTo(409);
        assertThat(refused.error()).contains("at least one owner");
        assertThat(refusals()).as("the refusal is in the trail").isOne();
        assertThat(operator.get("/v1/users").status()).isEqualTo(200);
        assertThat(activeOperators()).isOne();

        operator("second");
        Answer done = shutOut(machine, how, first);
        assertThat(done.status()).as("with another operator: %s", done.text()).isBetween(200, 204);
    }

    @ParameterizedTest
    @ValueSource(strings = {"delete", "suspend", "mark-deceased", "end", "demote"})
    void whoGetsInNoMoreIsNobodyToFollow(String how) {
        Person second = operator("second");
        assertThat(shutOut(machine, "suspend", second.user().text()).status()).isEqualTo(200);
        Answer refused = shutOut(operator, how, first);
        assertThat(refused.status()).as(refused.text()).isEqualTo(409);
        assertThat(operator.delete("/v1/me/workspaces/" + SYSTEM).status()).isEqualTo(409);
        assertThat(shutOut(machine, "delete", second.user().text()).status())
                .as("whoever is shut out already may go")
                .isEqualTo(204);
        assertThat(activeOperators()).isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"delete", "suspend"})
    void operatorsWhoAreAllShutOutAtOnceAreAllButOne(String how) throws Exception {
        List<String> all = new ArrayList<>(List.of(first));
        for (int i = 0; i < 7; i++) {
            all.add(operator("op" + (char) ('a' + i)).user().text());
        }
        // Nobody's key, so that no blow fails because of another.
        List<Integer> answers = AtOnce.numbered(
                all.size(), number -> shutOut(machine, how, all.get(number)).status());
        assertThat(answers).filteredOn(status -> status == 409).hasSize(1);
        assertThat(activeOperators()).isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"delete", "suspend", "demote"})
    void ofTwoOperatorsWhoShutEachOtherOutOneIsLeft(String how) throws Exception {
        Person second = operator("second");
        List<Client> by = List.of(operator, server.as(second.key()));
        List<String> whom = List.of(second.user().text(), first);
        AtOnce.numbered(2, number -> shutOut(by.get(number), how, whom.get(number)));
        assertThat(activeOperators()).isOne();
    }

    @Test
    void anOperatorBelowSomebodyRevokedIsLeftForAReview() {
        var family = new Family(server.look());
        Person root = server.makePerson("rootling");
        Person boss = new Person(family.invited(root.user(), "bossling", 1), "");
        add(SYSTEM, boss, "owner");
        Answer contractor = machine.patch(
                "/v1/workspaces/" + SYSTEM + "/members/" + boss.user().text(), "{\"affiliation\":\"contractor\"}");
        assertThat(contractor.status()).as(contractor.text()).isEqualTo(200);
        Answer begun = shutOut(machine, "cascade", root.user().text());
        assertThat(begun.status()).as(begun.text()).isEqualTo(202);
        TestJobs.run(server, "cascade");
        assertThat(family.status(root.user())).isEqualTo("suspended");
        assertThat(family.status(boss.user())).isEqualTo("active");

        assertThat(shutOut(machine, "suspend", first).status()).isEqualTo(200);
        String job = begun.json().path("cascade_job_id").asString();
        Answer confirmed = machine.post(
                "/v1/cascade-jobs/" + job + "/accounts/" + boss.user().text() + ":confirm");
        assertThat(confirmed.status()).as(confirmed.text()).isEqualTo(409);
        assertThat(family.status(boss.user())).isEqualTo("active");
    }

    @ParameterizedTest
    @ValueSource(strings = {"delete", "suspend", "mark-deceased"})
    void theLastOwnerOfAWorkspaceStaysAsWell(String how) {
        Elsewhere place = server.makeOrganisation("place");
        Client key = server.as(place.key());
        Person owner = server.makeOwner(place);
        Answer refused = shutOut(key, how, owner.user().text());
        assertThat(refused.status()).as(refused.text()).isEqualTo(409);
        assertThat(refused.error()).contains("at least one owner");
        assertThat(server.as(owner.key()).get("/v1/users").status()).isEqualTo(200);

        Person second = server.makePerson("second");
        Answer added = key.post(
                "/v1/workspaces/" + place.workspace().text() + "/members",
                "{\"user_id\":\"%s\",\"role\":\"owner\"}"
                        .formatted(second.user().text()));
        assertThat(added.status()).as(added.text()).isEqualTo(201);
        assertThat(shutOut(machine, "suspend", second.user().text()).status()).isEqualTo(200);
        assertThat(shutOut(key, how, owner.user().text()).status())
                .as("the other one does not get in")
                .isEqualTo(409);
        assertThat(machine.post("/v1/users/" + second.user().text() + ":reactivate")
                        .status())
                .isEqualTo(200);
        assertThat(shutOut(key, how, owner.user().text()).status()).isBetween(200, 204);
    }

    @Test
    void somebodyWhoIsGoneIsMadeNoOwner() {
        Person gone = server.makePerson("goner");
        add(SYSTEM, gone, "viewer");
        assertThat(shutOut(machine, "delete", gone.user().text()).status()).isEqualTo(204);
        Answer made = machine.patch(
                "/v1/workspaces/" + SYSTEM + "/members/" + gone.user().text(), "{\"role\":\"owner\"}");
        assertThat(made.status()).as(made.text()).isEqualTo(404);
    }
}
