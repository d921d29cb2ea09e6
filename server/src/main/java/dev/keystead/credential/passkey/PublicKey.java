package dev.keystead.credential.passkey;

import java.util.List;
import java.util.UUID;

/// A passkey's public part, as an authenticator gave it.
///
/// @param cose the key in COSE form
/// @param aaguid the make of the authenticator, as it says itself
/// @param signCount how often the authenticator says it has signed; zero when it does not count
/// @param backupEligible whether the key may be copied to other devices of its owner
/// @param backedUp whether it was
/// @param userVerified whether the authenticator has ever checked who holds it
/// @param attestationFormat what kind of statement about its make came with it
public record PublicKey(
        Octets credentialId,
        Octets cose,
        UUID aaguid,
        long signCount,
        List<String> transports,
        boolean backupEligible,
        boolean backedUp,
        boolean userVerified,
        String attestationFormat) {
    private static final int LONGEST_ID = 1023;
    private static final int LONGEST_KEY = 2048;

    /// Refuses lengths that the specification or no sensible key has; the bytes come from outside.
    public PublicKey {
        if (credentialId.length() < 1 || credentialId.length() > LONGEST_ID || cose.length() > LONGEST_KEY) {
            throw new IllegalArgumentException("the id or the key of a passkey is too short or too long");
        }
    }
}
