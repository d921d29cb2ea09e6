package dev.keystead.credential.passkey;

/// Why a passkey was not taken. The key names the sentence for people in the message files.
public enum PasskeyRefusal {
    /// The answer is not what browsers send, or contradicts itself.
    MALFORMED("credential.passkey.malformed"),
    /// The answer is to another challenge: an old page, or a replay.
    CHALLENGE("credential.passkey.challenge"),
    /// The answer was made for another site.
    ORIGIN("credential.passkey.origin"),
    /// Nobody touched the authenticator.
    USER_NOT_PRESENT("credential.passkey.user-not-present"),
    /// The authenticator did not check who holds it, and the policy wants that.
    USER_NOT_VERIFIED("credential.passkey.user-not-verified"),
    /// The signature is not the key's.
    SIGNATURE("credential.passkey.signature"),
    /// The kind of key is none that was offered.
    ALGORITHM("credential.passkey.algorithm"),
    /// The statement about the authenticator's make is missing or does not hold.
    ATTESTATION("credential.passkey.attestation"),
    /// No such passkey here: never seen, removed, or somebody else's.
    UNKNOWN("credential.passkey.unknown"),
    /// It is registered already.
    TAKEN("credential.passkey.taken"),
    /// The user has as many as one may have.
    TOO_MANY("credential.passkey.too-many");

    private final String key;

    PasskeyRefusal(String key) {
        this.key = key;
    }

    public String key() {
        return key;
    }
}
