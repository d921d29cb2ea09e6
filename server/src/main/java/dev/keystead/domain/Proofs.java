package dev.keystead.domain;

import dev.keystead.workspace.WorkspaceId;

/// Looks for the proof of a claim where its method says. Blocks the caller; not for use inside a transaction.
public final class Proofs {
    private final TextRecords records;
    private final ProofFile files;

    public Proofs(TextRecords records, ProofFile files) {
        this.records = records;
        this.files = files;
    }

    /// The proof of a claim whose method leaves one to look for.
    Proof look(WorkspaceId workspace, DomainClaim claim) {
        return switch (claim.method()) {
            case DNS_TXT -> records.look(claim.recordName(), claim.proof());
            case HTTP_FILE -> files.look(workspace.value(), claim.fileAddress(), claim.proof());
            case EMAIL -> throw new IllegalStateException("a mail is answered, not looked for");
        };
    }

    /// Where the proof of a claim is looked for, as the beginning of a sentence.
    static String place(DomainClaim claim) {
        return switch (claim.method()) {
            case DNS_TXT -> claim.recordName();
            case HTTP_FILE -> claim.fileAddress().toString();
            case EMAIL -> claim.domain().text();
        };
    }
}
