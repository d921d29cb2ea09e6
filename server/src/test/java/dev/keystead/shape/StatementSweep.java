package dev.keystead.shape;

import dev.keystead.server.TestServer;
import dev.keystead.shape.Statements.Declared;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// What is wrong with a statement, in sentences that say what to do. PostgreSQL itself is asked wherever it can tell:
/// the statement is prepared, described and planned on a migrated database whose tables look large.
final class StatementSweep implements AutoCloseable {
    /// Workspaces as v1 knew them stand where v1 had them; the rows are those of workspaces.
    private static final String V1_VIEW = "admin.tenants";

    /// What goes over all tables looks for them in the catalogue.
    private static final Set<String> READS_THE_CATALOGUE = Set.of("job.catalogue.tables");

    /// Licences are inherited along the tree, and all that decides is one round trip.
    private static final Map<String, String> WALKS_THE_TREE = Map.of(
            "license.entitlement.standing", "identity.nodes", "license.entitlement.standing-of-one", "identity.nodes");

    /// What hides the time or an id from tests, and what PostgreSQL 15 or a sharded database does not have.
    private static final Pattern REFUSED = Pattern.compile(
            "\\bmerge\\b|\\bnow\\s*\\(|\\bcurrent_timestamp\\b|\\bclock_timestamp\\s*\\(|\\buuidv7\\s*\\("
                    + "|\\bon delete set null\\b",
            Pattern.CASE_INSENSITIVE);

    /// A row of `values (…)`; its last value is a parameter.
    private static final Pattern LAST_IS_PARAMETER = Pattern.compile("(?s).*\\?\\s*\\)");

    private final TestServer server;
    private final Connection connection;
    private final StatementProbe probe;
    private final Map<String, SweptTable> tables;
    private final Map<String, String> schemas;

    /// @param server one whose database looks large
    StatementSweep(TestServer server) throws SQLException {
        this.server = server;
        this.connection = server.database().connect();
        this.probe = new StatementProbe(server, connection);
        this.tables = SweptTable.all(server.database());
        this.schemas = schemas();
    }

    /// The schema of each feature: the one that most of its statements name.
    private Map<String, String> schemas() {
        return Statements.declared().stream()
                .filter(declared -> !READS_THE_CATALOGUE.contains(declared.sql().id()))
                .collect(Collectors.groupingBy(
                        StatementSweep::place,
                        Collectors.collectingAndThen(
                                Collectors.flatMapping(
                                        declared -> probe.tables(declared.sql()).stream()
                                                .map(StatementSweep::schema),
                                        Collectors.groupingBy(Function.identity(), Collectors.counting())),
                                counts -> counts.entrySet().stream()
                                        .max(Comparator.comparing(Map.Entry<String, Long>::getValue))
                                        .orElseThrow()
                                        .getKey())));
    }

    List<String> findings(Declared declared) {
        Sql sql = declared.sql();
        try {
            var findings = new ArrayList<String>();
            if (!sql.id().startsWith(declared.family() + ".")) {
                findings.add("is declared in " + declared.family() + "; begin its id with that");
            }
            JsonNode plan = probe.planAs(role(sql), sql);
            findings.addAll(strangers(declared));
            findings.addAll(scans(sql, plan));
            REFUSED.matcher(text(sql))
                    .results()
                    .forEach(match -> findings.add("says " + match.group() + "; pass the value as a parameter"));
            if (sql.reach() instanceof Sql.Reach.Along(Axis axis)) {
                findings.addAll(unscoped(sql, axis));
                probe.leaky(sql)
                        .forEach(call -> findings.add("gives a column to " + call + ", which is not leakproof: behind"
                                + " row-level security it reads every row of the tenant; compare a stored column by"
                                + " =, < or >= instead"));
            }
            return findings.stream().map(finding -> sql.id() + ": " + finding).toList();
        } catch (AssertionError refused) {
            return List.of(String.valueOf(refused.getMessage()));
        }
    }

    private String role(Sql sql) {
        return sql.reach() instanceof Sql.Reach.CrossTenant
                ? server.database().name() + "_worker"
                : server.appLogin().user();
    }

    private static String schema(String table) {
        return table.substring(0, table.indexOf('.'));
    }

    /// Two packages may have the same last word.
    private static String place(Declared declared) {
        return declared.family() + "." + declared.feature();
    }

    /// Tables of another schema than the feature's own.
    private List<String> strangers(Declared declared) {
        if (READS_THE_CATALOGUE.contains(declared.sql().id())) {
            return List.of();
        }
        String own = schemas.getOrDefault(place(declared), "");
        SortedSet<String> named = probe.tables(declared.sql());
        return named.stream()
                .filter(table -> !schema(table).equals(own) && !table.equals(V1_VIEW))
                .filter(table -> !table.equals(WALKS_THE_TREE.get(declared.sql().id())))
                .map(table -> "names " + table + ", and " + declared.feature() + " has its tables in " + own
                        + "; ask the package that owns the table")
                .toList();
    }

