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
        String domain = claim.domain().text();
        mail.send(
                transaction,
                owner.value(),
                (language, place) -> new OwnersMail.Said(
                        language.text("mail.domain-contested.subject", domain),
                        List.of(
                                language.text("mail.domain-contested.body", domain, place),
                                language.text("mail.domain-contested.advice")),
                        language.text("mail.domain.footer", place),
                        "domain-contested"));
    }

    /// Its proof is missing; it is taken away unless that changes.
    void missing(Transaction transaction, WorkspaceId owner, DomainClaim claim, long days) {
        audit.writeInternal(transaction, "domains", "domain.warn", claim.id(), payload(claim));
        mail.send(
                transaction,
                owner.value(),
                (language, place) -> new OwnersMail.Said(
                        language.text(
                                "mail.domain-missing.subject", claim.domain().text()),
                        missing(language, place, claim, days),
                        language.text("mail.domain.footer", place),
                        "domain-missing"));
    }

    private static List<String> missing(Texts.Language language, String place, DomainClaim claim, long days) {
        String domain = claim.domain().text();
        return claim.method() == ProofMethod.EMAIL
                ? List.of(
                        language.text("mail.domain-old.body", domain, place),
                        language.text("mail.domain-old.advice", days))
                : List.of(
                        language.text("mail.domain-missing.body", domain, place, Proofs.place(claim)),
                        language.text("mail.domain-missing.advice", claim.proof(), days));
    }

    /// It was taken away, because nothing proves it any more.
    void released(Transaction transaction, WorkspaceId owner, DomainClaim claim) {
        audit.writeInternal(transaction, "domains", "domain.release", claim.id(), payload(claim));
        String domain = claim.domain().text();
        mail.send(
                transaction,
                owner.value(),
                (language, place) -> new OwnersMail.Said(
                        language.text("mail.domain-released.subject", domain),
                        List.of(
                                language.text("mail.domain-released.body", domain, place),
                                language.text("mail.domain-released.advice")),
                        language.text("mail.domain.footer", place),
                        "domain-released"));
    }

    /// It was taken away by whoever runs the installation. The entry is theirs, not ours.
    void withdrawn(Transaction transaction, WorkspaceId owner, DomainClaim claim) {
        String domain = claim.domain().text();
        mail.send(
                transaction,
                owner.value(),
                (language, place) -> new OwnersMail.Said(
                        language.text("mail.domain-released.subject", domain),
                        List.of(
                                language.text("mail.domain-withdrawn.body", domain, place),
                                language.text("mail.domain-withdrawn.advice")),
                        language.text("mail.domain.footer", place),
                        "domain-withdrawn"));
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
