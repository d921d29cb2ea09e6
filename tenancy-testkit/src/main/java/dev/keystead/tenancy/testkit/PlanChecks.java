package dev.keystead.tenancy.testkit;

import dev.keystead.tenancy.Axis;
import java.io.IOException;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.DynamicTest;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/// T8: no statement reads a scoped table from end to end.
///
/// The plan is the generic one, as the application's role gets it, with sequential scans priced out: on a test's few
/// rows the planner would read the whole table whatever indexes there are, and it sizes a table by its file, so faked
/// statistics would not change its mind. What is left is the question that matters: can an index be used at all?
final class PlanChecks {
    private static final String CURE = "Lead an index with the scope column and compare it with a parameter in the"
            + " statement; functions that are not leakproof (lower, like, ->>) cannot use one under row-level security";

    private final TenancySubject subject;
    private final Catalogue catalogue;

    PlanChecks(TenancySubject subject, Catalogue catalogue) {
        this.subject = subject;
        this.catalogue = catalogue;
    }

    List<DynamicTest> statementsUseAnIndex() {
        return subject.statements().stream()
                .map(statement -> Check.T8.test(statement.id(), () -> usesAnIndex(statement)))
                .toList();
    }

    private void usesAnIndex(TestedStatement statement) throws SQLException {
        Set<String> unique = uniqueIndexes();
        NodeList nodes = plan(statement).getElementsByTagName("Plan");
        for (int i = 0; i < nodes.getLength(); i++) {
            Element node = (Element) nodes.item(i);
            catalogue.tables().stream()
                    .filter(table -> table.name().equals(text(node, "Schema") + "." + text(node, "Relation-Name")))
                    .filter(table -> !subject.database().systemWide().contains(table.name()))
                    .forEach(table -> scansNarrowly(statement, table, node, unique));
        }
    }

    private static void scansNarrowly(TestedStatement statement, GuardedTable table, Element node, Set<String> unique) {
        String type = text(node, "Node-Type");
        if (type.equals("ModifyTable")) {
            return;
        }
        Element index = type.equals("Bitmap Heap Scan") ? firstBelow(node) : node;
        String condition = text(index, "Index-Cond");
        boolean scoped = table.columns().stream()
                .map(Axis::column)
                .anyMatch(column -> Pattern.compile("\\b" + column + "\\b")
                        .matcher(condition)
                        .find());
        Check.T8.require(
                scoped || (!condition.isEmpty() && unique.contains(text(index, "Index-Name"))),
                statement.id(),
                "reads " + table.name() + " by " + type + (condition.isEmpty() ? "" : " on " + condition)
                        + ", not by an index on its scope",
                CURE);
    }

    /// The scan of the index below a bitmap scan; below an AND of several, the first.
    private static Element firstBelow(Element node) {
        NodeList below = node.getElementsByTagName("Plan");
        for (int i = 0; i < below.getLength(); i++) {
            if (text((Element) below.item(i), "Node-Type").equals("Bitmap Index Scan")) {
                return (Element) below.item(i);
            }
        }
        return node;
    }

    private static String text(Element node, String name) {
        for (var child = node.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (name.equals(child.getNodeName())) {
                return child.getTextContent();
            }
        }
        return "";
    }

    private Element plan(TestedStatement statement) throws SQLException {
        var numbered = Numbered.of(statement.text());
        try (Connection connection = subject.database().app().getConnection();
                Statement sql = connection.createStatement()) {
            connection.setAutoCommit(false);
            try {
                // Policies may evaluate the bound ids while the plan is made.
                for (Axis axis : Axis.values()) {
                    sql.execute("select set_config('%s', '%s', true)"
                            .formatted(axis.setting(), subject.ours().ids().getOrDefault(axis, WallProbe.STRANGER)));
                }
                sql.execute("set local plan_cache_mode = force_generic_plan");
                sql.execute("set local enable_seqscan = off");
                sql.execute("prepare tenancy_contract as " + numbered.text());
                String values = String.join(", ", Collections.nCopies(numbered.count(), "null"));
                String explain = "explain (verbose, costs off, format xml) execute tenancy_contract"
                        + (numbered.count() == 0 ? "" : "(" + values + ")");
                try (ResultSet rows = sql.executeQuery(explain)) {
                    rows.next();
                    return parse(rows.getString(1));
                }
            } finally {
                connection.rollback();
                sql.execute("deallocate all");
                connection.commit();
            }
        } catch (SQLException e) {
            throw new AssertionError(
                    Check.T8 + " " + statement.id() + ": cannot be planned as the application's role: " + e.getMessage()
                            + ". Grant what it needs, or take it off the list of statements.",
                    e);
        }
    }

    private static Element parse(String xml) {
        try {
            var factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            return factory.newDocumentBuilder()
                    .parse(new InputSource(new StringReader(xml)))
                    .getDocumentElement();
        } catch (ParserConfigurationException | SAXException | IOException e) {
            throw new IllegalStateException("PostgreSQL's plan is not the XML that was expected", e);
        }
    }

    private Set<String> uniqueIndexes() throws SQLException {
        var names = new HashSet<String>();
        try (Connection connection = subject.database().superuser().getConnection();
                Statement sql = connection.createStatement();
                ResultSet rows = sql.executeQuery("""
                        select c.relname
                        from pg_index i
                        join pg_class c on c.oid = i.indexrelid
                        where i.indisunique
                        """)) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }

    /// The statement with `$1`, `$2` … for its question marks, as `PREPARE` wants it.
    record Numbered(String text, int count) {
        private static final Pattern TOKEN =
                Pattern.compile("'(?:[^']|'')*'|\"[^\"]*\"|--[^\\n]*|/\\*.*?\\*/|\\?", Pattern.DOTALL);

        static Numbered of(String text) {
            var found = new ArrayList<Integer>();
            String numbered = TOKEN.matcher(text).replaceAll(match -> {
                if (!match.group().equals("?")) {
                    return Matcher.quoteReplacement(match.group());
                }
                found.add(match.start());
                return "\\$" + found.size();
            });
            return new Numbered(numbered, found.size());
        }
    }
}
