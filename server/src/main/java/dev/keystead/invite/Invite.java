package dev.keystead.invite;

import dev.keystead.directory.UserId;
import java.time.Instant;
import java.util.Optional;

/// An invitation as it is stored: everything but the token.
///
/// @param intendedEmail where the link was mailed to; whoever has the link may use it
/// @param detail why, in the inviter's words
/// @param publicVerifiable whether anybody may see who invited whom, once it was used
public record Invite(
        InviteId id,
        UserId inviter,
        Optional<String> intendedEmail,
        Optional<Reason> reason,
        Optional<String> detail,
        boolean publicVerifiable,
        Status status,
        Instant issuedAt,
        Instant expiresAt,
        Optional<Instant> redeemedAt,
        Optional<UserId> redeemedBy,
        Optional<Instant> revokedAt) {

    /// How the two know each other.
    public enum Reason {
        COLLEAGUE,
        FRIEND,
        PROJECT,
        COMMUNITY,
        OTHER
    }

    /// What became of it; nothing leads away from the last three.
    public enum Status {
        OPEN,
        REDEEMED,
        REVOKED,
        EXPIRED
    }

    /// What it is at a time: one whose time is over has expired, whether or not the job was there yet.
    public Status statusAt(Instant time) {
        return status == Status.OPEN && !time.isBefore(expiresAt) ? Status.EXPIRED : status;
    }
}
