package dev.keystead.badge;

import dev.keystead.platform.crypto.Ed25519;
import dev.keystead.platform.crypto.Envelope;
import dev.keystead.platform.crypto.MasterKey;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.UUID;

/// Makes pairs of keys, seals them for their rows and opens them again.
///
/// The public key is sealed with the private one: a public key that somebody put into the database is found
/// out before it is published.
final class BadgeKeysmith {
    private final Envelope envelope;

    BadgeKeysmith(MasterKey master) {
        this.envelope = master.envelope("identity.badge_issuer_keys.private_key");
    }

    BadgeKey.Fresh make(UUID tenant, BadgeKind kind) {
        BadgeKeyId id = BadgeKeyId.make();
        Ed25519.Pair pair = Ed25519.generate();
        byte[] plain = ByteBuffer.allocate(Ed25519.KEY + pair.secret().length)
                .put(pair.open())
                .put(pair.secret())
                .array();
        return new BadgeKey.Fresh(id, kind, pair.open(), envelope.seal(tenant, id.value(), plain));
    }

    /// The key, ready to sign.
    ///
    /// @throws IllegalStateException when the row is not as it was made
    BadgeSigner open(UUID tenant, BadgeKey.Sealed stored) {
        BadgeKey key = stored.key();
        byte[] plain = envelope.open(tenant, key.id().value(), stored.privateKey());
        if (!MessageDigest.isEqual(key.publicKey(), Arrays.copyOf(plain, Ed25519.KEY))) {
            throw new IllegalStateException("the public key is not the one that was made with the private key");
        }
        byte[] secret = Arrays.copyOfRange(plain, Ed25519.KEY, plain.length);
        return new BadgeSigner(key.id(), key.kind(), Ed25519.privateKey(secret));
    }
}
