package dev.keystead.license.catalogue;

import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The statements on bundles of modules.
final class BundleStore {
    static final Command BUNDLE_INSERT = Command.systemWide("license.bundle.insert", """
            insert into licensing.module_bundles (id, code, name, module_codes, version, created_at, updated_at)
            values (?, ?, ?, ?, 1, ?, ?)""")
            .onConflict("there is a bundle of this code already", LicenseRefusal.CODE_TAKEN);

    static final Query<Bundle> BUNDLE_FIND = Query.systemWide("license.bundle.find", """
            select id, code, name, module_codes, version, created_at, updated_at
            from licensing.module_bundles
            where code = ?""", BundleStore::bundle);

    static final Query<Bundle> BUNDLE_LIST = Query.systemWide("license.bundle.list", """
            select id, code, name, module_codes, version, created_at, updated_at
            from licensing.module_bundles
            where code > ?
            order by code
            limit ?""", BundleStore::bundle);

    static final Query<Bundle> BUNDLE_UPDATE = Query.systemWide("license.bundle.update", """
            update licensing.module_bundles
            set name = ?, module_codes = ?, version = version + 1, updated_at = ?
            where code = ?
            returning id, code, name, module_codes, version, created_at, updated_at""", BundleStore::bundle);

    static final Command BUNDLE_DELETE = Command.systemWide("license.bundle.delete", """
            delete from licensing.module_bundles
            where code = ?""");

    private final Database database;

    BundleStore(Database database) {
        this.database = database;
    }

    void insert(Transaction transaction, Bundle bundle) {
        transaction.update(
                BUNDLE_INSERT,
                p -> p.id(bundle.id())
                        .text(bundle.code())
                        .text(bundle.name())
                        .texts(bundle.modules())
                        .instant(bundle.createdAt())
                        .instant(bundle.updatedAt()));
    }

    Optional<Bundle> find(String code) {
        return database.find(BUNDLE_FIND, p -> p.text(code));
    }

    Optional<Bundle> find(Transaction transaction, String code) {
        return transaction.find(BUNDLE_FIND, p -> p.text(code));
    }

    List<Bundle> list(String after, int limit) {
        return database.list(BUNDLE_LIST, p -> p.text(after).integer(limit));
    }

    List<Bundle> list(Transaction transaction, int limit) {
        return transaction.list(BUNDLE_LIST, p -> p.text("").integer(limit));
    }

    Bundle update(Transaction transaction, Bundle bundle, Instant at) {
        return transaction
                .find(
                        BUNDLE_UPDATE,
                        p -> p.text(bundle.name())
                                .texts(bundle.modules())
                                .instant(at)
                                .text(bundle.code()))
                .orElseThrow();
    }

    void delete(Transaction transaction, String code) {
        transaction.update(BUNDLE_DELETE, p -> p.text(code));
    }

    private static Bundle bundle(Row row) {
        return new Bundle(
                new BundleId(row.uuid("id")),
                row.text("code"),
                row.text("name"),
                row.texts("module_codes"),
                row.integer("version"),
                row.instant("created_at"),
                row.instant("updated_at"));
    }
}
