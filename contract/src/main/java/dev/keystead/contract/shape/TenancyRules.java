package dev.keystead.contract.shape;

import dev.keystead.contract.Dialect;
import dev.keystead.contract.Rule;
import dev.keystead.contract.scratch.Column;
import dev.keystead.contract.scratch.ForeignKey;
import dev.keystead.contract.scratch.Index;
import dev.keystead.contract.scratch.Table;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// 002 §3 and §4: whose a row is, and that every way to it begins there.
final class TenancyRules {
    static final Rule TENANT_COLUMN = Rule.error(
            "K002-3.1-tenant-column",
            "002 §3.1",
            "Every business table carries the column that says whose a row is: the tenant, or its policies' axis.",
            "Add the tenant column, or write '-- system-wide: <why>' directly above the CREATE TABLE.");
    static final Rule TENANT_FIRST_KEY = Rule.error(
            "K002-3.1-tenant-first-key",
            "002 §3.1",
            "The primary key of a business table leads with the tenant column.",
            "Make the primary key (tenant, …), or (tenant) alone.");
    static final Rule TENANT_FOREIGN_KEY = Rule.error(
                    "K002-3.1-tenant-foreign-key",
                    "002 §3.1",
                    "A foreign key between business tables carries the tenant: no row points into another's.",
                    "Reference (tenant, id) by (tenant, …_id).")
            .only(Dialect.POSTGRES);
    static final Rule TENANT_NOT_NULL = Rule.error(
            "K002-3.4-tenant-not-null",
            "002 §3.4",
            "The tenant column is NOT NULL; under a key of another axis it may be absent where a CHECK says when.",
            "Fill the orphan rows with the reserved sentinel and declare the column NOT NULL.");
    static final Rule TENANT_TIGHTENED = Rule.error(
            "K002-3.4-tenant-tightened",
            "002 §3.4",
            "A migration that touches a table whose tenant column is nullable tightens it to NOT NULL.",
            "Tighten the column in the migration that touches the table.");
    static final Rule TENANT_FIRST_INDEX = Rule.error(
            "K002-4.1-tenant-first-index",
            "002 §4.1",
            "Every secondary index and unique constraint on a business table leads with the tenant column.",
            "Put the tenant column first; drop the bare index in a new migration.");
    static final Rule DIGEST_CITED = Rule.error(
            "K002-4.3-digest-cited",
            "002 §4.3",
            "An index on a digest that does not lead with the tenant cites §4.3 in a comment.",
            "Write '-- 002 §4.3 exception: <why the digest is globally unique>' at the index.");

    static final List<Rule> ALL = List.of(
            TENANT_COLUMN,
            TENANT_FIRST_KEY,
            TENANT_FOREIGN_KEY,
            TENANT_NOT_NULL,
            TENANT_TIGHTENED,
            TENANT_FIRST_INDEX,
            DIGEST_CITED);

    private static final Pattern CITATION = Pattern.compile("§\\s*4\\.3|\\b4\\.3 exception");

    private TenancyRules() {}

    /// @param touchedLater whether a migration after the one that made the table has changed it
    static void check(TableCase it, boolean touchedLater, Breaches breaches) {
        if (it.isOutsideTenancy()) {
            return;
        }
        if (it.discriminators().isEmpty()) {
            breaches.ofTable(TENANT_COLUMN, "has no column " + it.tenant());
        } else {
            checkKey(it, breaches);
            checkNullable(it, touchedLater, breaches);
        }
        for (Index index : it.table().indexes()) {
            if (!index.primary() && !it.leadsWithDiscriminator(index)) {
                checkIndex(it, index, breaches);
            }
        }
        for (ForeignKey key : it.table().foreignKeys()) {
            checkForeignKey(it, key, breaches);
        }
    }

