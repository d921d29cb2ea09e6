package dev.keystead.license.usage;

import dev.keystead.license.assignment.LicenseId;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.Optional;

/// The statements on what is used; the workspace of the licence is in scope.
final class UsageStore {
    static final Query<Used> USED_FIND = Query.tenant(
            "license.usage.find", """
            select used, updated_at
            from licensing.usage
            where assignment_id = ?
              and tenant_id = ?""", row -> new Used(row.number("used"), Optional.of(row.instant("updated_at"))));

    /// Adds, unless the sum would exceed the cap: then nothing is answered. Whoever comes later waits here.
    static final Query<Long> USED_ADD = Query.tenant("license.usage.add", """
            insert into licensing.usage as u (org_id, assignment_id, used, updated_at, tenant_id)
            select ?, ?, ?, ?, ?
            where ? <= ?
            on conflict (tenant_id, assignment_id) do update
            set used = u.used + excluded.used, updated_at = excluded.updated_at
            where u.used + excluded.used <= ?
            returning used""", row -> row.number("used"));

    static final Query<Entry> ENTRY_FIND = Query.tenant("license.usage.find-entry", """
            select amount, used_after
            from licensing.usage_entries
            where assignment_id = ?
              and entry_key = ?
              and tenant_id = ?""", UsageStore::entry);

    static final Command ENTRY_INSERT =
            Command.tenant("license.usage.insert-entry", """
            insert into licensing.usage_entries
                (assignment_id, entry_key, amount, used_after, recorded_at, expires_at, tenant_id)
            values (?, ?, ?, ?, ?, ?, ?)""").onConflict("this was counted a moment ago; ask again");

    static final Command ENTRIES_SWEEP =
            Command.crossTenant("license.usage.sweep", "keys of increments expire in every workspace", """
            delete from licensing.usage_entries
            where (tenant_id, assignment_id, entry_key) in (
                select tenant_id, assignment_id, entry_key
                from licensing.usage_entries
                where expires_at < ?
                order by expires_at
                limit ?)""");

    /// How much was used, and when last.
    record Used(long used, Optional<Instant> at) {}

    /// An increment that was counted.
    record Entry(long amount, long usedAfter) {}

    private final Database database;

    UsageStore(Database database) {
        this.database = database;
    }

    Optional<Used> find(LicenseId license) {
        return database.find(USED_FIND, p -> p.id(license));
    }

    Optional<Entry> findEntry(Transaction transaction, LicenseId license, String key) {
        return transaction.find(ENTRY_FIND, p -> p.id(license).text(key));
    }

    /// The sum, unless it would exceed the cap.
    Optional<Long> add(Transaction transaction, LicenseId license, long amount, long cap, Instant at) {
        return transaction.find(
                USED_ADD,
                p -> p.scope(Axis.ORG)
                        .id(license)
                        .number(amount)
                        .instant(at)
                        .scope()
                        .number(amount)
                        .number(cap)
                        .number(cap));
    }

    void insertEntry(Transaction transaction, LicenseId license, String key, Entry entry, Instant at, Instant until) {
        transaction.update(
                ENTRY_INSERT,
                p -> p.id(license)
                        .text(key)
                        .number(entry.amount())
                        .number(entry.usedAfter())
                        .instant(at)
                        .instant(until));
    }

    private static Entry entry(Row row) {
        return new Entry(row.number("amount"), row.number("used_after"));
    }
}
