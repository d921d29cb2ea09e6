package dev.keystead.credential.passkey;

import java.util.Set;

/// What a workspace wants of passkeys.
///
/// @param verifyUser whether the authenticator must check who holds it (PIN, finger, face); always so where the passkey
///     is the only factor
/// @param formats the kinds of statements that are taken, in the words of the specification; none named: all of them
public record PasskeyPolicy(boolean verifyUser, Attestation attestation, Set<String> formats) {
    public PasskeyPolicy {
        formats = Set.copyOf(formats);
    }

    public PasskeyPolicy(boolean verifyUser, Attestation attestation) {
        this(verifyUser, attestation, Set.of());
    }

    /// What an authenticator has to tell about its make.
    public enum Attestation {
        /// Nothing is asked, which spares people a question of their browser.
        NONE("none"),
        /// It is asked, and no answer is fine.
        WELCOME("indirect"),
        /// Without a statement that holds there is no passkey.
        REQUIRED("direct");

        private final String conveyance;

        Attestation(String conveyance) {
            this.conveyance = conveyance;
        }

        /// The word of the specification.
        String conveyance() {
            return conveyance;
        }
    }

    boolean takes(String format) {
        return formats.isEmpty() || formats.contains(format);
    }

    String userVerification() {
        return verifyUser ? "required" : "preferred";
    }
}
