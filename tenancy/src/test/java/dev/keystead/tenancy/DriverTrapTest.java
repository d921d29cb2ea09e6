package dev.keystead.tenancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import dev.keystead.postgres.WireTap;
import dev.keystead.tenancy.Parameters.Binding;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The driver separates a statement from its scope once a parameter travels without its type. [Parameters] has no way
/// to send one, and these tests hold it to that: every setter, with a variable-length column in the answer.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class DriverTrapTest {
    private static final int EXECUTIONS = 30;

    private final Fixture fixture = Fixture.create();
    private final WireTap tap = fixture.tap();
    private final HikariDataSource pool = fixture.pool("fixture_app", 1, tap::url);
    private final Database database = Database.of(pool, ScopePrefix.SET_CONFIG);
    private final UUID tenant = UuidV7.next();
    private final Scope scope = Scope.tenant(tenant);
    private final Scope elsewhere = Scope.tenant(UuidV7.next());

    private record TextId(UUID value) implements TypedId {
        @Override
        public String prefix() {
            return "test";
        }
    }

    static Stream<Arguments> setters() {
        UUID id = UuidV7.next();
        Instant time = Instant.parse("2026-01-02T03:04:05.678901Z");
        return Stream.of(
                setter("uuid", "uuid", it -> it.uuid(id)),
                setter("uuid(null)", "uuid", it -> it.uuid(null)),
                setter("id", "uuid", it -> it.id(new TextId(id))),
                setter("text", "text", it -> it.text("text")),
                setter("text(null)", "text", it -> it.text(null)),
                setter("text as jsonb", "jsonb", it -> it.text("{\"a\":1}")),
                setter("integer", "integer", it -> it.integer(7)),
                setter("number", "bigint", it -> it.number(7)),
                setter("flag", "boolean", it -> it.flag(true)),
                setter("instant", "timestamptz", it -> it.instant(time)),
                setter("instant(null)", "timestamptz", it -> it.instant(null)),
                setter("bytes", "bytea", it -> it.bytes(new byte[] {0, 1, -1})),
                setter("texts", "text[]", it -> it.texts(List.of("a", "b,\"{}"))),
                setter("texts(empty)", "text[]", it -> it.texts(List.of())),
                setter("scope", "uuid", it -> it.scope(Axis.TENANT)));
    }

    private static Arguments setter(String name, String type, Binding binding) {
        return Arguments.of(Named.of(name, binding), type);
    }

    @BeforeAll
    void oneNote() {
        scope.call(() -> database.write(
                it -> it.update(Notes.INSERT, p -> p.uuid(UuidV7.next()).text("seen"))));
    }

    @AfterAll
    void close() throws IOException {
        pool.close();
        tap.close();
    }

    @ParameterizedTest
    @MethodSource("setters")
    void everySetterKeepsTheScopeOfARead(Binding binding, String type) {
        Query<String> query = Query.tenant("fixture.trap.read", """
                select title || body::text as answer
                from fixture.tenant_note
                where (?::%s is null or true) and tenant_id = ?
                """.formatted(type), row -> row.text("answer"));
        for (int i = 1; i <= EXECUTIONS; i++) {
            WireTap.Counts before = tap.counts();
            assertThat(scope.call(() -> database.list(query, binding)))
                    .as("execution %d", i)
                    .containsExactly("seen{}");
            assertThat(tap.counts().since(before).syncs()).as("execution %d", i).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("setters")
    void everySetterKeepsTheScopeOfAnAnsweringWrite(Binding binding, String type) {
        Query<String> insert =
                Query.tenant("fixture.trap.insert", insertText(type) + " returning title", row -> row.text("title"));
        for (int i = 1; i <= EXECUTIONS; i++) {
            UUID id = UuidV7.next();
            assertThat(elsewhere.call(() -> database.find(insert, note(id, binding))))
                    .as("execution %d", i)
                    .contains("probe " + id);
        }
    }

    @ParameterizedTest
    @MethodSource("setters")
    void everySetterKeepsACommitWhole(Binding binding, String type) {
        Command insert = Command.tenant("fixture.trap.insert", insertText(type));
        UUID twice = UuidV7.next();
        for (int i = 1; i <= EXECUTIONS; i++) {
            WireTap.Counts before = tap.counts();
            assertThatExceptionOfType(DatabaseFailure.class)
                    .as("execution %d", i)
                    .isThrownBy(() -> elsewhere.call(() -> database.write(it -> {
                        it.atCommit(insert, note(twice, binding));
                        it.atCommit(insert, note(twice, binding));
                        return 0;
                    })))
                    .satisfies(failure -> assertThat(failure.sqlState()).isEqualTo("23505"));
            assertThat(tap.counts().since(before).roundTrips())
                    .as("the refused commit and the rollback, in execution %d", i)
                    .isEqualTo(2);
        }
        assertThat(fixture.count("select count(*) from fixture.tenant_note where id = '" + twice + "'"))
                .isZero();
    }

    private static String insertText(String type) {
        return "insert into fixture.tenant_note (id, title, note, tenant_id) values (?, ?, (?::" + type + ")::text, ?)";
    }

    private static Binding note(UUID id, Binding third) {
        return it -> third.bind(it.uuid(id).text("probe " + id));
    }

    /// What the setters guard against, shown with plain JDBC: should a later driver cure it, this fails and says so.
    @Test
    void theTrapIsReal() throws SQLException {
        String sql = """
                select set_config('app.current_tenant_id', ?, true);
                select title from fixture.tenant_note where (made_at is null or made_at < ?) and tenant_id = ?
                """;
        int lost = 0;
        try (Connection connection = fixture.connectAsApp()) {
            for (int i = 0; i < EXECUTIONS; i++) {
                try (PreparedStatement statement = connection.prepareStatement(sql)) {
                    statement.setString(1, tenant.toString());
                    statement.setTimestamp(2, Timestamp.from(Instant.now()));
                    statement.setObject(3, tenant);
                    statement.execute();
                    statement.getMoreResults();
                    try (ResultSet rows = statement.getResultSet()) {
                        assertThat(rows.next()).isTrue();
                    }
                } catch (SQLException e) {
                    assertThat(e.getSQLState()).as("the lost scope is loud").isEqualTo(Fixture.NOT_BOUND);
                    lost++;
                }
            }
        }
        assertThat(lost).as("executions that lost their scope").isPositive();
    }

    @Test
    void aValueThatCannotBeSentIsRefused() {
        Query<String> query = Query.tenant(
                "fixture.trap.nul",
                "select title from fixture.tenant_note where title = ? and tenant_id = ?",
                row -> row.text("title"));
        assertThatExceptionOfType(DatabaseFailure.class)
                .isThrownBy(() -> scope.call(() -> database.list(query, it -> it.text("a\0b"))));
        assertThat(scope.call(() -> database.list(Notes.LIST, Binding.NONE))).containsExactly("seen");
    }
}
