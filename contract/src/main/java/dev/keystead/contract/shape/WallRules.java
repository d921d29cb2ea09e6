package dev.keystead.contract.shape;

import dev.keystead.contract.Dialect;
import dev.keystead.contract.Rule;
import dev.keystead.contract.scratch.Index;
import dev.keystead.contract.scratch.Policy;
import dev.keystead.contract.scratch.Routine;
import dev.keystead.contract.scratch.Table;
import dev.keystead.contract.scratch.View;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// 004: the wall between tenants, as far as a catalogue shows it, and the tables that stand outside of it.
final class WallRules {
    static final Rule RLS_ENABLED = Rule.error(
                    "K004-rls-enabled",
                    "004 RLS template, T7",
                    "Every table that is not system-wide has row-level security enabled.",
                    "alter table … enable row level security.")
            .only(Dialect.POSTGRES);
    static final Rule RLS_FORCED = Rule.error(
                    "K004-rls-forced",
                    "004 T7 as ruled",
                    "Row-level security holds for the owner of a table too.",
                    "alter table … force row level security.")
            .only(Dialect.POSTGRES);
    static final Rule POLICY = Rule.error(
                    "K004-policy",
                    "004 RLS template",
                    "Every table that is not system-wide has a policy.",
                    "Create a policy that compares the scope column with the bound scope.")
            .only(Dialect.POSTGRES);
    static final Rule POLICY_BOTH_WAYS = Rule.error(
                    "K004-policy-both-ways",
                    "004 RLS template as ruled",
                    "A policy says what may be seen (USING) and what may be written (WITH CHECK).",
                    "Give the policy both conditions.")
            .only(Dialect.POSTGRES);
    static final Rule POLICY_SCOPE = Rule.error(
                    "K004-policy-scope",
                    "004 Scope model",
                    "A policy compares a column with app.current_tenant_id, _org_id, _project_id or _user_id.",
                    "Compare the scope column with one of the four settings, or with a function that reads one.")
            .only(Dialect.POSTGRES);
    static final Rule SYSTEM_WIDE_REASON = Rule.error(
            "K004-system-wide-reason",
            "004 Spec audit",
            "A system-wide table says why in its migration.",
            "Write the reason behind '-- system-wide:' directly above the CREATE TABLE.");
    static final Rule SYSTEM_WIDE_SCOPED = Rule.warning(
            "K004-system-wide-scoped",
            "004 Spec audit",
            "A table that carries a tenant, an organisation, a project or a user is not system-wide.",
            "Put the table behind the wall of that axis.");
    static final Rule PERSONAL_DATA = Rule.error(
            "K004-personal-data",
            "004 Spec audit",
            "A table with personal data (email, name, password…, key…) says whose it is.",
            "Add the scope column; a system-wide table holds no e-mail addresses and passwords at all.");
    static final Rule VIEW_INVOKER = Rule.error(
                    "K004-view-invoker",
                    "004 T7",
                    "A view reads with the rights of whoever asks, and no view keeps rows of its own.",
                    "Create it WITH (security_invoker = true); replace a materialized view by a table with a policy.")
            .only(Dialect.POSTGRES);
    static final Rule DEFINER_PINNED = Rule.warning(
                    "K004-definer-pinned",
                    "004 T7",
                    "A routine that runs with its owner's rights fixes its search path.",
                    "Add SET search_path = …, or let it run with the caller's rights.")
            .only(Dialect.POSTGRES);
    static final Rule SCOPE_INDEX = Rule.error(
                    "K004-T8-scope-index",
                    "004 T8",
                    "Every column that the policies of a table compare with the scope leads a whole index.",
                    "Create an index that leads with the column.")
            .only(Dialect.POSTGRES);
    static final Rule POLICY_INDEXABLE = Rule.error(
                    "K004-T8-policy-indexable",
                    "004 T8",
                    "A policy compares the bare column by a leakproof operator, so that an index can serve it.",
                    "Cast the setting to the column's type, never the column.")
            .only(Dialect.POSTGRES);
    static final Rule INDEX_LEAKPROOF = Rule.warning(
                    "K004-T8-index-leakproof",
                    "004 T8",
                    "An index behind the wall uses leakproof functions only, or no tenant's query can use it.",
                    "Store the value in a column of its own and index that.")
            .only(Dialect.POSTGRES);

    static final List<Rule> ALL = List.of(
            RLS_ENABLED,
            RLS_FORCED,
            POLICY,
            POLICY_BOTH_WAYS,
            POLICY_SCOPE,
            SYSTEM_WIDE_REASON,
            SYSTEM_WIDE_SCOPED,
            PERSONAL_DATA,
            VIEW_INVOKER,
            DEFINER_PINNED,
            SCOPE_INDEX,
            POLICY_INDEXABLE,
            INDEX_LEAKPROOF);

    private static final Pattern PERSONAL = Pattern.compile("email|name|password.*|key.*");
    private static final Pattern ALWAYS_PERSONAL = Pattern.compile("(?:.*_)?email|password.*");
    private static final Set<String> OWNERS = Set.of("org_id", "project_id", "koder_user_id", "user_id");

    private WallRules() {}

    static void check(TableCase it, Breaches breaches) {
        checkOwner(it, breaches);
        if (it.isPostgres() && !it.isSystemWide() && !it.discriminators().isEmpty()) {
            checkWall(it, breaches);
            checkIndexes(it, breaches);
        }
    }

