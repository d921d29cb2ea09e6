package dev.keystead.contract.shape;

import dev.keystead.contract.Dialect;
import dev.keystead.contract.Rule;
import dev.keystead.contract.scratch.Column;
import dev.keystead.contract.scratch.ForeignKey;
import dev.keystead.contract.scratch.Index;
import dev.keystead.contract.scratch.Table;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// 001's conventions about keys and runtime tables, and 000's about deleted rows.
final class ConventionRules {
    static final Rule KEY_NAME = Rule.error(
            "K001-key-name",
            "001 Primary Key Column Naming",
            "The primary key column of an entity is named id, not after the entity.",
            "Name the column id.");
    static final Rule ASSOCIATION_KEY = Rule.error(
            "K001-association-key",
            "001 Association Tables",
            "An association table is keyed by its foreign keys and has no surrogate id.",
            "Make the primary key of the foreign key columns, and drop the id.");
    static final Rule INTEGER_FOREIGN_KEY = Rule.error(
            "K001-integer-foreign-key",
            "001 Foreign Key Strategy",
            "No foreign key is an integer.",
            "Reference the id itself.");
    static final Rule EXPIRY_COLUMN = Rule.error(
            "K001-expiry-column",
            "001 Runtime Database Expiry Handling",
            "A runtime table has an expiry column, NOT NULL, unless it goes with its owner (ON DELETE CASCADE).",
            "Add expires_at NOT NULL.");
    static final Rule EXPIRY_INDEX = Rule.error(
            "K001-expiry-index",
            "001 Expiry Indexes",
            "A runtime table has an index on its expiry column.",
            "Create an index on the expiry column.");
    static final Rule RUNTIME_ALONE = Rule.error(
                    "K001-runtime-alone",
                    "001 Logical Database Separation",
                    "A table of a runtime schema references no table outside of runtime schemas.",
                    "Drop the foreign key, so that the schema can live in a database of its own.")
            .only(Dialect.POSTGRES);
    static final Rule SCHEMA_CLASS = Rule.error(
                    "K001-schema-class",
                    "001 Logical Database Separation",
                    "The comment of a schema with tables names its 001 class: config, runtime or user.",
                    "comment on schema … is '001 class: user. …'.")
            .only(Dialect.POSTGRES);
    static final Rule TABLE_COMMENT = Rule.warning(
                    "K001-table-comment",
                    "001 Schema Script Conventions",
                    "The comment of a table says what it is for, its scope, its 001 class and its retention.",
                    "comment on table … is '… Scope: tenant. 001 class: user. Retention: …'.")
            .only(Dialect.POSTGRES);
    static final Rule COLUMN_COMMENT = Rule.warning(
                    "K001-column-comment",
                    "001 Schema Script Conventions",
                    "Every column has a comment that says what it is for.",
                    "comment on column … is '…'.")
            .only(Dialect.POSTGRES);
    static final Rule LIVE_UNIQUE = Rule.error(
            "K000-live-unique",
            "000 as ruled",
            "In a table with deleted_at, uniqueness holds among live rows only.",
            "Make it a unique index with WHERE deleted_at IS NULL.");

    static final List<Rule> ALL = List.of(
            KEY_NAME,
            ASSOCIATION_KEY,
            INTEGER_FOREIGN_KEY,
            EXPIRY_COLUMN,
            EXPIRY_INDEX,
            RUNTIME_ALONE,
            SCHEMA_CLASS,
            TABLE_COMMENT,
            COLUMN_COMMENT,
            LIVE_UNIQUE);

    private static final Pattern ALIVE = Pattern.compile("(?i)\\bdeleted_at\\s+is\\s+null\\b");

    private ConventionRules() {}

    static void check(TableCase it, Breaches breaches) {
        checkKeyName(it, breaches);
        checkAssociation(it, breaches);
        checkForeignKeys(it, breaches);
        checkExpiry(it, breaches);
        checkLiveUnique(it, breaches);
        if (it.isPostgres()) {
            checkComments(it, breaches);
        }
    }

    /// The columns of the primary key without those that say whose the row is.
    private static List<String> ownKey(TableCase it) {
        var own = new ArrayList<>(it.table().primaryKey().map(Index::columns).orElse(List.of()));
        own.removeIf(it::isDiscriminator);
        return own;
    }

    private static void checkKeyName(TableCase it, Breaches breaches) {
        List<String> own = ownKey(it);
        if (own.size() == 1 && entityNames(it.table()).contains(own.getFirst().toLowerCase(Locale.ROOT))) {
            breaches.ofColumn(KEY_NAME, own.getFirst(), "is a primary key named after its entity");
        }
    }

    /// What the id of a table `policies` might be called: policies_id, policie_id, policy_id.
    private static Set<String> entityNames(Table table) {
        String name = table.name().toLowerCase(Locale.ROOT);
        var names = new HashSet<>(Set.of(name + "_id"));
        if (name.endsWith("s")) {
            names.add(name.substring(0, name.length() - 1) + "_id");
        }
        if (name.endsWith("es")) {
            names.add(name.substring(0, name.length() - 2) + "_id");
        }
        if (name.endsWith("ies")) {
            names.add(name.substring(0, name.length() - 3) + "y_id");
        }
        return names;
    }

