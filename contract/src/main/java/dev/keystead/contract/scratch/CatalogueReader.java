package dev.keystead.contract.scratch;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Reads PostgreSQL's catalogue, as far as a migration can have changed it: the questions to send, and what their
/// answers mean.
///
/// @param before the catalogue before the migration
/// @param touched what the migration can have changed
/// @param names of the relations that are asked for, and of the routines
record CatalogueReader(Catalogue before, Touched touched, Set<String> names) {
    /// Names that are mentioned, and the tables of indexes that are dropped.
    static CatalogueReader of(Catalogue before, Touched touched) {
        var names = new HashSet<>(touched.names());
        if (!touched.dropped().isEmpty()) {
            for (Table table : before.tables().values()) {
                if (table.indexes().stream().anyMatch(index -> touched.dropped().contains(index.name()))) {
                    names.add(table.name());
                }
            }
        }
        return new CatalogueReader(before, touched, names);
    }

    /// The statements that ask, each of which answers with rows. To be sent in this order, with nothing between
    /// them.
    List<String> questions() {
        boolean all = touched.everything();
        var questions = new ArrayList<String>();
        questions.add(all ? CatalogueQuestion.ALL_RELATIONS.asked() : CatalogueQuestion.NAMED_RELATIONS.asked(names));
        questions.add(CatalogueQuestion.HEADS.asked());
        questions.add(CatalogueQuestion.COLUMNS.asked());
        questions.add(CatalogueQuestion.CONSTRAINTS.asked());
        questions.add(CatalogueQuestion.INDEXES.asked());
        if (touched.policies()) {
            questions.add(CatalogueQuestion.POLICIES.asked());
        }
        if (touched.routines()) {
            questions.add(all ? CatalogueQuestion.ALL_ROUTINES.asked() : CatalogueQuestion.NAMED_ROUTINES.asked(names));
        }
        if (touched.schemas()) {
            questions.add(CatalogueQuestion.SCHEMAS.asked());
        }
        return questions;
    }

    /// The catalogue now.
    ///
    /// @param statement has executed the questions, and before them only what answers without rows
    Catalogue answer(Statement statement) throws SQLException {
        var answers = new Answers(statement);
        answers.next().close();
        var tables = new HashMap<String, Table>();
        var views = new HashMap<String, View>();
        if (!touched.everything()) {
            tables.putAll(before.tables());
            views.putAll(before.views());
            tables.values().removeIf(table -> names.contains(table.name()));
            views.keySet().removeIf(name -> names.contains(bare(name)));
        }
        readRelations(answers, tables, views);
        Map<String, Routine> routines = touched.routines() ? routines(answers) : before.routines();
        Map<String, String> schemas = touched.schemas() ? schemas(answers) : before.schemas();
        return new Catalogue(tables, views, routines, schemas);
    }

    private void readRelations(Answers answers, Map<String, Table> tables, Map<String, View> views)
            throws SQLException {
        var drafts = new HashMap<Long, TableDraft>();
        try (ResultSet rows = answers.next()) {
            while (rows.next()) {
                String kind = rows.getString("relkind");
                if (kind.equals("v") || kind.equals("m")) {
                    String name = Table.fullName(rows.getString("nspname"), rows.getString("relname"));
                    views.put(name, new View(name, rows.getBoolean("invoker"), kind.equals("m")));
                } else {
                    drafts.put(rows.getLong("oid"), new TableDraft(rows));
                }
            }
        }
        each(answers, drafts, TableDraft::column);
        each(answers, drafts, TableDraft::constraint);
        each(answers, drafts, TableDraft::index);
        if (touched.policies()) {
            each(answers, drafts, TableDraft::policy);
        }
        for (TableDraft draft : drafts.values()) {
            Table former = before.tables().get(draft.fullName());
            Table table = touched.policies() || former == null ? draft.table() : draft.table(former.policies());
            tables.put(table.fullName(), table);
        }
    }

    private interface Part {
        void read(TableDraft draft, ResultSet row) throws SQLException;
    }

    private static void each(Answers answers, Map<Long, TableDraft> drafts, Part part) throws SQLException {
        try (ResultSet rows = answers.next()) {
            while (rows.next()) {
                TableDraft draft = drafts.get(rows.getLong(1));
                if (draft != null) {
                    part.read(draft, rows);
                }
            }
        }
    }

    private Map<String, Routine> routines(Answers answers) throws SQLException {
        var routines = new HashMap<String, Routine>();
        if (!touched.everything()) {
            routines.putAll(before.routines());
            routines.values().removeIf(routine -> names.contains(bare(routine.name())));
        }
        try (ResultSet rows = answers.next()) {
            while (rows.next()) {
                String name = Table.fullName(rows.getString("nspname"), rows.getString("proname"));
                String signature = name + "(" + rows.getString("arguments") + ")";
                routines.put(
                        signature,
                        new Routine(
                                name,
                                signature,
                                rows.getBoolean("prosecdef"),
                                rows.getBoolean("pinned"),
                                rows.getString("body")));
            }
        }
        return routines;
    }

    private static Map<String, String> schemas(Answers answers) throws SQLException {
        var schemas = new HashMap<String, String>();
        try (ResultSet rows = answers.next()) {
            while (rows.next()) {
                schemas.put(rows.getString(1), rows.getString(2));
            }
        }
        return schemas;
    }

    private static String bare(String fullName) {
        return fullName.substring(fullName.lastIndexOf('.') + 1);
    }

    /// The answers with rows among all that a statement brought, one after the other.
    private static final class Answers {
        private final Statement statement;
        private boolean begun;

        Answers(Statement statement) {
            this.statement = statement;
        }

        ResultSet next() throws SQLException {
            boolean rows = begun ? statement.getMoreResults() : statement.getResultSet() != null;
            begun = true;
            while (!rows && statement.getUpdateCount() >= 0) {
                rows = statement.getMoreResults();
            }
            return Objects.requireNonNull(statement.getResultSet(), "Every question is answered");
        }
    }
}
