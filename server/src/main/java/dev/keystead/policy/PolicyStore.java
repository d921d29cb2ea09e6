package dev.keystead.policy;

import dev.keystead.policy.Decisions.Stored;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Parameters;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The statements on what workspaces decide, and on their logos.
final class PolicyStore {
    static final Query<Stored> POLICY_LIST = Query.tenant("policy.policy.list", """
            select kind, document::text as document, version
            from admin.policies
            where tenant_id = ?""", PolicyStore::stored);

    static final Query<Stored> POLICY_FIND = Query.tenant("policy.policy.find", """
            select kind, document::text as document, version
            from admin.policies
            where kind = ?
              and tenant_id = ?""", PolicyStore::stored);

    static final Query<Stored> POLICY_LOCK = Query.tenant("policy.policy.lock", """
            select kind, document::text as document, version
            from admin.policies
            where kind = ?
              and tenant_id = ?
            for no key update""", PolicyStore::stored);

    static final Command POLICY_INSERT = Command.tenant("policy.policy.insert", """
            insert into admin.policies (kind, document, version, updated_at, tenant_id)
            values (?, ?::jsonb, 1, ?, ?)""")
            .onConflict("this policy was decided a moment ago; read it again and repeat the change");

    static final Command POLICY_UPDATE = Command.tenant("policy.policy.update", """
            update admin.policies
            set document = ?::jsonb, version = version + 1, updated_at = ?
            where kind = ?
              and tenant_id = ?""");

    static final Command POLICY_DELETE = Command.tenant("policy.policy.delete", """
            delete from admin.policies
            where kind = ?
              and tenant_id = ?""");

    static final Query<Logo> LOGO_FIND = Query.tenant("policy.logo.find", """
            select media_type, image, fingerprint
            from admin.brand_logos
            where fingerprint = ?
              and tenant_id = ?""", PolicyStore::logo);

    static final Query<Logo> LOGO_LOCK = Query.tenant("policy.logo.lock", """
            select media_type, image, fingerprint
            from admin.brand_logos
            where tenant_id = ?
            for no key update""", PolicyStore::logo);

    static final Query<String> LOGO_FIND_FINGERPRINT =
            Query.tenant("policy.logo.find-fingerprint", """
            select fingerprint
            from admin.brand_logos
            where tenant_id = ?""", row -> row.text("fingerprint"));

    static final Command LOGO_INSERT = Command.tenant("policy.logo.insert", """
            insert into admin.brand_logos (media_type, image, fingerprint, updated_at, tenant_id)
            values (?, ?, ?, ?, ?)""")
            .onConflict("a logo was set a moment ago; look at it and repeat the change");

    static final Command LOGO_UPDATE = Command.tenant("policy.logo.update", """
            update admin.brand_logos
            set media_type = ?, image = ?, fingerprint = ?, updated_at = ?
            where tenant_id = ?""");

    static final Command LOGO_DELETE = Command.tenant("policy.logo.delete", """
            delete from admin.brand_logos
            where tenant_id = ?""");

    private final Database database;

    PolicyStore(Database database) {
        this.database = database;
    }

    /// All decisions of the workspace in scope.
    List<Stored> list() {
        return database.list(POLICY_LIST, _ -> {});
    }

    Optional<Stored> find(Kind<?> kind) {
        return database.find(POLICY_FIND, p -> p.text(kind.word()));
    }

    Optional<Stored> findForUpdate(Transaction transaction, Kind<?> kind) {
        return transaction.find(POLICY_LOCK, p -> p.text(kind.word()));
    }

    void insert(Transaction transaction, Kind<?> kind, String document, Instant at) {
        transaction.update(
                POLICY_INSERT, p -> p.text(kind.word()).text(document).instant(at));
    }

    void update(Transaction transaction, Kind<?> kind, String document, Instant at) {
        transaction.update(POLICY_UPDATE, p -> p.text(document).instant(at).text(kind.word()));
    }

    void delete(Transaction transaction, Kind<?> kind) {
        transaction.update(POLICY_DELETE, p -> p.text(kind.word()));
    }

    Optional<Logo> findLogo(String fingerprint) {
        return database.find(LOGO_FIND, p -> p.text(fingerprint));
    }

    Optional<String> findLogoFingerprint() {
        return database.find(LOGO_FIND_FINGERPRINT, _ -> {});
    }

    Optional<Logo> findLogoForUpdate(Transaction transaction) {
        return transaction.find(LOGO_LOCK, _ -> {});
    }

    void insertLogo(Transaction transaction, Logo logo, Instant at) {
        transaction.update(LOGO_INSERT, p -> bind(p, logo, at));
    }

    void updateLogo(Transaction transaction, Logo logo, Instant at) {
        transaction.update(LOGO_UPDATE, p -> bind(p, logo, at));
    }

    void deleteLogo(Transaction transaction) {
        transaction.update(LOGO_DELETE, _ -> {});
    }

    private static void bind(Parameters p, Logo logo, Instant at) {
        p.text(logo.mediaType()).bytes(logo.image()).text(logo.fingerprint()).instant(at);
    }

    private static Stored stored(Row row) {
        return new Stored(row.text("kind"), row.text("document"), false, row.integer("version"));
    }

    private static Logo logo(Row row) {
        return new Logo(row.text("media_type"), row.bytes("image"), row.text("fingerprint"));
    }
}
