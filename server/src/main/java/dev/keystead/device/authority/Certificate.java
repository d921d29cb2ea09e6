package dev.keystead.device.authority;

import dev.keystead.device.DeviceId;
import dev.keystead.directory.UserId;
import java.time.Instant;
import java.util.Optional;

/// A certificate of a device as it is stored.
///
/// @param serial in hex
/// @param thumbprint SHA-256 in base64url: `x5t#S256` in tokens
public record Certificate(
        CertificateId id,
        DeviceId device,
        UserId user,
        AuthorityId authority,
        String serial,
        String thumbprint,
        String pem,
        Instant issuedAt,
        Instant expiresAt,
        Optional<Instant> revokedAt,
        Optional<Reason> revokedWhy) {

    /// Whether a certificate counts.
    public enum Status {
        VALID,
        EXPIRED,
        REVOKED
    }

    /// Why a certificate was revoked, with the codes of RFC 5280 section 5.3.1.
    public enum Reason {
        UNSPECIFIED(0),
        KEY_COMPROMISE(1),
        SUPERSEDED(4),
        CESSATION(5);

        private final int code;

        Reason(int code) {
            this.code = code;
        }

        int code() {
            return code;
        }
    }

    /// What holds of it at a time.
    public Status statusAt(Instant now) {
        if (revokedAt.isPresent()) {
            return Status.REVOKED;
        }
        return now.isBefore(expiresAt) ? Status.VALID : Status.EXPIRED;
    }
}