    /// A table is an association when all it holds, beside a surrogate key and times, are two or more
    /// references.
    private static void checkAssociation(TableCase it, Breaches breaches) {
        List<String> own = ownKey(it);
        if (own.size() != 1 || !own.getFirst().equalsIgnoreCase("id")) {
            return;
        }
        List<Set<String>> references = it.table().foreignKeys().stream()
                .map(key -> (Set<String>) new HashSet<>(key.columns()))
                .peek(columns -> columns.removeIf(it::isDiscriminator))
                .filter(columns -> !columns.isEmpty())
                .toList();
        Set<String> rest = new HashSet<>();
        it.table().columns().stream()
                .map(Column::name)
                .filter(name -> !name.equalsIgnoreCase("id")
                        && !name.toLowerCase(Locale.ROOT).endsWith("_at"))
                .filter(name -> !it.isDiscriminator(name))
                .forEach(rest::add);
        references.forEach(rest::removeAll);
        if (references.size() > 1 && rest.isEmpty()) {
            breaches.ofColumn(ASSOCIATION_KEY, own.getFirst(), "is a surrogate key of an association");
        }
    }

    private static void checkForeignKeys(TableCase it, Breaches breaches) {
        for (ForeignKey key : it.table().foreignKeys()) {
            for (String name : key.columns()) {
                Column column = it.table().column(name);
                if (column != null && column.isInteger()) {
                    breaches.ofColumn(INTEGER_FOREIGN_KEY, name, "references " + key.table() + " by an integer");
                }
            }
            boolean leaves = it.other(key.table())
                    .filter(other -> !other.livesInRuntimeSchema())
                    .isPresent();
            if (it.isPostgres() && it.livesInRuntimeSchema() && leaves) {
                breaches.ofForeignKey(
                        RUNTIME_ALONE,
                        key.table(),
                        key.columns(),
                        "references " + key.table() + ", which is no runtime");
            }
        }
    }

    private static void checkExpiry(TableCase it, Breaches breaches) {
        if (!it.isRuntime()) {
            return;
        }
        Optional<Column> expiry = it.expiryColumn();
        boolean goesWithOwner = it.table().foreignKeys().stream()
                .filter(ForeignKey::cascades)
                .anyMatch(key ->
                        it.other(key.table()).filter(TableCase::isRuntime).isPresent());
        if (expiry.isEmpty()) {
            if (!goesWithOwner) {
                breaches.ofTable(EXPIRY_COLUMN, "is a runtime table without an expiry column");
            }
        } else if (!expiry.get().notNull()) {
            breaches.ofColumn(EXPIRY_COLUMN, expiry.get().name(), "may be NULL in a runtime table");
        }
        if (expiry.isPresent() && it.table().indexes().stream().noneMatch(index -> TableCase.isExpiry(index.first()))) {
            breaches.ofColumn(EXPIRY_INDEX, expiry.get().name(), "has no index that leads with it");
        }
    }

    private static void checkLiveUnique(TableCase it, Breaches breaches) {
        if (!it.table().has("deleted_at")) {
            return;
        }
        for (Index index : it.table().indexes()) {
            boolean ofLiveRows =
                    index.where().filter(where -> isAlive(it.table(), where)).isPresent();
            // A secret's digest and an id are never used again, whether their row lives or not.
            boolean neverAgain = index.columns().stream()
                    .anyMatch(column -> TableCase.isDigest(column) || column.equalsIgnoreCase("id"));
            if (index.unique() && !index.primary() && !ofLiveRows && !neverAgain) {
                breaches.ofIndex(
                        LIVE_UNIQUE,
                        index.name(),
                        index.columns(),
                        "on " + it.table().fullName() + " counts deleted rows as well");
            }
        }
    }

    /// Whether a condition holds of live rows only: it says so, or a CHECK forbids it for deleted ones.
    private static boolean isAlive(Table table, String condition) {
        String forbidden = "deleted_at IS NULL OR NOT " + withoutParentheses(condition);
        return ALIVE.matcher(condition).find()
                || table.checks().stream()
                        .map(ConventionRules::withoutParentheses)
                        .anyMatch(forbidden::equalsIgnoreCase);
    }

    private static String withoutParentheses(String condition) {
        return condition.replaceAll("[()]", "");
    }

    private static void checkComments(TableCase it, Breaches breaches) {
        String comment = it.table().comment();
        var missing = new ArrayList<String>();
        if (!comment.contains("Scope:")) {
            missing.add("Scope:");
        }
        if (TableCase.classIn(comment).isEmpty()) {
            missing.add("001 class:");
        }
        if (!comment.contains("Retention:")) {
            missing.add("Retention:");
        }
        if (!missing.isEmpty()) {
            breaches.ofTable(
                    TABLE_COMMENT,
                    comment.isEmpty()
                            ? "has no comment"
                            : "has a comment without '" + String.join("' and '", missing) + "'");
        }
        for (Column column : it.table().columns()) {
            if (column.comment().isBlank()) {
                breaches.ofColumn(COLUMN_COMMENT, column.name(), "has no comment");
            }
        }
    }
}
