package dev.keystead.domain;

import dev.keystead.audit.AuditLog;
import dev.keystead.audit.Outcome;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// The links by which whoever reads the administrative mail of a domain says whose it is. Binds its scope itself.
public final class DomainLinks {
    private final Database database;
    private final Domains domains;
    private final AuditLog audit;

    public DomainLinks(Database database, Domains domains, AuditLog audit) {
        this.database = database;
        this.domains = domains;
        this.audit = audit;
    }

    /// What became of a link.
    public enum Answer {
        /// The domain is the workspace's.
        VERIFIED,
        /// The domain is another workspace's.
        TAKEN,
        /// The link does not work, or not any more.
        DEAD
    }

    /// The domain that a link would prove, for showing its page.
    public Optional<String> domain(UUID tenant, String link) {
        return domains.behindLink(tenant, link).map(DomainName::text);
    }

    /// Uses a link.
    public Answer use(UUID tenant, String link) {
        return Scope.tenant(tenant).call(() -> database.write(transaction -> use(transaction, link)));
    }

    private Answer use(Transaction transaction, String link) {
        Outcome<DomainClaim> outcome = domains.verifyByLink(transaction, link);
        if (outcome instanceof Outcome.Changed<DomainClaim>(DomainClaim before, DomainClaim after)) {
            audit.writeInternal(
                    transaction,
                    "domain-link",
                    "domain.verify",
                    after.id(),
                    Map.of("before", DomainView.of(before), "after", DomainView.of(after)));
            return Answer.VERIFIED;
        }
        return outcome instanceof Outcome.Refused<DomainClaim> ? Answer.TAKEN : Answer.DEAD;
    }
}
