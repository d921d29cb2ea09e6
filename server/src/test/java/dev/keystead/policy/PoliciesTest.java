package dev.keystead.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.keystead.audit.Outcome;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.server.TestServer;
import dev.keystead.server.Until;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopePrefix;
import dev.keystead.tenancy.UuidV7;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// What holds in a workspace, as two nodes know it.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PoliciesTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final TestServer server = TestServer.shared();
    private final HikariDataSource pool = pool();
    private final Database database = Database.of(pool, ScopePrefix.SET_CONFIG);
    private final SharedCaches cachesHere = new SharedCaches(database, Clock.systemUTC());
    private final SharedCaches cachesThere = new SharedCaches(database, Clock.systemUTC());
    private final Policies here = policies(cachesHere);
    private final Policies there = policies(cachesThere);

    PoliciesTest() {
        cachesHere.start();
        cachesThere.start();
    }

    private Policies policies(SharedCaches caches) {
        var organisations = new OrgPolicies(database, caches, Clock.systemUTC());
        return new Policies(database, caches, organisations, this::orgOf, Clock.systemUTC());
    }

    private Optional<UUID> orgOf(UUID tenant) {
        return Optional.of(UUID.fromString(
                server.look().text("select org_id from identity.workspaces where id = '" + tenant + "'")));
    }

    private HikariDataSource pool() {
        var config = new HikariConfig();
        config.setJdbcUrl(server.database().jdbcUrl());
        config.setUsername(server.appLogin().user());
        config.setPassword(server.appLogin().password());
        config.setMaximumPoolSize(4);
        return new HikariDataSource(config);
    }

    @AfterAll
    void stop() {
        cachesHere.close();
        cachesThere.close();
        pool.close();
    }

    private UUID workspace() {
        return server.makeOrganisation("s" + UuidV7.next().toString().replace("-", ""))
                .workspace()
                .value();
    }

    private <P extends Record> void decide(UUID tenant, Kind<P> kind, P wish) {
        Outcome<Policy<P>> outcome = Scope.tenant(tenant)
                .call(() -> database.write(transaction ->
                        here.decide(transaction, tenant, orgOf(tenant).orElseThrow(), kind, wish, Optional.empty())));
        assertThat(outcome).isInstanceOf(Outcome.Changed.class);
    }

    @Test
    void aDecisionHoldsHereAtOnceAndThereSoon() {
        UUID tenant = workspace();
        assertThat(there.password(tenant).minLength()).isEqualTo(8);
        assertThat(here.password(tenant).minLength()).isEqualTo(8);
        decide(tenant, Kind.PASSWORD, new PasswordPolicy(14));
        assertThat(here.password(tenant).minLength()).isEqualTo(14);
        Until.holds("the other node knows", LIMIT, () -> there.password(tenant).minLength() == 14);
    }

    @Test
    void oneMatterLeavesTheOthersAsTheyWere() {
        UUID tenant = workspace();
        decide(tenant, Kind.LOCKOUT, new LockoutPolicy(3, 10, 20));
        assertThat(here.lockout(tenant).threshold()).isEqualTo(3);
        assertThat(here.session(tenant)).isEqualTo(SessionPolicy.USUAL);
        assertThat(here.mfa(tenant)).isEqualTo(MfaPolicy.USUAL);
        assertThat(here.signUp(tenant)).isEqualTo(SignUpPolicy.USUAL);
    }

    @Test
    void aDocumentOfAnotherReleaseIsRead() {
        UUID tenant = workspace();
        server.execute("insert into admin.policies (tenant_id, kind, document, version, updated_at) values ('" + tenant
                + "', 'lockout', '{\"threshold\": 9, \"of_tomorrow\": true}', 1, now())");
        assertThat(here.lockout(tenant)).isEqualTo(new LockoutPolicy(9, 60, 3600));
    }

    @Test
    void aBrandIsTheWorkspacesUnlessItDecides() {
        UUID tenant = workspace();
        assertThat(here.brand(tenant, "acme", "Acme").name()).isEqualTo("Acme");
        assertThat(here.brand(tenant, "acme", "Acme").stylesheet()).isEmpty();
        decide(tenant, Kind.BRANDING, new Branding("ACME Inc.", "#00A3FF", "pt-BR", "https://acme.test/help"));
        var brand = here.brand(tenant, "acme", "Acme");
        assertThat(brand.name()).isEqualTo("ACME Inc.");
        assertThat(brand.stylesheet()).contains("/assets/accent/00a3ff.css");
        assertThat(brand.support()).contains("https://acme.test/help");
        assertThat(brand.logo()).isEmpty();
    }

    @Test
    void waitsDoubleToTheLongest() {
        var policy = new LockoutPolicy(5, 60, 3600);
        assertThat(policy.waitAfter(4)).isEqualTo(Duration.ZERO);
        assertThat(policy.waitAfter(5)).isEqualTo(Duration.ofMinutes(1));
        assertThat(policy.waitAfter(7)).isEqualTo(Duration.ofMinutes(4));
        assertThat(policy.waitAfter(11)).isEqualTo(Duration.ofHours(1));
        assertThat(policy.waitAfter(Integer.MAX_VALUE)).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void aSecondFactorIsAskedOfWhomThePolicyNames() {
        var admins = new MfaPolicy(
                MfaPolicy.Required.ADMINS,
                MfaPolicy.USUAL.allowedFactors(),
                MfaPolicy.Attestation.NONE,
                MfaPolicy.USUAL.attestationFormats(),
                MfaPolicy.UserVerification.REQUIRED);
        assertThat(admins.requiresOf(true)).isTrue();
        assertThat(admins.requiresOf(false)).isFalse();
        assertThat(MfaPolicy.USUAL.requiresOf(true)).isFalse();
    }

    @Test
    void anAddressIsAllowedByItsDomain() {
        var policy = new SignUpPolicy(SignUpPolicy.Mode.OPEN, List.of("Example.org"));
        assertThat(policy.allowsEmail("ada@EXAMPLE.org")).isTrue();
        assertThat(policy.allowsEmail("ada@sub.example.org")).isFalse();
        assertThat(policy.allowsEmail("example.org@evil.test")).isFalse();
        assertThat(SignUpPolicy.USUAL.allowsEmail("ada@anything.test")).isTrue();
    }
}
