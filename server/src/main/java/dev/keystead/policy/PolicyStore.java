package dev.keystead.policy;

import dev.keystead.policy.Decisions.Stored;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The statements on what workspaces decide.
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

    private static Stored stored(Row row) {
        return new Stored(row.text("kind"), row.text("document"), false, row.integer("version"));
    }
}
