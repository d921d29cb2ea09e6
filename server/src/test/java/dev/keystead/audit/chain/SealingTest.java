package dev.keystead.audit.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keystead.audit.Trail;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.TrailDesk;
import dev.keystead.workspace.Reserved;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Entries get their places in their chains, whoever seals and whenever.
class SealingTest {
    private static final UUID SYSTEM = Reserved.SYSTEM_WORKSPACE.value();

    private final TestServer server = TestServer.start("--roles", "web");
    private final TrailDesk desk = new TrailDesk(server);
    private final Queue queue = new Queue(server.database());

    @AfterEach
    void stop() {
        server.close();
    }

    private void everyChainIsIntact(UUID tenant) {
        try (var verifier = new ChainVerifier(desk.keys(), 2)) {
            assertThat(new Chains(queue.worker()).verify(tenant, verifier, List.of(), 0, Long.MAX_VALUE, _ -> {}))
                    .allSatisfy(report -> assertThat(report.tampering()).isEmpty());
        }
        queue.hasNeitherGapsNorForks();
    }

    @Test
    void anEntryIsFoundBeforeAndAfterItsSealAndOnlyOnce() {
        String user = server.asAdministrator()
                .post("/v1/users", "{\"email\":\"seal@example.org\",\"display_name\":\"Seal\"}")
                .id();
        String path = "/v1/audit?action=user.create&resource=" + user;
        var before = server.asAdministrator().get(path).json().path("items");
        assertThat(before).hasSize(1);
        assertThat(before.path(0).path("sealed").asBoolean()).isFalse();
        desk.seal();
        var after = server.asAdministrator().get(path).json().path("items");
        assertThat(after).hasSize(1);
        assertThat(after.path(0).path("sealed").asBoolean()).isTrue();
        assertThat(after.path(0).path("seq").asLong()).isPositive();
        assertThat(after.path(0).path("payload")).isEqualTo(before.path(0).path("payload"));
        assertThat(after.path(0).path("id")).isEqualTo(before.path(0).path("id"));
        everyChainIsIntact(SYSTEM);
    }

    @Test
    void anActionHasOneTrail() {
        assertThat(Trail.of("user.create")).isEqualTo(Trail.ADMIN_AUDIT);
        assertThat(Trail.of("auth.login_success")).isEqualTo(Trail.AUTH_AUDIT);
        assertThat(Trail.of("token.revoke")).isEqualTo(Trail.RUNTIME_TOKEN_AUDIT);
        assertThat(Trail.of("session.reuse")).isEqualTo(Trail.RUNTIME_TOKEN_AUDIT);
        assertThat(Trail.of("session.end")).isEqualTo(Trail.ADMIN_AUDIT);
    }

    /// Several nodes on the same workspaces at once, while entries are still being written.
    @Test
    void manySealersLeaveNeitherGapsNorForks() throws Exception {
        List<UUID> tenants = List.of(
                SYSTEM,
                server.makeOrganisation("seal-a").workspace().value(),
                server.makeOrganisation("seal-b").workspace().value());
        var sealers = List.of(
                new Sealer(queue.worker(), 2, Clock.systemUTC()),
                new Sealer(queue.worker(), 2, Clock.systemUTC()),
                new Sealer(queue.worker(), 2, Clock.systemUTC()));
        try (ExecutorService nodes = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> writing = nodes.submit(() -> {
                for (int i = 0; i < 6; i++) {
                    tenants.forEach(tenant -> queue.fill(tenant, 900));
                }
            });
            List<Future<?>> sealing = sealers.stream()
                    .<Future<?>>map(sealer -> nodes.submit(() -> {
                        while (!writing.isDone() || queue.waiting() > 0) {
                            sealer.look(() -> false);
                        }
                    }))
                    .toList();
            writing.get();
            for (Future<?> each : sealing) {
                each.get();
            }
        }
        for (UUID tenant : tenants) {
            assertThat(queue.sealed(tenant)).isEqualTo(5_400);
            everyChainIsIntact(tenant);
        }
    }

