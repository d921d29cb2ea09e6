package dev.keystead.device.authority;

import dev.keystead.device.DeviceId;
import dev.keystead.directory.UserId;
import java.time.Instant;

/// What a certificate that we issued says to whoever sees it used.
///
/// @param keyThumbprint of the device's key (RFC 7638), which stays when the certificate is renewed
/// @param revoked whether it was, or its device
public record KnownCertificate(DeviceId device, UserId user, String keyThumbprint, Instant expiresAt, boolean revoked) {
    public boolean countsAt(Instant now) {
        return !revoked && now.isBefore(expiresAt);
    }
}
