package dev.keystead.tenancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Each axis is a wall of its own, whichever way the scope is told to PostgreSQL.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class WallTest {
    private final Fixture fixture = Fixture.create();
    private final HikariDataSource pool = fixture.appPool(1);
    private final UUID mine = UuidV7.next();
    private final UUID theirs = UuidV7.next();

    static Stream<Arguments> axesAndPrefixes() {
        return Arrays.stream(Axis.values())
                .flatMap(axis -> Arrays.stream(ScopePrefix.values()).map(prefix -> Arguments.of(axis, prefix)));
    }

    @BeforeAll
    void oneRowOnEachSideOfEachWall() {
        for (Axis axis : Axis.values()) {
            for (UUID owner : List.of(mine, theirs)) {
                fixture.execute("insert into %s (id, title, %s) values ('%s', '%s', '%s')"
                        .formatted(
                                Notes.of(axis).table(),
                                axis.column(),
                                UuidV7.next(),
                                owner.equals(mine) ? "mine" : "theirs",
                                owner));
            }
        }
    }

    @AfterAll
    void close() {
        pool.close();
    }

    @ParameterizedTest
    @MethodSource("axesAndPrefixes")
    void eachSideSeesItsOwnRowsOnly(Axis axis, ScopePrefix prefix) {
        var database = Database.of(pool, prefix);
        Query<String> list = Notes.of(axis).list();
        assertThat(Notes.scope(axis, mine).call(() -> database.list(list, Parameters.Binding.NONE)))
                .containsExactly("mine");
        assertThat(Notes.scope(axis, theirs).call(() -> database.list(list, Parameters.Binding.NONE)))
                .containsExactly("theirs");
        assertThat(Notes.scope(axis, UuidV7.next()).call(() -> database.list(list, Parameters.Binding.NONE)))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("axesAndPrefixes")
    void anUpdateWithoutAConditionChangesOwnRowsOnly(Axis axis, ScopePrefix prefix) {
        var database = Database.of(pool, prefix);
        int changed = Notes.scope(axis, mine)
                .call(() -> database.write(
                        transaction -> transaction.update(Notes.of(axis).retitle(), it -> it.text("mine"))));
        assertThat(changed).isEqualTo(1);
        assertThat(fixture.count("select count(*) from " + Notes.of(axis).table() + " where title = 'theirs'"))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("axesAndPrefixes")
    void aRowCannotBeMovedToAnother(Axis axis, ScopePrefix prefix) {
        var database = Database.of(pool, prefix);
        assertThatExceptionOfType(DatabaseFailure.class)
                .isThrownBy(() -> Notes.scope(axis, mine)
                        .call(() -> database.write(
                                transaction -> transaction.update(Notes.of(axis).move(), it -> it.uuid(theirs)))))
                .satisfies(failure -> assertThat(failure.sqlState()).isEqualTo(Fixture.REFUSED_BY_POLICY));
    }

    @ParameterizedTest
    @EnumSource
    void aRowCannotBeInsertedForAnother(Axis axis) throws SQLException {
        try (Connection connection = fixture.connectAsApp();
                Statement statement = connection.createStatement()) {
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> statement.execute("""
                            select set_config('%s', '%s', true);
                            insert into %s (id, title, %s) values ('%s', 'smuggled', '%s')
                            """.formatted(
                            axis.setting(), mine, Notes.of(axis).table(), axis.column(), UuidV7.next(), theirs)))
                    .satisfies(e -> assertThat(e.getSQLState()).isEqualTo(Fixture.REFUSED_BY_POLICY));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aConnectionWithoutAScopeIsRefusedLoudly(Axis axis) throws SQLException {
        String table = Notes.of(axis).table();
        try (Connection connection = fixture.connectAsApp();
                Statement statement = connection.createStatement()) {
            for (String sql : List.of(
                    "select * from " + table,
                    "update " + table + " set title = 'x'",
                    "delete from " + table,
                    "insert into %s (id, title, %s) values ('%s', 'x', '%s')"
                            .formatted(table, axis.column(), UuidV7.next(), mine))) {
                assertThatExceptionOfType(SQLException.class)
                        .as(sql)
                        .isThrownBy(() -> statement.execute(sql))
                        .satisfies(e -> assertThat(e.getSQLState()).isEqualTo(Fixture.NOT_BOUND));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aScopeOnOtherAxesIsNoScopeOnThisOne(Axis axis) {
        var database = Database.of(pool, ScopePrefix.SET_CONFIG);
        Axis other = axis == Axis.TENANT ? Axis.USER : Axis.TENANT;
        assertThatExceptionOfType(NoScopeBound.class)
                .isThrownBy(() -> Notes.scope(other, mine)
                        .call(() -> database.list(Notes.of(axis).list(), Parameters.Binding.NONE)))
                .withMessageContaining("no " + axis.word() + " is bound");
    }

    @Test
    void aTableOnTwoAxesIsReachedAlongEither() {
        UUID tenant = UuidV7.next();
        UUID org = UuidV7.next();
        fixture.execute(
                """
                insert into fixture.shared_note (tenant_id, org_id, id, title) values
                ('%1$s', null, '%3$s', 'of the tenant'),
                (null, '%2$s', '%4$s', 'of the organisation'),
                ('%5$s', '%6$s', '%7$s', 'of others')
                """.formatted(tenant, org, UuidV7.next(), UuidV7.next(), UuidV7.next(), UuidV7.next(), UuidV7.next()));
        Query<String> byTenant = Query.tenant(
                "fixture.shared.by-tenant",
                "select title from fixture.shared_note where ?::uuid is not null order by title",
                row -> row.text("title"));
        Query<String> byOrg = Query.org(
                "fixture.shared.by-org",
                "select title from fixture.shared_note where ?::uuid is not null order by title",
                row -> row.text("title"));
        var database = Database.of(pool, ScopePrefix.SET_CONFIG);
        Scope both = Scope.tenant(tenant).and(Scope.org(org));

        assertThat(both.<List<String>, RuntimeException>call(() -> database.list(byTenant, Parameters.Binding.NONE)))
                .as("a read sets the axis that it names, and no other")
                .containsExactly("of the tenant");
        assertThat(both.<List<String>, RuntimeException>call(() -> database.list(byOrg, Parameters.Binding.NONE)))
                .containsExactly("of the organisation");
        assertThat(both.<List<String>, RuntimeException>call(() -> database.write(transaction -> {
                    transaction.list(byTenant, Parameters.Binding.NONE);
                    return transaction.list(byOrg, Parameters.Binding.NONE);
                })))
                .as("a transaction keeps what it has set")
                .containsExactly("of the organisation", "of the tenant");
    }

    @Test
    void aTableOnTwoAxesIsRefusedWithoutAny() throws SQLException {
        try (Connection connection = fixture.connectAsApp();
                Statement statement = connection.createStatement()) {
            fixture.execute("insert into fixture.shared_note values ('%s', null, '%s', 'x')"
                    .formatted(UuidV7.next(), UuidV7.next()));
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> statement.execute("select * from fixture.shared_note"))
                    .satisfies(e -> assertThat(e.getSQLState()).isEqualTo(Fixture.NOT_BOUND));
        }
    }
}