    @Test
    void aClockThatIsSetBackDatesNoRowBeforeTheOnesBeforeIt() {
        queue.fill(SYSTEM, 30);
        desk.seal();
        queue.fill(SYSTEM, 30);
        Clock back = Clock.fixed(Instant.now().minusSeconds(40L * 24 * 3600), ZoneOffset.UTC);
        new Sealer(queue.worker(), 1, back).look(() -> false);
        assertThat(queue.sealed(SYSTEM)).isEqualTo(60);
        assertThat(server.count("select count(*) from audit.admin_audit a join audit.admin_audit b using (tenant_id)"
                        + " where a.seq < b.seq and a.sealed_at > b.sealed_at"))
                .isZero();
        everyChainIsIntact(SYSTEM);
    }

    @Test
    void aClockThatIsYearsAheadSealsNothingAndLosesNothing() {
        queue.fill(SYSTEM, 30);
        Clock ahead = Clock.fixed(Instant.now().plusSeconds(3L * 365 * 24 * 3600), ZoneOffset.UTC);
        new Sealer(queue.worker(), 1, ahead).look(() -> false);
        assertThat(queue.sealed(SYSTEM)).isZero();
        desk.seal();
        assertThat(queue.sealed(SYSTEM)).isEqualTo(30);
        everyChainIsIntact(SYSTEM);
    }

    @Test
    void nobodyMayChangeOrDeleteASealedRow() {
        Elsewhere place = server.makeOrganisation("seal-rights");
        desk.seal();
        String tenant = place.workspace().value().toString();
        for (String role : List.of("app", "worker")) {
            for (String deed : List.of(
                    "update audit.admin_audit set payload_json = '{}'",
                    "delete from audit.admin_audit",
                    "truncate audit.admin_audit",
                    "delete from audit.checkpoints",
                    "update audit.checkpoints set note = note",
                    "drop table audit.admin_audit_2026_11")) {
                assertThatThrownBy(() -> server.execute("set role "
                                + server.database().name() + "_" + role
                                + "; select set_config('app.current_tenant_id', '" + tenant + "', false); " + deed))
                        .as(role + ": " + deed)
                        .hasMessageMatching("(?s).*(permission denied|must be owner|does not exist).*");
            }
        }
    }

    @Test
    void aMonthGoesOnlyWhenItIsOldAndBehindASignedCut() {
        server.execute("create table audit.admin_audit_2024_01 partition of audit.admin_audit"
                + " for values from ('2024-01-01T00:00:00Z') to ('2024-02-01T00:00:00Z')");
        server.execute("alter table audit.admin_audit_2024_01 owner to "
                + server.database().name() + "_owner");
        Elsewhere place = server.makeOrganisation("seal-months");
        UUID tenant = place.workspace().value();
        server.execute("update audit.entries set trail = 'admin_audit'");
        Clock then = Clock.fixed(Instant.parse("2024-01-15T00:00:00Z"), ZoneOffset.UTC);
        new Sealer(queue.worker(), 1, then).look(() -> false);
        long old = server.count("select count(*) from audit.admin_audit_2024_01 where tenant_id = '" + tenant + "'");
        assertThat(old).isPositive();
        queue.fill(tenant, 30);
        desk.seal();
        everyChainIsIntact(tenant);

        assertThatThrownBy(() -> server.execute("select app.cut_audit_months('admin_audit', now())"))
                .hasMessageContaining("are kept for");
        assertThatThrownBy(
                        () -> server.execute("select app.cut_audit_months('admin_audit', now() - interval '400 days')"))
                .hasMessageContaining("no signed checkpoint");
        assertThatThrownBy(() -> server.execute("select app.cut_audit_months('users', now() - interval '9 years')"))
                .hasMessageContaining("is no trail");

        assertThat(desk.cut()).isEqualTo(1);

        assertThat(server.count("select count(*) from audit.admin_audit where seq <= " + old + " and tenant_id = '"
                        + tenant + "'"))
                .isZero();
        assertThat(server.count("select count(*) from pg_class where relname = 'checkpoints' and relforcerowsecurity"))
                .isOne();
        assertThat(desk.verify(place.workspace()))
                .allSatisfy(report -> assertThat(report.tampering()).isEmpty());
        server.execute("delete from audit.checkpoints where kind = 'cut'");
        assertThat(desk.verify(place.workspace())
                        .getFirst()
                        .tampering()
                        .orElseThrow()
                        .kind())
                .isEqualTo(Tampering.Kind.HEAD_CUT);
    }
}
