package dev.keystead.domain;

import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.WorkspaceId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The statements of the job that looks after domains: it finds its work in all workspaces, and does each part
/// of it inside one.
final class CheckStore {
    private static final String WHY = "domains of all workspaces are looked after together";

    static final Query<Place> DOMAINS_DUE = Query.crossTenant("domain.check.due", WHY, """
            select tenant_id, domain
            from identity.workspace_domains
            where next_check_at <= ?
            order by next_check_at, id
            limit ?""", CheckStore::place);

    static final Query<Place> DOMAINS_EXPIRED = Query.crossTenant("domain.check.expired", WHY, """
            select tenant_id, domain
            from identity.workspace_domains
            where verified_at is null
              and token_expires_at <= ?
            order by token_expires_at, id
            limit ?""", CheckStore::place);

    /// Takes a turn: of two nodes that come for the same one, the second gets nothing, and a crash costs a day.
    static final Query<DomainClaim> DOMAIN_TURN = Query.tenant("domain.check.turn", """
            update identity.workspace_domains
            set next_check_at = ?
            where domain = ?
              and next_check_at <= ?
              and tenant_id = ?
            returning id, domain, verification_method, verification_token, token_expires_at, verified_at, serves,
                checked_at, failing_since_at, version, created_at, updated_at""", DomainStore::claim);

    static final Command DOMAIN_KEPT = Command.tenant("domain.check.kept", """
            update identity.workspace_domains
            set checked_at = ?, failing_since_at = null
            where domain = ?
              and verified_at is not null
              and verification_token = ?
              and tenant_id = ?""");

    static final Command DOMAIN_MISSED = Command.tenant("domain.check.missed", """
            update identity.workspace_domains
            set checked_at = ?, failing_since_at = coalesce(failing_since_at, ?)
            where domain = ?
              and verified_at is not null
              and verification_token = ?
              and tenant_id = ?""");

    private final Database worker;

    /// @param worker sees what is due in all workspaces, and changes nothing
    CheckStore(Database worker) {
        this.worker = worker;
    }

    /// A domain of a workspace.
    record Place(WorkspaceId workspace, DomainName domain) {}

    List<Place> due(Instant now, int limit) {
        return worker.list(DOMAINS_DUE, p -> p.instant(now).integer(limit));
    }

    List<Place> expired(Instant now, int limit) {
        return worker.list(DOMAINS_EXPIRED, p -> p.instant(now).integer(limit));
    }

    Optional<DomainClaim> turn(Transaction transaction, DomainName domain, Instant next, Instant now) {
        return transaction.find(
                DOMAIN_TURN, p -> p.instant(next).text(domain.text()).instant(now));
    }

    void kept(Transaction transaction, DomainClaim claim, Instant now) {
        transaction.update(
                DOMAIN_KEPT, p -> p.instant(now).text(claim.domain().text()).text(claim.token()));
    }

    /// Whether it is still the claim whose proof was looked for.
    boolean missed(Transaction transaction, DomainClaim claim, Instant now) {
        return transaction.update(
                        DOMAIN_MISSED,
                        p -> p.instant(now)
                                .instant(now)
                                .text(claim.domain().text())
                                .text(claim.token()))
                == 1;
    }

    private static Place place(Row row) {
        return new Place(new WorkspaceId(row.uuid("tenant_id")), new DomainName(row.text("domain")));
    }
}
