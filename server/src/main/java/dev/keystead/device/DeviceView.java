package dev.keystead.device;

import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// A device as its owner, administrators and the audit trail see it.
///
/// @param fingerprint SHA-256 of the public key (SubjectPublicKeyInfo), in hex
/// @param keyThumbprint the thumbprint of the key as a JWK (RFC 7638): `jkt` in tokens
public record DeviceView(
        String id,
        String userId,
        String name,
        String algorithm,
        String fingerprint,
        String keyThumbprint,
        Device.Level trustLevel,
        @Nullable Instant certifiedUntil,
        String userAgent,
        int version,
        Instant registeredAt,
        @Nullable Instant trustedAt,
        @Nullable Instant lastSeenAt) {
    public static DeviceView of(Device device, Instant now) {
        Device.Level level = device.levelAt(now);
        return new DeviceView(
                device.id().text(),
                device.user().text(),
                device.name(),
                device.key().algorithmName(),
                HexFormat.of().formatHex(device.key().fingerprint()),
                device.key().thumbprint(),
                level,
                level == Device.Level.OFFLINE_BOUND ? device.certifiedUntil().orElse(null) : null,
                device.userAgent(),
                device.version(),
                device.registeredAt(),
                device.trustedAt().orElse(null),
                device.lastSeenAt().orElse(null));
    }
}
