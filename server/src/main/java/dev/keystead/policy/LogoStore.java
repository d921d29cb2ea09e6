package dev.keystead.policy;

import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.Optional;

/// The statements on logos: those of workspaces and those of organisations. Each is about the one in scope, which
/// has one logo at most.
final class LogoStore {
    static final Query<Logo> LOGO_FIND = Query.tenant("policy.logo.find", """
            select media_type, image, fingerprint
            from admin.brand_logos
            where fingerprint = ?
              and tenant_id = ?""", LogoStore::logo);

    static final Query<Logo> LOGO_LOCK = Query.tenant("policy.logo.lock", """
            select media_type, image, fingerprint
            from admin.brand_logos
            where tenant_id = ?
            for no key update""", LogoStore::logo);

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

    static final Query<Logo> ORG_LOGO_FIND = Query.org("policy.org-logo.find", """
            select media_type, image, fingerprint
            from admin.org_logos
            where fingerprint = ?
              and org_id = ?""", LogoStore::logo);

    static final Query<Logo> ORG_LOGO_LOCK = Query.org("policy.org-logo.lock", """
            select media_type, image, fingerprint
            from admin.org_logos
            where org_id = ?
            for no key update""", LogoStore::logo);

    static final Query<String> ORG_LOGO_FIND_FINGERPRINT =
            Query.org("policy.org-logo.find-fingerprint", """
            select fingerprint
            from admin.org_logos
            where org_id = ?""", row -> row.text("fingerprint"));

    static final Command ORG_LOGO_INSERT = Command.org("policy.org-logo.insert", """
            insert into admin.org_logos (media_type, image, fingerprint, updated_at, org_id)
            values (?, ?, ?, ?, ?)""")
            .onConflict("a logo was set a moment ago; look at it and repeat the change");

    static final Command ORG_LOGO_UPDATE = Command.org("policy.org-logo.update", """
            update admin.org_logos
            set media_type = ?, image = ?, fingerprint = ?, updated_at = ?
            where org_id = ?""");

    static final Command ORG_LOGO_DELETE = Command.org("policy.org-logo.delete", """
            delete from admin.org_logos
            where org_id = ?""");

    private final Database database;
    private final Statements statements;

    private LogoStore(Database database, Statements statements) {
        this.database = database;
        this.statements = statements;
    }

    private record Statements(
            Query<Logo> find,
            Query<Logo> lock,
            Query<String> findFingerprint,
            Command insert,
            Command update,
            Command delete) {}

    static LogoStore ofWorkspaces(Database database) {
        return new LogoStore(
                database,
                new Statements(LOGO_FIND, LOGO_LOCK, LOGO_FIND_FINGERPRINT, LOGO_INSERT, LOGO_UPDATE, LOGO_DELETE));
    }

    static LogoStore ofOrganisations(Database database) {
        return new LogoStore(
                database,
                new Statements(
                        ORG_LOGO_FIND,
                        ORG_LOGO_LOCK,
                        ORG_LOGO_FIND_FINGERPRINT,
                        ORG_LOGO_INSERT,
                        ORG_LOGO_UPDATE,
                        ORG_LOGO_DELETE));
    }

    Optional<Logo> find(String fingerprint) {
        return database.find(statements.find(), p -> p.text(fingerprint));
    }

    Optional<String> findFingerprint() {
        return database.find(statements.findFingerprint(), _ -> {});
    }

    Optional<String> findFingerprint(Transaction transaction) {
        return transaction.find(statements.findFingerprint(), _ -> {});
    }

    /// Sets the logo, in place of the one that is there.
    LogoOutcome set(Transaction transaction, Logo wish, Instant at) {
        Optional<Logo> before = transaction.find(statements.lock(), _ -> {});
        if (before.isPresent() && before.get().fingerprint().equals(wish.fingerprint())) {
            return new LogoOutcome.Unchanged(before.get());
        }
        Command command = before.isPresent() ? statements.update() : statements.insert();
        transaction.update(
                command,
                p -> p.text(wish.mediaType())
                        .bytes(wish.image())
                        .text(wish.fingerprint())
                        .instant(at));
        return new LogoOutcome.Set(before, wish);
    }

    LogoOutcome delete(Transaction transaction) {
        Optional<Logo> before = transaction.find(statements.lock(), _ -> {});
        if (before.isEmpty()) {
            return new LogoOutcome.None();
        }
        transaction.update(statements.delete(), _ -> {});
        return new LogoOutcome.Removed(before.get());
    }

    private static Logo logo(Row row) {
        return new Logo(row.text("media_type"), row.bytes("image"), row.text("fingerprint"));
    }
}
