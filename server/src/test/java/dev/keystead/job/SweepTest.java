package dev.keystead.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keystead.server.TestServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SweepTest {
    private static final String KEYS = "select count(*) from admin.idempotency_keys where caller = 'sweep'";
    private static final String TOKENS = "select count(*) from auth.one_time_tokens where user_id <> app.id_uuid"
            + "('usr_0000000000e008000000000003')";
    private static final int BATCH = 1_000;

    private final TestServer server = TestServer.start("--roles", "web");

    @AfterAll
    void stop() {
        server.close();
    }

    @BeforeEach
    void sweepWhatIsThere() {
        server.sweepWhatExpired();
    }

    private void makeKeys(int count, String expiry) {
        server.execute("""
                insert into admin.idempotency_keys (tenant_id, caller, key_hash, request_hash, expires_at)
                select w.id, 'sweep', sha256(('%2$s' || i)::bytea), sha256('x'), now() + interval '%2$s'
                from identity.workspaces w, generate_series(1, %1$d) i
                where w.slug = 'system'""".formatted(count, expiry));
    }

    private void makeTokens(int count, String expiry) {
        server.execute("""
                insert into auth.one_time_tokens (tenant_id, id, user_id, purpose, token_hash, created_at, expires_at)
                select w.id, gen_random_uuid(), gen_random_uuid(), 'setup', sha256(('%2$s' || i)::bytea), now(),
                    now() + interval '%2$s'
                from identity.workspaces w, generate_series(1, %1$d) i
                where w.slug = 'system'""".formatted(count, expiry));
    }

    private long batches(String table, int rows) {
        return server.count("""
                select count(*) from audit.written
                where event_type = 'expiry.sweep'
                  and actor_did = 'did:internal:expiry'
                  and payload ->> 'why' = 'their time was over'
                  and payload ->> 'table' = '%s'
                  and (payload ->> 'rows')::integer = %d""".formatted(table, rows));
    }

    @Test
    void whatExpiredGoesInBatchesAndEachBatchSaysWhy() {
        makeKeys(2 * BATCH + 7, "-1 hour");
        makeKeys(3, "1 hour");
        makeTokens(BATCH + 5, "-1 hour");
        makeTokens(2, "1 hour");
        assertThat(server.sweepWhatExpired()).isEqualTo(2 * BATCH + 7 + BATCH + 5);
        assertThat(server.count(KEYS)).isEqualTo(3);
        assertThat(server.count(TOKENS)).isEqualTo(2);
        assertThat(batches("admin.idempotency_keys", BATCH)).isEqualTo(2);
        assertThat(batches("admin.idempotency_keys", 7)).isEqualTo(1);
        assertThat(batches("auth.one_time_tokens", BATCH)).isEqualTo(1);
        assertThat(batches("auth.one_time_tokens", 5)).isEqualTo(1);
        JsonNode newest = server.asAdministrator()
                .get("/v1/audit?limit=1")
                .json()
                .path("items")
                .get(0);
        assertThat(newest.path("event_type").asString()).isEqualTo("expiry.sweep");
    }

    @Test
    void aRunThatFindsNothingLeavesNoEntry() {
        long before = server.count("select count(*) from audit.written");
        assertThat(server.sweepWhatExpired()).isZero();
        assertThat(server.count("select count(*) from audit.written")).isEqualTo(before);
    }

    @Test
    void withoutItsEntryNothingIsRemoved() {
        makeKeys(5, "-2 hours");
        long before = server.count(KEYS);
        server.execute(
                "revoke insert on audit.entries from " + server.database().name() + "_worker");
        try {
            assertThatThrownBy(server::sweepWhatExpired).hasMessageContaining("permission denied");
        } finally {
            server.execute(
                    "grant insert on audit.entries to " + server.database().name() + "_worker");
        }
        assertThat(server.count(KEYS)).isEqualTo(before);
        assertThat(server.sweepWhatExpired()).isEqualTo(5);
    }

    @Test
    void aTableThatCannotBeSweptDoesNotKeepTheOthersFromIt() {
        makeKeys(4, "-3 hours");
        makeTokens(6, "-3 hours");
        long tokens = server.count(TOKENS);
        server.execute("revoke delete on admin.idempotency_keys from "
                + server.database().name() + "_worker");
        try {
            assertThatThrownBy(server::sweepWhatExpired).hasMessageContaining("idempotency.key.sweep");
        } finally {
            server.execute("grant delete on admin.idempotency_keys to "
                    + server.database().name() + "_worker");
        }
        assertThat(server.count(TOKENS)).isEqualTo(tokens - 6);
        assertThat(server.sweepWhatExpired()).isEqualTo(4);
    }
}
