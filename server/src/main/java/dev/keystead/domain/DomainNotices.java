package dev.keystead.domain;

import dev.keystead.audit.AuditLog;
import dev.keystead.member.OwnersMail;
import dev.keystead.platform.text.Texts;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.WorkspaceId;
import java.util.List;
import java.util.Map;

/// Tells a workspace what happens to its domains without its doing: its owners by mail, programs by an event.
public final class DomainNotices {
    private final AuditLog audit;
    private final OwnersMail mail;

    public DomainNotices(AuditLog audit, OwnersMail mail) {
        this.audit = audit;
        this.mail = mail;
    }

    /// Another workspace proved it too, in vain.
    void contested(Transaction transaction, WorkspaceId owner, DomainClaim claim) {
        audit.writeInternal(transaction, "domains", "domain.contest", claim.id(), payload(claim));
        tell(
                transaction,
                owner,
                claim,
                "domain-contested",
                (language, domain, place) -> List.of(
                        language.text("mail.domain-contested.subject", domain),
                        language.text("mail.domain-contested.body", domain, place),
                        language.text("mail.domain-contested.advice")));
    }

    /// Its proof is missing; it is taken away unless that changes.
    void missing(Transaction transaction, WorkspaceId owner, DomainClaim claim, long days) {
        audit.writeInternal(transaction, "domains", "domain.warn", claim.id(), payload(claim));
        tell(
                transaction,
                owner,
                claim,
                "domain-missing",
                claim.method() == ProofMethod.EMAIL
                        ? (language, domain, place) -> List.of(
                                language.text("mail.domain-missing.subject", domain),
                                language.text("mail.domain-old.body", domain, place),
                                language.text("mail.domain-old.advice", days))
                        : (language, domain, place) -> List.of(
                                language.text("mail.domain-missing.subject", domain),
                                language.text("mail.domain-missing.body", domain, place, Proofs.place(claim)),
                                language.text("mail.domain-missing.advice", claim.proof(), days)));
    }

    /// It was taken away, because nothing proves it any more.
    void released(Transaction transaction, WorkspaceId owner, DomainClaim claim) {
        audit.writeInternal(transaction, "domains", "domain.release", claim.id(), payload(claim));
        tell(
                transaction,
                owner,
                claim,
                "domain-released",
                (language, domain, place) -> List.of(
                        language.text("mail.domain-released.subject", domain),
                        language.text("mail.domain-released.body", domain, place),
                        language.text("mail.domain-released.advice")));
    }

    /// It was taken away by whoever runs the installation. The entry is theirs, not ours.
    void withdrawn(Transaction transaction, WorkspaceId owner, DomainClaim claim) {
        tell(
                transaction,
                owner,
                claim,
                "domain-withdrawn",
                (language, domain, place) -> List.of(
                        language.text("mail.domain-released.subject", domain),
                        language.text("mail.domain-withdrawn.body", domain, place),
                        language.text("mail.domain-withdrawn.advice")));
    }

    /// What a letter says: its subject, then its paragraphs.
    private interface Words {
        List<String> in(Texts.Language language, String domain, String place);
    }

    private void tell(Transaction transaction, WorkspaceId owner, DomainClaim claim, String purpose, Words words) {
        mail.send(transaction, owner.value(), (language, place) -> {
            List<String> said = words.in(language, claim.domain().text(), place);
            return new OwnersMail.Said(
                    said.getFirst(), said.subList(1, said.size()), language.text("mail.domain.footer", place), purpose);
        });
    }

    /// It went with its workspace, of which nobody is left to be told.
    void left(Transaction transaction, DomainClaim claim) {
        audit.writeInternal(transaction, "domains", "domain.release", claim.id(), payload(claim));
    }

    /// Nobody proved it in time.
    void expired(Transaction transaction, DomainClaim claim) {
        audit.writeInternal(transaction, "domains", "domain.expire", claim.id(), payload(claim));
    }

    private static Map<String, ?> payload(DomainClaim claim) {
        return Map.of("domain", claim.domain().text());
    }
}
