package dev.keystead.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.job.Retention.Removal;
import dev.keystead.server.TestJobs;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.TestServer.Person;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RetentionTest {
    private static final Map<String, String> SOFT = Map.of(
            "identity.projects", "deleted_at",
            "identity.subtenants", "deleted_at",
            "oauth.clients", "deleted_at",
            "identity.mfa_factors", "deleted_at");

    private final TestServer server = TestServer.start("--roles", "web");
    private final Elsewhere place = server.makeOrganisation("keeping");
    private final Client client = server.as(place.key());

    @AfterAll
    void stop() {
        server.close();
    }

    private long count(String table) {
        return server.count("select count(*) from " + table + " where tenant_id = '"
                + place.workspace().value() + "'");
    }

    private void age(String table, String column, int days) {
        server.execute("update %1$s set %2$s = now() - interval '%3$d days' where %2$s is not null"
                .formatted(table, column, days));
    }

    @Test
    void whatWasDeletedGoesAfterNinetyDaysAndNotBefore() {
        String project = client.post("/v1/projects", "{\"slug\":\"gone\",\"name\":\"Gone\"}")
                .id();
        client.post("/v1/projects", "{\"slug\":\"living\",\"name\":\"Living\"}");
        client.delete("/v1/projects/" + project);
        String subtenants = "/v1/workspaces/" + place.workspace().text() + "/subtenants";
        String subtenant =
                client.post(subtenants, "{\"slug\":\"gone\",\"name\":\"Gone\"}").id();
        Person person = server.makePerson("keeper");
        client.post(
                "/v1/workspaces/" + place.workspace().text() + "/members",
                "{\"user_id\":\"%s\",\"role\":\"viewer\"}"
                        .formatted(person.user().text()));
        assertThat(client.send(
                                "PUT",
                                "/v1/subtenants/" + subtenant + "/role-bindings/"
                                        + person.user().text() + "/editor",
                                null)
                        .status())
                .isEqualTo(200);
        client.delete(subtenants + "/" + subtenant);
        String application = client.post(
                        "/v1/clients", "{\"name\":\"Gone\",\"redirect_uris\":[\"https://gone.test/back\"]}")
                .json()
                .path("client")
                .path("id")
                .asString();
        server.execute("""
                insert into oauth.consents (tenant_id, id, user_id, client_id, scopes, created_at, updated_at)
                values ('%s', gen_random_uuid(), '%s', app.id_uuid('%s'), '{openid}', now(), now())""".formatted(place.workspace().value(), person.user().value(), application));
        client.delete("/v1/clients/" + application);

        age("identity.projects", "deleted_at", 89);
        age("identity.subtenants", "deleted_at", 89);
        age("oauth.clients", "deleted_at", 89);
        assertThat(TestJobs.run(server, "retention")).isZero();

        age("identity.projects", "deleted_at", 91);
        age("identity.subtenants", "deleted_at", 91);
        age("oauth.clients", "deleted_at", 91);
        assertThat(TestJobs.run(server, "retention"))
                .as("project, role, subtenant, consent and client")
                .isEqualTo(5);
        assertThat(count("identity.projects")).isOne();
        assertThat(count("identity.subtenants")).as("the default one").isOne();
        assertThat(count("identity.subtenant_role_bindings")).isZero();
        assertThat(count("oauth.consents")).isZero();
        assertThat(count("oauth.clients")).isZero();
        assertThat(server.count("""
                select count(*) from audit.entries
                where event_type = 'retention.sweep' and payload ->> 'table' = 'oauth.clients'""")).isOne();
    }

    @Test
    void everySoftDeletionIsOnTheList() {
        Map<String, String> ended = Retention.rules().stream()
                .filter(rule -> rule.removal() instanceof Removal.Ended)
                .collect(Collectors.toMap(Retention.Rule::table, rule -> ((Removal.Ended) rule.removal()).column()));
        assertThat(ended).containsAllEntriesOf(SOFT);
    }

    @Test
    void aGuestWhoseTimeIsOverBecomesOneOfTheAlumni() {
        Person guest = server.makePerson("visitor");
        String members = "/v1/workspaces/" + place.workspace().text() + "/members";
        client.post(members, """
                {"user_id":"%s","role":"viewer","affiliation":"guest","guest_expires_at":"%s"}""".formatted(
                guest.user().text(), Instant.now().plus(Duration.ofDays(1)).toString()));
        assertThat(TestJobs.run(server, "guest-expiry")).isZero();
        server.execute("update identity.workspace_members set guest_expires_at = now() - interval '1 minute'"
                + " where affiliation = 'guest'");
        assertThat(TestJobs.run(server, "guest-expiry")).isEqualTo(1);
        assertThat(TestJobs.run(server, "guest-expiry")).isZero();
        assertThat(server.look()
                        .text("select affiliation from identity.workspace_members where user_id = '"
                                + guest.user().value() + "' and tenant_id = '"
                                + place.workspace().value() + "'"))
                .isEqualTo("alumni");
        assertThat(server.count("select count(*) from audit.entries where event_type = 'member.expire'"))
                .isOne();
    }

    @Test
    void aDeletedWorkspaceIsErasedAfterItsWindowAndTheSystemWorkspaceHasTheProof() {
        String id = client.post("/v1/workspaces", "{\"slug\":\"to-erase\",\"name\":\"Secret plans\"}")
                .id();
        server.execute("""
                insert into auth.auth_events (tenant_id, id, event_type, ip_address, user_agent, created_at)
                select app.id_uuid('%s'), app.new_id(), 'login_failed', '192.0.2.1', 'x', now()
                from generate_series(1, 2500)""".formatted(id));
        client.delete("/v1/workspaces/" + id);
        assertThat(TestJobs.run(server, "workspace-erasure")).isZero();
        server.execute(
                "update identity.workspaces set deleted_at = now() - interval '91 days' where slug = 'to-erase'");
        assertThat(TestJobs.run(server, "workspace-erasure")).isEqualTo(1);
        assertThat(TestJobs.run(server, "workspace-erasure")).isZero();
        assertThat(server.count("select count(*) from auth.auth_events where tenant_id = app.id_uuid('" + id + "')"))
                .isZero();
        assertThat(server.look().text("select name from identity.workspaces where slug = 'to-erase'"))
                .isEqualTo("Erased workspace");
        assertThat(server.look().text("""
                select string_agg(e.event_type || ' ' || coalesce(e.payload -> 'removed_rows' ->> 'auth.auth_events', ''),
                    ', ' order by e.id)
                from audit.entries e
                join identity.workspaces w on w.id = e.tenant_id and w.kind = 'system'
                where e.resource_id = '%s'""".formatted(id))).isEqualTo("workspace.erase_begin , workspace.erase 2500");
        assertThat(client.post("/v1/workspaces", "{\"slug\":\"to-erase\",\"name\":\"Again\"}")
                        .status())
                .as("a slug is never given again")
                .isEqualTo(409);
    }

    @Test
    void theProcedureForCronRemovesWhatTheJobRemoves() throws SQLException {
        Map<String, Duration> listed = Retention.rules().stream()
                .filter(rule -> rule.removal() instanceof Removal.Expiry)
                .collect(Collectors.toMap(Retention.Rule::table, rule -> ((Removal.Expiry) rule.removal()).after()));
        Map<String, Duration> inSql = new TreeMap<>();
        try (Connection connection = server.database().connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "select name, extract(epoch from kept)::bigint from app.expiring_tables()")) {
            while (rows.next()) {
                inSql.put(rows.getString(1), Duration.ofSeconds(rows.getLong(2)));
            }
        }
        assertThat(inSql).containsExactlyInAnyOrderEntriesOf(listed);

        server.sweepWhatExpired();
        server.execute("""
                insert into admin.idempotency_keys (tenant_id, caller, key_hash, request_hash, expires_at)
                select w.id, 'cron', sha256(('cron' || i)::bytea), sha256('x'),
                    now() + case when i <= 2300 then interval '-1 hour' else interval '1 hour' end
                from identity.workspaces w, generate_series(1, 2305) i
                where w.slug = 'system'""");
        String worker = server.database().name() + "_worker";
        try (Connection connection = server.database().connect();
                Statement statement = connection.createStatement()) {
            statement.execute("set session authorization " + worker);
            statement.execute("call app.cleanup_expired_data()");
        }
        assertThat(server.count("select count(*) from admin.idempotency_keys where caller = 'cron'"))
                .isEqualTo(5);
        assertThat(server.count("""
                select count(*) from audit.entries
                where actor_did = 'did:internal:cleanup' and payload ->> 'table' = 'admin.idempotency_keys'""")).as("three batches").isEqualTo(3);
        assertThat(server.sweepWhatExpired()).as("nothing is left for the job").isZero();
    }
}
