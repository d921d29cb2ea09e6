package dev.keystead.cascade;

import dev.keystead.directory.Suspensions.Suspended;
import dev.keystead.directory.UserId;
import java.time.Instant;
import java.util.Optional;

/// That somebody was revoked.
///
/// @param inviter who had invited them
/// @param invitersInviter who had invited that one
/// @param job the cascade that goes over everybody below
/// @param before what was taken from the person, for a revocation without a cascade that took something
/// @param reversedAt when it was undone, by itself or with its cascade
public record Revocation(
        RevocationId id,
        UserId invitee,
        Optional<UserId> inviter,
        Optional<UserId> invitersInviter,
        Reason reason,
        Optional<String> detail,
        String revokedBy,
        Instant revokedAt,
        Optional<CascadeJobId> job,
        Optional<Suspended> before,
        Optional<Instant> reversedAt) {

    /// Why somebody is revoked.
    public enum Reason {
        ABUSE,
        FRAUD,
        POLICY,
        INVITER_COMPROMISED,
        OTHER
    }
}
