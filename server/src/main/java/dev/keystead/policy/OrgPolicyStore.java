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

/// The statements on what organisations decide. Each is about the one in scope.
final class OrgPolicyStore {
    static final Query<Stored> POLICY_LIST = Query.org("policy.org.list", """
            select kind, document::text as document, enforced, version
            from admin.org_policies
            where org_id = ?""", OrgPolicyStore::stored);

    static final Query<Stored> POLICY_FIND = Query.org("policy.org.find", """
            select kind, document::text as document, enforced, version
            from admin.org_policies
            where kind = ?
              and org_id = ?""", OrgPolicyStore::stored);

    static final Query<Stored> POLICY_LOCK = Query.org("policy.org.lock", """
            select kind, document::text as document, enforced, version
            from admin.org_policies
            where kind = ?
              and org_id = ?
            for no key update""", OrgPolicyStore::stored);

    static final Command POLICY_INSERT = Command.org("policy.org.insert", """
            insert into admin.org_policies (kind, document, enforced, version, updated_at, org_id)
            values (?, ?::jsonb, ?, 1, ?, ?)""")
            .onConflict("this policy was decided a moment ago; read it again and repeat the change");

    static final Command POLICY_UPDATE = Command.org("policy.org.update", """
            update admin.org_policies
            set document = ?::jsonb, enforced = ?, version = version + 1, updated_at = ?
            where kind = ?
              and org_id = ?""");

    static final Command POLICY_DELETE = Command.org("policy.org.delete", """
            delete from admin.org_policies
            where kind = ?
              and org_id = ?""");

    private final Database database;

    OrgPolicyStore(Database database) {
        this.database = database;
    }

    List<Stored> list() {
        return database.list(POLICY_LIST, _ -> {});
    }

    Optional<Stored> find(Kind<?> kind) {
        return database.find(POLICY_FIND, p -> p.text(kind.word()));
    }

    Optional<Stored> find(Transaction transaction, Kind<?> kind) {
        return transaction.find(POLICY_FIND, p -> p.text(kind.word()));
    }

    Optional<Stored> findForUpdate(Transaction transaction, Kind<?> kind) {
        return transaction.find(POLICY_LOCK, p -> p.text(kind.word()));
    }

    void insert(Transaction transaction, Kind<?> kind, String document, boolean enforced, Instant at) {
        transaction.update(
                POLICY_INSERT,
                p -> p.text(kind.word()).text(document).flag(enforced).instant(at));
    }

    void update(Transaction transaction, Kind<?> kind, String document, boolean enforced, Instant at) {
        transaction.update(
                POLICY_UPDATE, p -> p.text(document).flag(enforced).instant(at).text(kind.word()));
    }

    void delete(Transaction transaction, Kind<?> kind) {
        transaction.update(POLICY_DELETE, p -> p.text(kind.word()));
    }

    private static Stored stored(Row row) {
        return new Stored(row.text("kind"), row.text("document"), row.flag("enforced"), row.integer("version"));
    }
}