    private static void checkKey(TableCase it, Breaches breaches) {
        Optional<Index> key = it.table().primaryKey();
        if (key.isEmpty()) {
            breaches.ofTable(TENANT_FIRST_KEY, "has no primary key");
        } else if (!it.leadsWithDiscriminator(key.get()) && !isAuditKey(it, key.get())) {
            breaches.ofKey(
                    TENANT_FIRST_KEY,
                    "has the primary key (" + String.join(", ", key.get().columns()) + "), which does not lead with "
                            + String.join(" or ", it.discriminators()));
        }
    }

    /// 002 §5.1 gives audit tables a key of their own.
    private static boolean isAuditKey(TableCase it, Index key) {
        return !it.isPostgres() && it.isAudit() && key.columns().equals(List.of("audit_id"));
    }

    private static void checkNullable(TableCase it, boolean touchedLater, Breaches breaches) {
        Table table = it.table();
        Column tenant = table.column(it.tenant());
        boolean open = (tenant != null && it.isDiscriminator(it.tenant()))
                ? !tenant.notNull() && !isAbsentByRule(it)
                : it.discriminators().stream()
                        .map(table::column)
                        .noneMatch(column -> column != null && column.notNull());
        if (open) {
            String column = it.discriminators().iterator().next();
            breaches.ofColumn(TENANT_NOT_NULL, column, "may be NULL");
            if (touchedLater) {
                breaches.ofTable(TENANT_TIGHTENED, "was touched and its " + column + " may still be NULL");
            }
        }
    }

    /// Rows of an organisation itself have no tenant, such as the root of its tree. That is sound where the key
    /// leads with the other axis and a CHECK says which rows those are: `(tenant_id is null) = (kind = 'org')`.
    private static boolean isAbsentByRule(TableCase it) {
        String absent = it.tenant() + " is null";
        boolean otherAxis = it.table()
                .primaryKey()
                .filter(key -> it.leadsWithDiscriminator(key)
                        && !TableCase.unquoted(key.first()).equalsIgnoreCase(it.tenant()))
                .isPresent();
        return otherAxis
                && it.table().checks().stream()
                        .map(check -> check.toLowerCase(Locale.ROOT))
                        .anyMatch(check ->
                                check.contains("(" + absent + ") = ") || check.contains(" = (" + absent + ")"));
    }

    private static void checkIndex(TableCase it, Index index, Breaches breaches) {
        boolean expiry = index.columns().size() == 1 && TableCase.isExpiry(index.first()) && !index.unique();
        if (expiry && it.isRuntime()) {
            return;
        }
        boolean cited =
                it.origins().commentsOfIndex(it.table(), new Anchor.OfIndex(index.name(), index.columns())).stream()
                        .anyMatch(comment -> CITATION.matcher(comment).find());
        String columns = "(" + String.join(", ", index.columns()) + ")";
        if (!TableCase.isDigest(index.first())) {
            breaches.ofIndex(
                    TENANT_FIRST_INDEX,
                    index.name(),
                    index.columns(),
                    "on " + it.table().fullName() + columns + " does not lead with "
                            + (it.discriminators().isEmpty() ? it.tenant() : String.join(" or ", it.discriminators()))
                            + (cited ? ", and " + index.first() + " is not a digest that §4.3 would excuse" : ""));
        } else if (!cited) {
            breaches.ofIndex(
                    DIGEST_CITED,
                    index.name(),
                    index.columns(),
                    "on " + it.table().fullName() + columns + " does not lead with the tenant and does not cite §4.3");
        }
    }

    private static void checkForeignKey(TableCase it, ForeignKey key, Breaches breaches) {
        Optional<TableCase> other = it.other(key.table())
                .filter(found -> !found.isOutsideTenancy() || found.isRegistry())
                .filter(found -> !found.discriminators().isEmpty());
        if (other.isEmpty() || it.discriminators().isEmpty()) {
            return;
        }
        for (int i = 0; i < Math.min(key.columns().size(), key.referenced().size()); i++) {
            if (it.isDiscriminator(key.columns().get(i))
                    && other.get().isDiscriminator(key.referenced().get(i))) {
                return;
            }
        }
        breaches.ofForeignKey(
                TENANT_FOREIGN_KEY, key.table(), key.columns(), "references " + key.table() + " without the tenant");
    }
}
