package dev.keystead.credential.passkey;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;

/// The name under which an authenticator keeps a person's passkey: ids only, nothing about the person.
public record UserHandle(UUID tenant, UUID user) {
    private static final int LENGTH = 32;

    public Octets octets() {
        return Octets.of(ByteBuffer.allocate(LENGTH)
                .putLong(tenant.getMostSignificantBits())
                .putLong(tenant.getLeastSignificantBits())
                .putLong(user.getMostSignificantBits())
                .putLong(user.getLeastSignificantBits())
                .array());
    }

    /// The handle that these bytes are, if we could have made it.
    public static Optional<UserHandle> of(Octets octets) {
        byte[] bytes = octets.bytes();
        if (bytes.length != LENGTH) {
            return Optional.empty();
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return Optional.of(new UserHandle(
                new UUID(buffer.getLong(), buffer.getLong()), new UUID(buffer.getLong(), buffer.getLong())));
    }
}
