package dev.keystead.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.keystead.postgres.TestPostgres;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopePrefix;
import dev.keystead.tenancy.Transaction;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Which changes stay and which are undone, on a real database.
class TransactionTest {
    private static final Command INSERT = Command.tenant(
                    "test.thing.insert", "insert into thing (name, tenant_id) values (?, ?)")
            .onConflict("a thing of that name exists");
    private static final Query<String> LIST = Query.tenant(
            "test.thing.list", "select name from thing where tenant_id = ?", (Row row) -> row.text("name"));

    private static final Map<String, Reply> KEPT = new ConcurrentHashMap<>();
    private static HikariDataSource pool;
    private static Database database;
    private static TestServer server;

    record Thing(String name) {}

    @BeforeAll
    static void start() throws SQLException {
        var created = TestPostgres.shared().createDatabase();
        try (Connection connection = created.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("create table thing (tenant_id uuid, name text, primary key (tenant_id, name))");
        }
        var config = new HikariConfig();
        config.setJdbcUrl(created.jdbcUrl());
        config.setUsername(created.user());
        config.setPassword(created.password());
        pool = new HikariDataSource(config);
        database = Database.of(pool, ScopePrefix.SET_CONFIG);
        Idempotency keeping = (call, _, _, work) -> {
            Reply before = KEPT.get(call.idempotencyKey().orElseThrow());
            if (before != null) {
                return before.replayed();
            }
            Reply reply = work.get().rendered(call.requestId());
            KEPT.put(call.idempotencyKey().orElseThrow(), reply);
            return reply;
        };
        server = TestServer.on(database, keeping, List.of(route()));
    }

    @AfterAll
    static void stop() {
        server.close();
        pool.close();
    }

    private static Route route() {
        return Route.post("/v1/things", "Make a thing")
                .tenant("write:widget")
                .audits("thing.make")
                .takes(Thing.class)
                .answers(201, Shape.of(Thing.class), TransactionTest::make);
    }

    private static Reply make(Call call, Thing thing, Transaction transaction) {
        transaction.update(INSERT, parameters -> parameters.text(thing.name()));
        return switch (thing.name()) {
            case "forgotten" -> Reply.json(201, thing);
            case "thrown" -> throw new IllegalStateException("a bug after the change");
            case "refused" -> Reply.conflict("refused, but what was written stays");
            default -> {
                call.markAudited();
                yield Reply.json(201, thing);
            }
        };
    }

    @Test
    void returnedMeansCommitEvenForARefusal() {
        assertThat(post("returned").statusCode()).isEqualTo(201);
        assertThat(post("refused").statusCode()).isEqualTo(409);
        assertThat(stored()).contains("returned", "refused");
    }

    @Test
    void thrownMeansRollback() {
        assertThat(post("thrown").statusCode()).isEqualTo(500);
        assertThat(stored()).doesNotContain("thrown");
    }

    @Test
    void aSuccessWithoutAnAuditEntryIsUndone() {
        assertThat(post("forgotten").statusCode()).isEqualTo(500);
        assertThat(stored()).doesNotContain("forgotten");
    }

    @Test
    void aBrokenUniqueRuleIs409WithTheStatementsSentence() {
        assertThat(post("double").statusCode()).isEqualTo(201);
        HttpResponse<String> second = post("double");
        assertThat(second.statusCode()).isEqualTo(409);
        assertThat(second.body()).startsWith("{\"error\":\"a thing of that name exists\",");
    }

    @Test
    void aRepeatWithTheSameKeyGetsTheFirstAnswer() {
        HttpResponse<String> first = post("repeated", "Idempotency-Key", "k1");
        HttpResponse<String> second = post("repeated", "Idempotency-Key", "k1");
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(second.statusCode()).isEqualTo(201);
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(first.headers().firstValue("Idempotent-Replayed")).isEmpty();
        assertThat(second.headers().firstValue("Idempotent-Replayed")).hasValue("true");
    }

    private static HttpResponse<String> post(String name, String... headers) {
        var all = new ArrayList<>(List.of("Authorization", "Bearer writer"));
        all.addAll(List.of(headers));
        return server.postJson("/v1/things", "{\"name\":\"" + name + "\"}", all.toArray(String[]::new));
    }

    private static List<String> stored() {
        return Scope.tenant(TestServer.TENANT).call(() -> database.list(LIST, _ -> {}));
    }
}
