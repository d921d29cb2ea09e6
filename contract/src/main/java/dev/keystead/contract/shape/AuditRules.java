package dev.keystead.contract.shape;

import dev.keystead.contract.Dialect;
import dev.keystead.contract.Rule;
import dev.keystead.contract.scratch.Column;
import dev.keystead.contract.scratch.Index;
import dev.keystead.contract.scratch.Table;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// 002 §5: tables whose name ends in `_audit`.
final class AuditRules {
    static final Rule AUDIT_COLUMNS = Rule.error(
            "K002-5.1-audit-columns",
            "002 §5.1",
            "An audit table has the seven mandatory columns, all NOT NULL; in SQLite in the declared order, first.",
            "Declare audit_id, tenant_id, event_at, actor_did, event_type, payload_json, prev_audit_hash.");
    static final Rule AUDIT_SCAN_INDEX = Rule.error(
                    "K002-5.1-audit-scan-index",
                    "002 §5.1",
                    "An audit table has the index idx_<table>_tenant_time on (tenant_id, event_at).",
                    "Create idx_<table>_tenant_time on (tenant_id, event_at).")
            .only(Dialect.SQLITE);
    static final Rule NO_SOURCE_IP = Rule.error(
            "K002-5.2-no-source-ip",
            "002 §5.2",
            "An audit table has no column for a plain network address.",
            "Keep a hash of the address in the payload instead (source_ip_hash).");
    static final Rule NO_SHADOW = Rule.error(
                    "K002-5.2-no-shadow",
                    "002 §5.2",
                    "An audit table has no second column that means what a mandatory one means.",
                    "Use the mandatory column, or name what is different about it.")
            .only(Dialect.SQLITE);

    static final List<Rule> ALL = List.of(AUDIT_COLUMNS, AUDIT_SCAN_INDEX, NO_SOURCE_IP, NO_SHADOW);

    private static final List<String> MANDATORY =
            List.of("audit_id", "tenant_id", "event_at", "actor_did", "event_type", "payload_json", "prev_audit_hash");

    /// In PostgreSQL the key column is named `id` and JSON is native (001, 000).
    private static final Map<String, String> ALSO = Map.of("audit_id", "id", "payload_json", "payload");

    private static final Set<String> ADDRESSES =
            Set.of("source_ip", "client_ip", "remote_ip", "ip", "ip_address", "ip_addr", "remote_addr");
    private static final Map<String, String> SHADOWS = Map.of(
            "id", "audit_id",
            "tenant", "tenant_id",
            "event_ts", "event_at",
            "event_time", "event_at",
            "ts", "event_at",
            "actor", "actor_did",
            "actor_id", "actor_did",
            "payload", "payload_json",
            "prev_hash", "prev_audit_hash");

    private AuditRules() {}

    static void check(TableCase it, Breaches breaches) {
        if (!it.isAudit()) {
            return;
        }
        for (Column column : it.table().columns()) {
            String name = column.name().toLowerCase(Locale.ROOT);
            if (ADDRESSES.contains(name)) {
                breaches.ofColumn(NO_SOURCE_IP, column.name(), "holds a network address as it is");
            }
            String shadowed = SHADOWS.get(name);
            if (shadowed != null) {
                breaches.ofColumn(NO_SHADOW, column.name(), "shadows " + shadowed);
            }
        }
        if (it.isPostgres()) {
            checkPresence(it, breaches);
        } else {
            checkDeclaration(it, breaches);
        }
    }

    private static void checkPresence(TableCase it, Breaches breaches) {
        for (String wanted : MANDATORY) {
            Column column = it.table().column(named(it, wanted));
            Column other = column == null ? it.table().column(ALSO.getOrDefault(wanted, wanted)) : column;
            if (other == null) {
                breaches.ofTable(AUDIT_COLUMNS, "lacks the mandatory column " + named(it, wanted));
            } else if (!other.notNull()) {
                breaches.ofColumn(AUDIT_COLUMNS, other.name(), "may be NULL");
            } else if (wanted.equals("event_at") && !other.type().equals("bigint")) {
                breaches.ofColumn(AUDIT_COLUMNS, other.name(), "is " + other.type() + " and not bigint (unix seconds)");
            }
        }
    }

    private static void checkDeclaration(TableCase it, Breaches breaches) {
        Table table = it.table();
        int place = 0;
        for (String mandatory : MANDATORY) {
            String wanted = named(it, mandatory);
            String type = wanted.equals("event_at") ? "integer" : "text";
            Column column = table.column(wanted);
            if (column == null) {
                breaches.ofTable(AUDIT_COLUMNS, "lacks the mandatory column " + wanted);
            } else {
                if (!column.notNull() || !column.type().equals(type)) {
                    breaches.ofColumn(AUDIT_COLUMNS, wanted, "is not " + type.toUpperCase(Locale.ROOT) + " NOT NULL");
                } else if (table.columns().indexOf(column) != place) {
                    breaches.ofColumn(AUDIT_COLUMNS, wanted, "is not where the declared order has it");
                }
                place++;
            }
        }
        checkScanIndex(it, breaches);
    }

    private static void checkScanIndex(TableCase it, Breaches breaches) {
        String name = "idx_" + it.table().name().toLowerCase(Locale.ROOT) + "_tenant_time";
        List<String> columns = List.of(it.tenant(), "event_at");
        boolean there = it.table().indexes().stream()
                .filter(index -> index.name().equalsIgnoreCase(name))
                .map(Index::columns)
                .anyMatch(columns::equals);
        if (!there) {
            breaches.ofTable(AUDIT_SCAN_INDEX, "lacks the index " + name + " on (" + String.join(", ", columns) + ")");
        }
    }

    private static String named(TableCase it, String wanted) {
        return wanted.equals("tenant_id") ? it.tenant() : wanted;
    }
}
