package dev.keystead.device.authority;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A certificate as its owner, administrators and the audit trail see it.
///
/// @param serial in hex
/// @param thumbprint `x5t#S256` of tokens that are bound to it (RFC 8705)
/// @param certificate in PEM
public record CertificateView(
        String id,
        String deviceId,
        String userId,
        String authorityId,
        String serial,
        String thumbprint,
        Certificate.Status status,
        String certificate,
        Instant issuedAt,
        Instant expiresAt,
        @Nullable Instant revokedAt,
        Certificate.@Nullable Reason revokedWhy) {
    public static CertificateView of(Certificate certificate, Instant now) {
        return new CertificateView(
                certificate.id().text(),
                certificate.device().text(),
                certificate.user().text(),
                certificate.authority().text(),
                certificate.serial(),
                certificate.thumbprint(),
                certificate.statusAt(now),
                certificate.pem(),
                certificate.issuedAt(),
                certificate.expiresAt(),
                certificate.revokedAt().orElse(null),
                certificate.revokedWhy().orElse(null));
    }
}
