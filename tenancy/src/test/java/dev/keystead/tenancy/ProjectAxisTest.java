package dev.keystead.tenancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import dev.keystead.postgres.WireTap;
import dev.keystead.tenancy.Parameters.Binding;
import java.io.IOException;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A project is a part of a tenant: work along its axis is held by both walls, in one message.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ProjectAxisTest {
    /// Deliberately without a condition on tenant or project, so that only the policy holds rows back.
    private static final Query<String> BY_PROJECT = Query.project(
            "fixture.task.by-project",
            "select title from fixture.task where ?::uuid is not null order by title",
            row -> row.text("title"));

    private static final Query<String> BY_TENANT = Query.tenant(
            "fixture.task.by-tenant",
            "select title from fixture.task where ?::uuid is not null order by title",
            row -> row.text("title"));

    private static final Command INSERT = Command.project("fixture.task.insert", """
            insert into fixture.task (title, tenant_id, project_id)
            values (?, ?, ?)""");

    private final Fixture fixture = Fixture.create();
    private final WireTap tap = fixture.tap();
    private final HikariDataSource pool = fixture.pool("fixture_app", 1, tap::url);
    private final UUID tenant = UuidV7.next();
    private final UUID elsewhere = UuidV7.next();
    private final UUID bridge = UuidV7.next();
    private final UUID tunnel = UuidV7.next();

    @BeforeAll
    void tasksOfTwoProjectsAndAnotherTenant() {
        insert(tenant, bridge, "span");
        insert(tenant, tunnel, "dig");
        insert(elsewhere, bridge, "of another tenant");
    }

    private void insert(UUID owner, UUID project, String title) {
        fixture.execute("insert into fixture.task (tenant_id, project_id, title) values ('%s', '%s', '%s')"
                .formatted(owner, project, title));
    }

    @AfterAll
    void close() throws IOException {
        pool.close();
        tap.close();
    }

    private Scope in(UUID project) {
        return Scope.tenant(tenant).and(Scope.project(project));
    }

    @ParameterizedTest
    @EnumSource
    void twoProjectsOfOneTenantDoNotSeeEachOther(ScopePrefix prefix) {
        var database = Database.of(pool, prefix);
        assertThat(in(bridge).call(() -> database.list(BY_PROJECT, Binding.NONE)))
                .containsExactly("span");
        assertThat(in(tunnel).call(() -> database.list(BY_PROJECT, Binding.NONE)))
                .containsExactly("dig");
        assertThat(in(UuidV7.next()).call(() -> database.list(BY_PROJECT, Binding.NONE)))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void theTenantAloneSeesAllOfItsProjects(ScopePrefix prefix) {
        var database = Database.of(pool, prefix);
        assertThat(Scope.tenant(tenant).call(() -> database.list(BY_TENANT, Binding.NONE)))
                .containsExactly("dig", "span");
    }

    @Test
    void aRowCannotBeWrittenForAnotherProjectOrTenant() {
        var database = Database.of(pool, ScopePrefix.SET_CONFIG);
        assertThatExceptionOfType(DatabaseFailure.class)
                .isThrownBy(() -> in(bridge)
                        .call(() -> database.write(transaction -> transaction.update(
                                INSERT, p -> p.text("foreign").uuid(elsewhere)))))
                .satisfies(failure -> assertThat(failure.sqlState()).isEqualTo(Fixture.REFUSED_BY_POLICY));
        assertThat(fixture.count("select count(*) from fixture.task where title = 'foreign'"))
                .isZero();
    }

    @ParameterizedTest
    @EnumSource
    void bothScopesTravelInTheSameRoundTrip(ScopePrefix prefix) {
        var database = Database.of(pool, prefix);
        for (int i = 1; i <= 30; i++) {
            WireTap.Counts before = tap.counts();
            in(bridge).call(() -> database.list(BY_PROJECT, Binding.NONE));
            assertThat(tap.counts().since(before).roundTrips())
                    .as("execution %d", i)
                    .isEqualTo(1);
        }
    }

    @Test
    void aProjectWithoutItsTenantIsRefusedBeforeAnythingIsSent() {
        var database = Database.of(pool, ScopePrefix.SET_CONFIG);
        WireTap.Counts before = tap.counts();
        assertThatExceptionOfType(NoScopeBound.class)
                .isThrownBy(() -> Scope.project(bridge).call(() -> database.list(BY_PROJECT, Binding.NONE)))
                .withMessageContaining("no tenant is bound");
        assertThat(tap.counts().since(before).roundTrips()).isZero();
    }
}