    /// Tables that are read from end to end, or not by their scope, when they are large.
    private List<String> scans(Sql sql, JsonNode plan) {
        return scannedIn(plan)
                .filter(scan -> table(scan).isPresent() && !table(scan).get().empty())
                .filter(scan -> !narrow(sql, scan))
                .map(scan ->
                        "reads " + name(scan) + " by " + scan.path("Node Type").asString() + ", not by an index"
                                + " on its scope; lead an index with the scope column and compare it with a parameter")
                .distinct()
                .toList();
    }

    private boolean narrow(Sql sql, JsonNode scan) {
        JsonNode index = scan.path("Node Type").asString().equals("Bitmap Heap Scan") ? firstIndexBelow(scan) : scan;
        String condition = index.path("Index Cond").asString("");
        SweptTable table = table(scan).orElseThrow();
        if (condition.isEmpty()) {
            return false;
        }
        return !table.guarded()
                || !(sql.reach() instanceof Sql.Reach.Along)
                || table.uniqueIndexes().contains(index.path("Index Name").asString())
                || table.axes().keySet().stream().anyMatch(axis -> condition.contains(axis.column()));
    }

    private static JsonNode firstIndexBelow(JsonNode scan) {
        return scan.findParents("Index Name").stream().findFirst().orElse(scan);
    }

    /// References to guarded tables that do not compare the scope: row-level security would, but a statement that
    /// says it too is routed to one shard and enters the index there.
    private List<String> unscoped(Sql sql, Axis axis) {
        // Without the wall, what is left is what the statement itself asks for.
        JsonNode plan = probe.planWithoutWall(sql);
        var findings = new ArrayList<String>();
        List<JsonNode> scans = scannedIn(plan).toList();
        for (JsonNode scan : scans) {
            table(scan).filter(SweptTable::guarded).ifPresent(table -> {
                Axis asked = table.reachedBy(axis);
                String other = asked == axis ? "\\$\\d+" : "(\\$\\d+|\\w+\\.\\w+)";
                String column = "(\\w+\\.)?" + asked.column();
                Pattern compared = Pattern.compile("%2$s = %1$s|%1$s = %2$s".formatted(column, other));
                if (Conjuncts.of(scan).stream().noneMatch(compared.asMatchPredicate())) {
                    findings.add("reads " + name(scan) + " without comparing its " + asked.column()
                            + " with a parameter; add 'and " + asked.column() + " = ?' for this table");
                }
            });
        }
        for (JsonNode change : changes(plan)) {
            table(change)
                    .filter(SweptTable::guarded)
                    .filter(table -> !isScopeWritten(sql, axis, table, change))
                    .ifPresent(_ -> findings.add("inserts into " + name(change) + " another " + axis.column()
                            + " than its scope's; write it last, from a parameter"));
        }
        lost(sql, scans, changes(plan)).forEach(table -> findings.add("names " + table + " without any use of it"));
        return findings;
    }

    /// Guarded tables that the statement names and the plan does not have: nothing can be said about them.
    private List<String> lost(Sql sql, List<JsonNode> scans, List<JsonNode> changes) {
        Set<String> seen = Stream.concat(scans.stream(), changes.stream())
                .flatMap(node -> table(node).stream())
                .map(SweptTable::root)
                .collect(Collectors.toSet());
        return probe.tables(sql).stream()
                .filter(name -> Optional.ofNullable(tables.get(name))
                        .filter(table -> table.guarded() && !seen.contains(table.root()))
                        .isPresent())
                .toList();
    }

    private static boolean isScopeWritten(Sql sql, Axis axis, SweptTable table, JsonNode insert) {
        Axis written = table.reachedBy(axis);
        // What is inserted comes from the outer plan; one that is run beforehand, for an exists, stands before it.
        JsonNode source = insert.path("Plans")
                .valueStream()
                .filter(plan -> plan.path("Parent Relationship").asString("").equals("Outer"))
                .findFirst()
                .orElse(insert.path("Plans").path(0));
        String value = source.path("Output")
                .path(table.axes().getOrDefault(written, 0))
                .asString("");
        if (value.contains("*VALUES*")) {
            String rows = text(sql).replaceFirst("(?is)^.*?\\bvalues\\b", "").replaceFirst("(?is)\\bon conflict.*", "");
            return Stream.of(rows.strip().split("\\)\\s*,\\s*(?=\\()", -1))
                    .allMatch(row -> LAST_IS_PARAMETER.matcher(row + ")").matches());
        }
        // From another table it is sound when that one compares its scope, which is looked at by itself.
        return value.matches("\\(?\\$\\d+\\)?(::uuid)?|(\\w+\\.|\"\\*SELECT\\*\"\\.)?" + written.column());
    }

    private static Stream<JsonNode> scannedIn(JsonNode plan) {
        return plan.findParents("Relation Name").stream()
                .filter(node -> !node.path("Node Type").asString().equals("ModifyTable"));
    }

    private static List<JsonNode> changes(JsonNode plan) {
        return plan.findParents("Relation Name").stream()
                .filter(node -> node.path("Operation").asString("").equals("Insert"))
                .toList();
    }

    private static String name(JsonNode node) {
        return node.path("Schema").asString() + "." + node.path("Relation Name").asString();
    }

    private Optional<SweptTable> table(JsonNode node) {
        return Optional.ofNullable(tables.get(name(node)));
    }

    private static String text(Sql sql) {
        return sql.text().substring(sql.text().indexOf("*/") + 2).strip();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
