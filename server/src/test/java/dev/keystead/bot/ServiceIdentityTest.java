package dev.keystead.bot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.domain.TestDns;
import dev.keystead.login.AtOnce;
import dev.keystead.platform.http.Refusal;
import dev.keystead.server.TestJobs;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.tenancy.DatabaseFailure;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Machines from the beginning to the end: their handles, their trust and what becomes of their rows.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServiceIdentityTest {
    private final TestServer server = TestServer.start("--roles", "web");
    private final Machines machines = Machines.in(server, "machines");
    private final Client client = machines.administrator();

    @AfterAll
    void stop() {
        server.close();
    }

    private String kindOf(String handle) {
        return server.look()
                .text("select coalesce(max(allocation_kind), 'nothing') from identity.handle_registry where handle = '"
                        + handle + "'");
    }

    @Test
    void aServiceIdentityIsMadeReadAndChanged() {
        Answer made = machines.create("crescer-sync.bot", ",\"description\":\"Copies people\"");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(made.id()).matches("bot_[0-9a-z]{26}");
        assertThat(made.json().path("trust_class").asString()).isEqualTo("third_party");
        assertThat(made.json().path("status").asString()).isEqualTo("active");
        assertThat(made.json().path("attestation").isNull()).isTrue();
        assertThat(client.get(made.header("Location")).json()).isEqualTo(made.json());

        Answer changed = client.with("If-Match", "\"1\"")
                .patch(made.header("Location"), "{\"display_name\":\"Copies\",\"description\":null}");
        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        assertThat(changed.json().path("display_name").asString()).isEqualTo("Copies");
        assertThat(changed.json().path("description").isNull()).isTrue();
        assertThat(client.with("If-Match", "\"1\"")
                        .patch(made.header("Location"), "{\"display_name\":\"Late\"}")
                        .status())
                .isEqualTo(412);
        assertThat(client.get("/v1/service-identities").text()).contains(made.id());
    }

    @Test
    void deletingMachinesDoesNotLetAWorkspaceUseUpHandlesWithoutEnd() {
        Machines many = Machines.in(server, "many-machines");
        server.execute("""
                insert into identity.service_identities (tenant_id, id, handle, display_name, trust_class, status,
                    created_by, version, created_at, updated_at, deleted_at)
                select '%s', app.new_id(), 'gone-' || n || '.bot', 'Gone', 'third_party', 'active',
                    'did:internal:test', 1, now(), now(), now()
                from generate_series(1, 1000) n""".formatted(many.place().workspace().value()));
        Answer refused = many.create(Machines.newHandle(), "");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.error())
                .isEqualTo("a workspace has at most 1000 service identities; one that is deleted counts for 30 days"
                        + " more");
    }

    @Test
    void machinesThatAreMadeAtOnceAreNoMoreThanThereMayBe() throws Exception {
        Machines many = Machines.in(server, "crowded-machines");
        server.execute("""
                insert into identity.service_identities (tenant_id, id, handle, display_name, trust_class, status,
                    created_by, version, created_at, updated_at, deleted_at)
                select '%s', app.new_id(), 'crowd-' || n || '.bot', 'Gone', 'third_party', 'active',
                    'did:internal:test', 1, now(), now(), now()
                from generate_series(1, 999) n""".formatted(many.place().workspace().value()));
        List<Integer> answers =
                AtOnce.run(12, () -> many.create(Machines.newHandle(), "").status());
        assertThat(answers).containsOnly(201, 409).containsOnlyOnce(201);
    }

    @Test
    void aHandleIsTheMachinesInTheRegistryOfAll() {
        Answer made = machines.create("registered-1.bot", "");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        Answer seen = server.asAdministrator().get("/v1/handles/registered-1.bot");
        assertThat(seen.json().path("state").asString()).isEqualTo("service");
        assertThat(seen.json().path("service_identity_id").asString()).isEqualTo(made.id());
        assertThat(seen.json().path("user_id").isNull()).isTrue();
        assertThat(seen.json().path("workspace_id").asString())
                .isEqualTo(machines.place().workspace().text());
    }

    @ParameterizedTest
    @ValueSource(strings = {"copy-sync", "copy-sync-bot", "bot.copy-sync"})
    void aHandleThatIsNoMachinesIsRefused(String handle) {
        Answer refused = machines.create(handle, "");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.error()).contains(".bot");
        assertThat(kindOf(handle)).isEqualTo("nothing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Sync.bot", "a..bot", "1st.bot", ".bot", "way-too-long-for-one.bot", "späti.bot"})
    void aHandleThatIsNoneIsRefused(String handle) {
        assertThat(machines.create(handle, "").status()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"root.bot", "r00t.bot", "keystead.bot", "sign-in.bot"})
    void aMachineIsNotCalledLikeAReservedWord(String handle) {
        assertThat(machines.create(handle, "").status()).isEqualTo(409);
        assertThat(kindOf(handle)).isEqualTo("nothing");
    }

    @Test
    void onlyTheOperatorMayUseAReservedWord() {
        Answer made = server.asAdministrator()
                .post("/v1/service-identities", "{\"handle\":\"support.bot\",\"display_name\":\"Support\"}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
    }

    @Test
    void aHandleIsTakenOnceAcrossWorkspacesAndWhatLooksLikeItNever() {
        Machines others = Machines.in(server, "other-machines");
        assertThat(machines.create("ledger-copy.bot", "").status()).isEqualTo(201);
        assertThat(others.create("ledger-copy.bot", "").status()).isEqualTo(409);
        Answer alike = others.create("ledger-c0py.bot", "");
        assertThat(alike.status()).isEqualTo(409);
        assertThat(alike.error()).contains("looks too much like");
    }

    @Test
    void ofManyWhoWantAHandleOneGetsIt() throws Exception {
        Machines others = Machines.in(server, "racing-machines");
        List<Integer> answers = AtOnce.numbered(
                24,
                number -> (number % 2 == 0 ? machines : others)
                        .create("race-copy.bot", "")
                        .status());
        assertThat(answers).containsOnly(201, 409).containsOnlyOnce(201);
        assertThat(server.count("select count(*) from identity.service_identities where handle = 'race-copy.bot'"))
                .isOne();
    }

    /// `nightowl.bot` and `nightowlbot` look alike, and only one of the two is somebody's.
    @Test
    void ofAPersonAndAMachineThatWouldLookAlikeOneGetsIt() throws Exception {
        List<Boolean> won =
                AtOnce.numbered(16, number -> number % 2 == 0 ? isPerson("nightowlbot") : isMachine("nightowl.bot"));
        assertThat(won).containsOnlyOnce(true);
        assertThat(server.count("select count(*) from identity.handle_registry where handle like 'nightowl%'"))
                .isOne();
    }

    private boolean isPerson(String handle) {
        try {
            server.makePerson(handle);
            return true;
        } catch (Refusal | DatabaseFailure lost) {
            return false;
        }
    }

    private boolean isMachine(String handle) {
        return machines.create(handle, "").status() == 201;
    }

    @Test
    void aDeletedMachineIsGoneItsHandleIsFrozenAndItsRowsGoAfterThirtyDays() {
        Answer made = machines.create("short-lived.bot", "");
        Machines.Account account = machines.account(made.id(), "read:user");
        assertThat(client.delete(made.header("Location")).status()).isEqualTo(204);
        assertThat(client.get(made.header("Location")).status()).isEqualTo(404);
        assertThat(client.delete(made.header("Location")).status()).isEqualTo(404);
        assertThat(client.get(account.path()).status()).isEqualTo(404);
        assertThat(kindOf("short-lived.bot")).isEqualTo("frozen");
        assertThat(machines.create("short-lived.bot", "").status()).isEqualTo(409);
        assertThat(server.asAdministrator()
                        .get("/v1/handles/short-lived.bot")
                        .json()
                        .path("previous_service_identity_id")
                        .asString())
                .isEqualTo(made.id());

        TestJobs.run(server, "retention");
        String rows = "select (select count(*) from identity.service_identities where id = app.id_uuid('%s'))"
                + " + (select count(*) from identity.service_accounts where id = app.id_uuid('%s'))";
        assertThat(server.count(rows.formatted(made.id(), account.id()))).isEqualTo(2);
        for (String table : List.of("identity.service_accounts", "identity.service_identities")) {
            server.execute("update " + table + " set deleted_at = deleted_at - interval '31 days'");
        }
        TestJobs.run(server, "retention");
        assertThat(server.count(rows.formatted(made.id(), account.id()))).isZero();
        assertThat(kindOf("short-lived.bot")).isEqualTo("frozen");
    }

    @Test
    void theHandlesOfAnErasedWorkspaceStayNobodys() {
        Machines gone = Machines.in(server, "erased-machines");
        String workspace = gone.administrator()
                .post("/v1/workspaces", "{\"slug\":\"erased-below\",\"name\":\"Below\"}")
                .id();
        Answer made = gone.administrator()
                .post(
                        "/t/erased-below/v1/service-identities",
                        "{\"handle\":\"left-behind.bot\",\"display_name\":\"Left\"}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(gone.administrator().delete("/v1/workspaces/" + workspace).status())
                .isEqualTo(204);
        server.execute("update identity.workspaces set deleted_at = now() - interval '91 days'"
                + " where slug = 'erased-below'");
        assertThat(TestJobs.run(server, "workspace-erasure")).isEqualTo(1);
        assertThat(server.count("select count(*) from identity.service_identities where handle = 'left-behind.bot'"))
                .isZero();
        assertThat(kindOf("left-behind.bot")).isEqualTo("frozen");
    }

    @Test
    void whatIsElsewhereIsNotThere() {
        Machines others = Machines.in(server, "far-machines");
        String identity = machines.identity();
        Machines.Account account = machines.account(identity, "read:user");
        Client stranger = others.administrator();
        assertThat(stranger.get(Machines.path(identity)).status()).isEqualTo(404);
        assertThat(stranger.patch(Machines.path(identity), "{\"display_name\":\"Mine\"}")
                        .status())
                .isEqualTo(404);
        assertThat(stranger.post(Machines.path(identity) + ":suspend").status()).isEqualTo(404);
        assertThat(stranger.post(Machines.path(identity) + ":challenge").status())
                .isEqualTo(404);
        assertThat(stranger.get(account.path()).status()).isEqualTo(404);
        assertThat(stranger.post(account.path() + ":rotate-secret", "{}").status())
                .isEqualTo(404);
        assertThat(others.createAccount(stranger, identity, "secret", "read:user")
                        .status())
                .isEqualTo(404);
        assertThat(stranger.get("/v1/service-accounts?service_identity_id=" + identity)
                        .json()
                        .path("items"))
                .isEmpty();
    }

    @Test
    void trustIsForWhoeverShowsWhatItTakes() {
        String path = Machines.path(machines.identity());
        assertThat(client.patch(path, "{\"trust_class\":\"system\"}").status())
                .as("only the operator says so")
                .isEqualTo(403);
        Answer unproven = client.patch(path, "{\"trust_class\":\"verified_org\"}");
        assertThat(unproven.status()).isEqualTo(409);
        assertThat(unproven.error()).contains("verified domain");
        assertThat(client.patch(path, "{\"trust_class\":\"untrusted\"}").status())
                .isEqualTo(200);
        Answer back = client.patch(path, "{\"trust_class\":\"third_party\"}");
        assertThat(back.status()).isEqualTo(409);
        assertThat(back.error()).contains("attest");
        assertThat(client.patch(path, "{\"trust_class\":\"best\"}").status()).isEqualTo(400);
        assertThat(machines.create(Machines.newHandle(), ",\"trust_class\":\"system\"")
                        .status())
                .isEqualTo(403);
        assertThat(server.asAdministrator()
                        .post(
                                "/v1/service-identities",
                                "{\"handle\":\"%s\",\"display_name\":\"Own\",\"trust_class\":\"system\"}"
                                        .formatted(Machines.newHandle()))
                        .status())
                .isEqualTo(201);
    }

    @Test
    void aProvenDomainMakesItsMachinesVerified() {
        Machines proven = Machines.in(server, "proven-machines");
        String domains = "/v1/workspaces/" + proven.place().workspace().text() + "/domains";
        Answer claim =
                proven.administrator().post(domains, "{\"domain\":\"proven-machines.example\",\"method\":\"dns_txt\"}");
        TestDns.shared().prove(claim.json());
        assertThat(proven.administrator()
                        .post(domains + "/proven-machines.example:verify")
                        .status())
                .isEqualTo(200);
        Answer made = proven.create(Machines.newHandle(), ",\"trust_class\":\"verified_org\"");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
    }
}
