package dev.keystead.contract.shape;

import dev.keystead.contract.Rule;
import dev.keystead.contract.Settings;
import dev.keystead.tenancy.migration.MigrationName;
import java.util.Set;

/// Migrations from before the contract: rules that 002 makes for new tables and columns only do not ask about
/// them at all. What the others find there is a note, as [Settings#weighed] has it.
///
/// @param since the number of the first migration for which the contract counts
record Grandfather(int since) {
    /// 002 §9: "the §5 contract applies only to audit tables created from …", and §6.2: `_ms` is
    /// grandfathered.
    private static final Set<Rule> FOR_NEW_THINGS_ONLY = Set.of(
            AuditRules.AUDIT_COLUMNS,
            AuditRules.AUDIT_SCAN_INDEX,
            AuditRules.NO_SOURCE_IP,
            AuditRules.NO_SHADOW,
            TypeRules.NO_MILLISECONDS);

    static Grandfather of(Settings settings) {
        return new Grandfather(settings.since());
    }

    boolean asks(Rule rule, MigrationName migration) {
        return migration.number() >= since || !FOR_NEW_THINGS_ONLY.contains(rule);
    }
}
