package dev.keystead.tenancy.testkit;

import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.testkit.GuardedTable.Condition;
import dev.keystead.tenancy.testkit.GuardedTable.Policy;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.DynamicTest;

/// T7 and T12: the database keeps the axes apart by itself, on every table that the catalogue knows.
final class TableChecks {
    private static final String POLICY_CURE =
            "Give the table a policy with USING and WITH CHECK that compare its scope column with the bound id";

    private final TestedDatabase database;
    private final Catalogue catalogue;
    private final Map<Axis, UUID> ours;
    private final Map<Axis, UUID> theirs;
    private final WallProbe probe;

    /// @param ours the ids of the party that tries to reach over the wall
    /// @param theirs the ids of the party on the other side
    TableChecks(TestedDatabase database, Catalogue catalogue, Map<Axis, UUID> ours, Map<Axis, UUID> theirs) {
        this.database = database;
        this.catalogue = catalogue;
        this.ours = ours;
        this.theirs = theirs;
        this.probe = new WallProbe(database);
    }

    List<DynamicTest> walls(Check check) {
        var tests = new ArrayList<DynamicTest>();
        if (check == Check.T7) {
            tests.add(check.test("the application's role", this::roleIsHeldBack));
            tests.add(check.test("the list of system-wide tables", this::listIsClosed));
            tests.add(check.test("views", this::viewsLookWithTheCallersRights));
            catalogue.tables().forEach(table -> tests.add(check.test(table.name(), () -> shape(table))));
        }
        for (GuardedTable table : catalogue.tables()) {
            if (!isSystemWide(table)) {
                for (Axis axis : table.axesToTry()) {
                    if (Check.ofTables(axis) == check) {
                        tests.add(check.test(table.name() + " along " + axis.word(), () -> wall(check, table, axis)));
                    }
                }
            }
        }
        return tests;
    }

    private void roleIsHeldBack() {
        Catalogue.AppRole app = catalogue.app();
        Check.T7.require(
                !app.superuser() && !app.bypasses(),
                "role " + app.name(),
                "is a superuser or may bypass row-level security",
                "Serve requests with a role that is NOSUPERUSER NOBYPASSRLS");
        List<String> owned = catalogue.tables().stream()
                .filter(GuardedTable::appOwns)
                .map(GuardedTable::name)
                .toList();
        Check.T7.require(
                owned.isEmpty(),
                "role " + app.name(),
                "owns, or may become the owner of, " + owned,
                "Let a role that only migrations use own the tables");
    }

    private void listIsClosed() {
        List<String> names = catalogue.tables().stream().map(GuardedTable::name).toList();
        for (String listed : database.systemWide()) {
            Check.T7.require(
                    names.contains(listed),
                    listed,
                    "is listed as system-wide and does not exist",
                    "Take it off the list");
        }
    }

    private void viewsLookWithTheCallersRights() {
        Check.T7.require(
                catalogue.views().isEmpty(),
                "views " + catalogue.views(),
                "are read with their owner's rights",
                "Create them WITH (security_invoker = true), or take the application's privileges on them away");
    }

    private boolean isSystemWide(GuardedTable table) {
        return database.systemWide().contains(table.name());
    }

    private void shape(GuardedTable table) {
        if (isSystemWide(table)) {
            return;
        }
        String name = table.name();
        Check.T7.require(
                !table.columns().isEmpty(),
                name,
                "is neither scoped nor on the list of system-wide tables",
                "Add tenant_id, org_id, project_id or user_id with a policy, or list it and say why in its migration");
        Check.T7.require(
                table.enabled(),
                name,
                "has row-level security switched off",
                "ALTER TABLE … ENABLE ROW LEVEL SECURITY");
        Check.T7.require(
                table.forced(),
                name,
                "does not hold its owner to row-level security",
                "ALTER TABLE … FORCE ROW LEVEL SECURITY");
        Check.T7.require(table.policies().stream().anyMatch(Policy::permissive), name, "has no policy", POLICY_CURE);
        for (Policy policy : table.policies()) {
            Check.T7.require(
                    !policy.command().sees() || policy.using().isPresent(),
                    name,
                    "has the policy " + policy.name() + " without USING",
                    POLICY_CURE);
            Check.T7.require(
                    !policy.command().writes() || policy.check().isPresent(),
                    name,
                    "has the policy " + policy.name() + " without WITH CHECK",
                    POLICY_CURE);
            if (policy.permissive()) {
                looksAtTheScope(table, policy, "USING", policy.using());
                looksAtTheScope(table, policy, "WITH CHECK", policy.check());
            }
        }
    }

    /// A condition that is absent lets nothing through here: that one is missing where it is needed was seen before.
    private static void looksAtTheScope(
            GuardedTable table, Policy policy, String clause, Optional<Condition> condition) {
        if (condition.isEmpty()) {
            return;
        }
        String what = "has the policy " + policy.name() + " that does not ";
        String text = " (" + clause + " " + condition.get().text() + ")";
        Check.T7.require(
                table.columns().stream().anyMatch(axis -> table.looksAt(condition.get(), axis)),
                table.name(),
                what + "look at a scope column and its own setting" + text,
                POLICY_CURE);
        table.keyAxis()
                .ifPresent(axis -> Check.T7.require(
                        table.looksAt(condition.get(), axis),
                        table.name(),
                        what + "compare " + axis.column() + ", which leads the primary key, with " + axis.setting()
                                + text,
                        POLICY_CURE));
    }

    private void wall(Check check, GuardedTable table, Axis axis) {
        for (WallProbe.Attempt attempt : WallProbe.attempts(
                table,
                axis,
                ours.getOrDefault(axis, WallProbe.STRANGER),
                theirs.getOrDefault(axis, WallProbe.OTHER_STRANGER))) {
            probe.breach(table, axis, attempt)
                    .ifPresent(breach -> check.require(
                            false,
                            table.name(),
                            "let the application " + attempt.what() + ": " + breach,
                            POLICY_CURE + "; enable and force row-level security"));
        }
        Map<Axis, UUID> bound = new EnumMap<>(Axis.class);
        table.axesToTry().forEach(one -> bound.put(one, ours.getOrDefault(one, WallProbe.STRANGER)));
        probe.hiding(table, bound)
                .ifPresent(hiding -> check.require(
                        false,
                        table.name(),
                        "keeps its own rows from whom they belong to: " + hiding,
                        "A wall without a door proves nothing: compare the scope column with its own setting"));
    }
}
