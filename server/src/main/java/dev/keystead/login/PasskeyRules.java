package dev.keystead.login;

import dev.keystead.credential.passkey.PasskeyPolicy;
import dev.keystead.platform.db.Words;
import dev.keystead.policy.MfaPolicy;
import java.util.stream.Collectors;

/// What a workspace wants of a new passkey.
public final class PasskeyRules {
    private PasskeyRules() {}

    public static PasskeyPolicy of(MfaPolicy policy) {
        return new PasskeyPolicy(
                policy.userVerification() == MfaPolicy.UserVerification.REQUIRED,
                switch (policy.attestation()) {
                    case NONE -> PasskeyPolicy.Attestation.NONE;
                    case INDIRECT -> PasskeyPolicy.Attestation.WELCOME;
                    case DIRECT -> PasskeyPolicy.Attestation.REQUIRED;
                },
                policy.attestationFormats().stream().map(Words::of).collect(Collectors.toSet()));
    }
}
