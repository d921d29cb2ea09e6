package dev.keystead.shape;

import static com.tngtech.archunit.core.domain.JavaStaticInitializer.STATIC_INITIALIZER_NAME;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.keystead.server.TestServer;
import dev.keystead.shape.Statements.Declared;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/// What every statement of the product keeps to. PostgreSQL itself is asked wherever it can tell.
class StatementsTest {
    /// A domain's SQL names its own schema only.
    private static final Map<String, String> SCHEMA = Map.of(
            "apikey", "admin",
            "audit", "audit",
            "directory", "identity",
            "idempotency", "admin",
            "setup", "auth",
            "workspace", "identity");

    /// Erasure looks in the catalogue for the tables that know a user.
    private static final Set<String> READS_THE_CATALOGUE = Set.of("directory.erasure.tables");

    /// What cannot use an index behind row-level security, what hides the time or an id from tests, and what PostgreSQL
    /// 15 or a sharded database does not have.
    private static final Pattern REFUSED = Pattern.compile(
            "\\blike\\b|\\bilike\\b|\\blower\\s*\\(|->>|\\bmerge\\b|\\bnow\\s*\\(|\\bcurrent_timestamp\\b"
                    + "|\\bclock_timestamp\\s*\\(|\\buuidv7\\s*\\(|\\bon delete set null\\b",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern INSERT = Pattern.compile(
            "insert into (\\S+)\\s*\\(([^)]*)\\)\\s*values \\((.*?)\\)(?:\\s+on conflict.*)?", Pattern.DOTALL);

    private final TestServer server = TestServer.shared();
    private final StatementProbe probe = new StatementProbe(server);

    static List<Declared> declared() {
        return Statements.declared();
    }

    static Stream<Declared> scoped() {
        return declared().stream().filter(declared -> declared.sql().reach() instanceof Sql.Reach.Along);
    }

    @Test
    void idsAreUnique() {
        assertThat(Statements.all()).hasSizeGreaterThan(20).extracting(Sql::id).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("declared")
    void anIdBeginsWithItsFeature(Declared declared) {
        assertThat(declared.sql().id()).startsWith(declared.feature() + ".");
    }

    @ParameterizedTest
    @MethodSource("declared")
    void theRoleThatRunsAStatementMayRunIt(Declared declared) {
        String role = declared.sql().reach() instanceof Sql.Reach.CrossTenant
                ? server.database().name() + "_worker"
                : server.appLogin().user();
        assertThat(probe.planAs(role, declared.sql()).isEmpty()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("declared")
    void aStatementNamesTablesOfItsOwnSchemaOnly(Declared declared) {
        String schema = READS_THE_CATALOGUE.contains(declared.sql().id())
                ? "pg_catalog"
                : SCHEMA.getOrDefault(declared.feature(), "a schema that SCHEMA names");
        assertThat(probe.tables(declared.sql())).isNotEmpty().allMatch(table -> table.startsWith(schema + "."));
    }

    /// The scope is asked for twice: by row-level security, and by the statement itself. Here the first is off.
    @ParameterizedTest
    @MethodSource("scoped")
    void aScopedStatementAsksForItsScopeItself(Declared declared) throws SQLException {
        Axis axis = ((Sql.Reach.Along) declared.sql().reach()).axis();
        Matcher insert = INSERT.matcher(withoutId(declared.sql()));
        if (insert.matches()) {
            List<String> columns = List.of(insert.group(2).split("\\s*,\\s*"));
            assertThat(columns.getLast().strip()).isEqualTo(scopeColumn(insert.group(1), axis));
            assertThat(insert.group(3)).endsWith("?");
            return;
        }
        List<JsonNode> scans = probe.planWithoutWall(declared.sql()).findParents("Relation Name").stream()
                .filter(node -> !node.path("Node Type").asString().equals("ModifyTable"))
                .toList();
        assertThat(scans).isNotEmpty();
        assertThat(scans)
                .allSatisfy(scan -> assertThat(conjuncts(scan))
                        .anyMatch(condition -> condition.matches("(\\w+\\.)?" + axis.column() + " = \\$\\d+")));
    }

    @ParameterizedTest
    @MethodSource("declared")
    void aStatementUsesNothingThatIsRefused(Declared declared) {
        assertThat(withoutId(declared.sql())).doesNotContainPattern(REFUSED);
    }

    /// A statement that is made while the server runs could be made of what somebody sent. The one exception takes its
    /// names from the catalogue.
    @Test
    void statementsAreConstants() {
        List<String> makers = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("dev.keystead").stream()
                        .filter(type -> !type.getPackageName().equals("dev.keystead.tenancy"))
                        .flatMap(type -> type.getMethodCallsFromSelf().stream())
                        .filter(StatementsTest::makesAStatement)
                        .filter(call -> !call.getOrigin().getName().equals(STATIC_INITIALIZER_NAME))
                        .map(call -> call.getOriginOwner().getSimpleName() + "."
                                + call.getOrigin().getName())
                        .distinct()
                        .toList();
        assertThat(makers).containsExactly("Table.erase");
    }

    private static boolean makesAStatement(JavaMethodCall call) {
        return call.getTargetOwner().isAssignableTo(Sql.class)
                && call.getTarget().getRawReturnType().isAssignableTo(Sql.class)
                && !call.getName().equals("onConflict");
    }

    private static String withoutId(Sql sql) {
        return sql.text().substring(sql.text().indexOf("*/") + 2).strip();
    }

    /// The conditions that all must hold for a row to be read.
    private static List<String> conjuncts(JsonNode scan) {
        return Stream.of("Index Cond", "Recheck Cond", "Filter")
                .flatMap(name -> conjuncts(scan.path(name).asString("")).stream())
                .toList();
    }

    /// PostgreSQL writes `((a) AND (b))`, or `(a)` when there is one condition.
    static List<String> conjuncts(String condition) {
        var parts = new ArrayList<String>();
        int depth = 0;
        int begin = 0;
        String inner = unwrapped(condition);
        for (int i = 0; i < inner.length(); i++) {
            depth += inner.charAt(i) == '(' ? 1 : inner.charAt(i) == ')' ? -1 : 0;
            if (depth == 0 && inner.startsWith(" AND ", i)) {
                parts.add(unwrapped(inner.substring(begin, i)));
                begin = i + " AND ".length();
            } else if (depth == 0 && inner.startsWith(" OR ", i)) {
                return List.of(inner);
            }
        }
        parts.add(unwrapped(inner.substring(begin)));
        return parts;
    }

    /// The text without the one pair of brackets around all of it.
    private static String unwrapped(String text) {
        String stripped = text.strip();
        if (!stripped.startsWith("(")) {
            return stripped;
        }
        int depth = 0;
        for (int i = 0; i < stripped.length() - 1; i++) {
            depth += stripped.charAt(i) == '(' ? 1 : stripped.charAt(i) == ')' ? -1 : 0;
            if (depth == 0) {
                return stripped;
            }
        }
        return stripped.substring(1, stripped.length() - 1);
    }

    @Test
    void anAlternativeIsNoConjunct() {
        assertThat(conjuncts("((a = $1) AND (tenant_id = $2))")).containsExactly("a = $1", "tenant_id = $2");
        assertThat(conjuncts("((a = $1) OR (tenant_id = $2))")).noneMatch("tenant_id = $2"::equals);
        assertThat(conjuncts("(tenant_id = $2)")).containsExactly("tenant_id = $2");
        assertThat(conjuncts("((a = $1) AND ((b = $2) OR (tenant_id = $2)))")).noneMatch("tenant_id = $2"::equals);
    }

    /// The column that an insert sets: the axis's own, or the one that it is generated from.
    private String scopeColumn(String table, Axis axis) throws SQLException {
        try (Connection connection = server.database().connect();
                PreparedStatement statement = connection.prepareStatement("""
                        select pg_get_expr(d.adbin, d.adrelid)
                        from pg_attribute a
                        join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
                        where a.attrelid = ?::regclass
                          and a.attname = ?
                          and a.attgenerated = 's'""")) {
            statement.setString(1, table);
            statement.setString(2, axis.column());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? row.getString(1) : axis.column();
            }
        }
    }
}
