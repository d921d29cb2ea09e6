package dev.keystead.domain;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A claim to a domain as clients and the audit trail see it.
///
/// @param method how it is proven
/// @param status whether it is
/// @param serves whether the workspace is found under this very name
/// @param instructions what proves it, and must stay where it is
/// @param tokenExpiresAt until when it can be proven; null once it is
/// @param takenAwayAt when it is taken away unless its proof is found again
public record DomainView(
        String id,
        String domain,
        ProofMethod method,
        DomainStatus status,
        boolean serves,
        DomainInstructions instructions,
        @Nullable Instant tokenExpiresAt,
        @Nullable Instant verifiedAt,
        @Nullable Instant checkedAt,
        @Nullable Instant takenAwayAt,
        int version,
        Instant createdAt,
        Instant updatedAt) {

    /// Whether a claim is proven.
    public enum DomainStatus {
        PENDING,
        VERIFIED,
        /// It is, but the proof is missing now.
        FAILING
    }

    /// What proves a claim: the members of its method are there, the others are null.
    ///
    /// @param recordName the name of a TXT record
    /// @param recordValue what that record holds
    /// @param fileUrl the address of a file, which is answered without a redirect
    /// @param fileContent what that file holds
    /// @param mailAddresses one of these is mailed a link
    public record DomainInstructions(
            @Nullable String recordName,
            @Nullable String recordValue,
            @Nullable String fileUrl,
            @Nullable String fileContent,
            List<String> mailAddresses) {
        static DomainInstructions of(DomainClaim claim) {
            return switch (claim.method()) {
                case DNS_TXT -> new DomainInstructions(claim.recordName(), claim.proof(), null, null, List.of());
                case HTTP_FILE ->
                    new DomainInstructions(null, null, claim.fileAddress().toString(), claim.proof(), List.of());
                case EMAIL -> new DomainInstructions(null, null, null, null, claim.mailAddresses());
            };
        }
    }

    static DomainView of(DomainClaim claim) {
        return new DomainView(
                claim.id().text(),
                claim.domain().text(),
                claim.method(),
                status(claim),
                claim.serves(),
                DomainInstructions.of(claim),
                claim.isVerified() ? null : claim.tokenExpiresAt(),
                claim.verifiedAt().orElse(null),
                claim.checkedAt().orElse(null),
                claim.failingSince()
                        .map(since -> since.plus(DomainChecks.PATIENCE))
                        .orElse(null),
                claim.version(),
                claim.createdAt(),
                claim.updatedAt());
    }

    private static DomainStatus status(DomainClaim claim) {
        if (!claim.isVerified()) {
            return DomainStatus.PENDING;
        }
        return claim.failingSince().isPresent() ? DomainStatus.FAILING : DomainStatus.VERIFIED;
    }
}
