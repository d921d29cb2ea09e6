package dev.keystead.workspace;

import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.Optional;

/// The statements on organisations. Each is about the one in scope.
final class OrgStore {
    static final Command ORG_INSERT = Command.org("workspace.org.insert", """
            insert into identity.orgs (name, version, created_at, updated_at, id)
            values (?, 1, ?, ?, ?)""");

    static final Query<Org> ORG_FIND = Query.org("workspace.org.find", """
            select id, name, version, created_at, updated_at
            from identity.orgs
            where id = ?
              and org_id = ?""", OrgStore::org);

    static final Query<Org> ORG_LOCK = Query.org("workspace.org.lock", """
            select id, name, version, created_at, updated_at
            from identity.orgs
            where id = ?
              and org_id = ?
            for no key update""", OrgStore::org);

    static final Query<Org> ORG_RENAME = Query.org("workspace.org.rename", """
            update identity.orgs
            set name = ?, version = version + 1, updated_at = ?
            where id = ?
              and org_id = ?
            returning id, name, version, created_at, updated_at""", OrgStore::org);

    private final Database database;

    OrgStore(Database database) {
        this.database = database;
    }

    void insert(Transaction transaction, String name, Instant at) {
        transaction.update(ORG_INSERT, p -> p.text(name).instant(at).instant(at));
    }

    Optional<Org> find() {
        return database.find(ORG_FIND, p -> p.scope(Axis.ORG));
    }

    Optional<Org> findForUpdate(Transaction transaction) {
        return transaction.find(ORG_LOCK, p -> p.scope(Axis.ORG));
    }

    Org rename(Transaction transaction, String name, Instant at) {
        return transaction
                .find(ORG_RENAME, p -> p.text(name).instant(at).scope(Axis.ORG))
                .orElseThrow();
    }

    private static Org org(Row row) {
        return new Org(
                new OrgId(row.uuid("id")),
                row.text("name"),
                row.integer("version"),
                row.instant("created_at"),
                row.instant("updated_at"));
    }
}