    private static void checkOwner(TableCase it, Breaches breaches) {
        Table table = it.table();
        Pattern personal = it.isSystemWide() ? ALWAYS_PERSONAL : PERSONAL;
        List<String> found = columns(table, name -> personal.matcher(name).matches());
        if (it.discriminators().isEmpty() && !it.isRegistry() && !found.isEmpty()) {
            breaches.ofTable(PERSONAL_DATA, "holds " + String.join(", ", found) + " and does not say whose");
        }
        it.systemWideReason().ifPresent(reason -> {
            if (reason.isEmpty()) {
                breaches.ofTable(SYSTEM_WIDE_REASON, "is said to be system-wide without a reason");
            }
            List<String> owners = columns(table, name -> OWNERS.contains(name) || name.equalsIgnoreCase(it.tenant()));
            if (!owners.isEmpty() && !it.isRegistry()) {
                breaches.ofTable(SYSTEM_WIDE_SCOPED, "is said to be system-wide and has " + String.join(", ", owners));
            }
        });
    }

    private interface NameTest {
        boolean holds(String name);
    }

    private static List<String> columns(Table table, NameTest test) {
        return table.columns().stream()
                .map(column -> column.name().toLowerCase(Locale.ROOT))
                .filter(test::holds)
                .toList();
    }

    private static void checkWall(TableCase it, Breaches breaches) {
        Table table = it.table();
        if (!table.rowSecurity()) {
            breaches.ofTable(RLS_ENABLED, "has row-level security switched off");
            return;
        }
        if (!table.forced()) {
            breaches.ofTable(RLS_FORCED, "does not hold its owner to row-level security");
        }
        if (table.policies().stream().noneMatch(Policy::permissive)) {
            breaches.ofTable(POLICY, "has no policy, so that nobody can read it");
        }
        for (Policy policy : table.policies()) {
            checkPolicy(it, policy, breaches);
        }
    }

    private static void checkPolicy(TableCase it, Policy policy, Breaches breaches) {
        if (policy.command().sees() && policy.using().isEmpty()) {
            breaches.ofPolicy(POLICY_BOTH_WAYS, policy.name(), "has no USING");
        }
        if (policy.command().writes() && policy.check().isEmpty()) {
            breaches.ofPolicy(POLICY_BOTH_WAYS, policy.name(), "has no WITH CHECK");
        }
        List<String> conditions = Stream.of(policy.using(), policy.check())
                .flatMap(Optional::stream)
                .toList();
        boolean scoped = conditions.stream()
                .allMatch(condition -> it.scopes().reads(condition)
                        && !it.scopes().mentioned(it.table(), condition).isEmpty());
        if (policy.permissive() && !scoped) {
            breaches.ofPolicy(POLICY_SCOPE, policy.name(), "does not compare a column with the scope");
        }
        List<String> cast = it.discriminators().stream()
                .filter(column -> policy.using()
                        .filter(condition -> isCast(condition, column))
                        .isPresent())
                .toList();
        if (!cast.isEmpty()) {
            breaches.ofPolicy(POLICY_INDEXABLE, policy.name(), "casts " + String.join(", ", cast));
        } else if (!policy.leaks().isEmpty()) {
            breaches.ofPolicy(
                    POLICY_INDEXABLE, policy.name(), "uses " + String.join(", ", policy.leaks()) + ", not leakproof");
        }
    }

    private static boolean isCast(String condition, String column) {
        return Pattern.compile("\\(\"?" + Pattern.quote(column) + "\"?\\)::")
                .matcher(condition)
                .find();
    }

    private static void checkIndexes(TableCase it, Breaches breaches) {
        Table table = it.table();
        Set<String> compared = new LinkedHashSet<>();
        for (Policy policy : table.policies()) {
            policy.using().ifPresent(condition -> compared.addAll(it.scopes().columns(table, condition)));
        }
        for (String column : compared) {
            boolean led = table.indexes().stream()
                    .filter(index -> index.where().isEmpty())
                    .map(Index::first)
                    .map(TableCase::unquoted)
                    .anyMatch(first -> first.equals(column) || isCopy(table, first, column));
            // A project lies inside its tenant (004), whose index serves it.
            boolean insideTenant = column.equals("project_id") && compared.contains(it.tenant());
            if (!led && !insideTenant) {
                breaches.ofColumn(SCOPE_INDEX, column, "is compared with the scope and leads no index");
            }
        }
        for (Index index : table.indexes()) {
            if (table.rowSecurity() && !index.leaks().isEmpty()) {
                breaches.ofIndex(
                        INDEX_LEAKPROOF,
                        index.name(),
                        index.columns(),
                        "on " + table.fullName() + " uses " + String.join(", ", index.leaks()) + ", not leakproof");
            }
        }
    }

    /// Whether one of two columns is generated from the other.
    private static boolean isCopy(Table table, String one, String other) {
        return table.columns().stream()
                .filter(column -> column.generatedFrom().isPresent())
                .anyMatch(column -> {
                    String source = TableCase.unquoted(column.generatedFrom().orElseThrow());
                    return (column.name().equals(one) && source.equals(other))
                            || (column.name().equals(other) && source.equals(one));
                });
    }

    static void check(View view, Breaches breaches) {
        if (view.materialized()) {
            breaches.ofOther(VIEW_INVOKER, "keeps rows of every tenant without a policy");
        } else if (!view.invoker()) {
            breaches.ofOther(VIEW_INVOKER, "reads with its owner's rights");
        }
    }

    static void check(Routine routine, Breaches breaches) {
        if (routine.definer() && !routine.pinned()) {
            breaches.ofOther(DEFINER_PINNED, "runs with its owner's rights and does not fix its search path");
        }
    }
}
