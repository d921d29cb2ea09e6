package dev.keystead.domain;

import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.WorkspaceId;
import java.time.Instant;
import java.util.Optional;

/// The statements on who owns a domain, which are known before any tenant is.
final class OwnerStore {
    static final Query<Holder> OWNER_FIND = Query.systemWide("domain.owner.find", """
            select workspace_id, serves
            from identity.domain_owners
            where domain = ?""", OwnerStore::holder);

    /// Insert or lose: of two who prove a domain at once, the second waits and then changes nothing.
    static final Command OWNER_TAKE = Command.systemWide("domain.owner.take", """
            insert into identity.domain_owners (domain, workspace_id, serves)
            values (?, ?, false)
            on conflict (domain) do nothing""");

    static final Command OWNER_SERVE = Command.systemWide("domain.owner.serve", """
            update identity.domain_owners
            set serves = ?
            where domain = ?
              and workspace_id = ?""");

    /// Once in a while: owners are not written to for every try of somebody else.
    static final Command OWNER_CONTEST = Command.systemWide("domain.owner.contest", """
            update identity.domain_owners
            set contested_at = ?
            where domain = ?
              and workspace_id = ?
              and (contested_at is null or contested_at < ?)""");

    static final Command OWNER_RELEASE = Command.systemWide("domain.owner.release", """
            delete from identity.domain_owners
            where domain = ?
              and workspace_id = ?""");

    private final Database database;

    OwnerStore(Database database) {
        this.database = database;
    }

    /// A row.
    record Holder(WorkspaceId workspace, boolean serves) {}

    Optional<Holder> find(DomainName domain) {
        return database.find(OWNER_FIND, p -> p.text(domain.text()));
    }

    Optional<Holder> find(Transaction transaction, DomainName domain) {
        return transaction.find(OWNER_FIND, p -> p.text(domain.text()));
    }

    boolean take(Transaction transaction, DomainName domain, WorkspaceId workspace) {
        return transaction.update(OWNER_TAKE, p -> p.text(domain.text()).id(workspace)) == 1;
    }

    void serve(Transaction transaction, DomainName domain, WorkspaceId workspace, boolean serves) {
        transaction.update(OWNER_SERVE, p -> p.flag(serves).text(domain.text()).id(workspace));
    }

    boolean contest(Transaction transaction, DomainName domain, WorkspaceId owner, Instant now, Instant unlessSince) {
        return transaction.update(
                        OWNER_CONTEST,
                        p -> p.instant(now).text(domain.text()).id(owner).instant(unlessSince))
                == 1;
    }

    void release(Transaction transaction, DomainName domain, WorkspaceId workspace) {
        transaction.update(OWNER_RELEASE, p -> p.text(domain.text()).id(workspace));
    }

    private static Holder holder(Row row) {
        return new Holder(new WorkspaceId(row.uuid("workspace_id")), row.flag("serves"));
    }
}
