package dev.keystead.policy;

import dev.keystead.platform.json.Fields;
import java.util.List;

/// Who needs a second factor, and which ones count.
///
/// @param required who cannot sign in without one
/// @param allowedFactors what people may set up
/// @param attestation what a new passkey is asked to tell about its maker
/// @param attestationFormats the statements that are accepted
/// @param userVerification whether a passkey must check who holds it
public record MfaPolicy(
        Required required,
        List<Factor> allowedFactors,
        Attestation attestation,
        List<AttestationFormat> attestationFormats,
        UserVerification userVerification) {
    static final MfaPolicy USUAL = new MfaPolicy(
            Required.NONE,
            List.of(Factor.values()),
            Attestation.NONE,
            List.of(AttestationFormat.values()),
            UserVerification.PREFERRED);

    /// Who cannot sign in without a second factor.
    public enum Required {
        NONE,
        ADMINS,
        ALL
    }

    /// What can prove more than a password.
    public enum Factor {
        TOTP,
        PASSKEY,
        RECOVERY
    }

    /// As WebAuthn's attestation conveyance.
    public enum Attestation {
        NONE,
        INDIRECT,
        DIRECT
    }

    /// As WebAuthn's attestation statement formats.
    public enum AttestationFormat {
        NONE,
        PACKED,
        TPM
    }

    /// As WebAuthn's user verification requirement.
    public enum UserVerification {
        REQUIRED,
        PREFERRED,
        DISCOURAGED
    }

    public MfaPolicy {
        var fields = new Fields();
        allowedFactors = allowedFactors.stream().distinct().sorted().toList();
        attestationFormats = attestationFormats.stream().distinct().sorted().toList();
        boolean usable = allowedFactors.contains(Factor.TOTP) || allowedFactors.contains(Factor.PASSKEY);
        fields.refuseIf(
                required != Required.NONE && !usable,
                "allowed_factors",
                "must have totp or passkey where a second factor is required");
        fields.refuseIf(
                allowedFactors.contains(Factor.RECOVERY) && !usable,
                "allowed_factors",
                "cannot have recovery codes alone, which stand in for another factor");
        fields.refuseIf(attestationFormats.isEmpty(), "attestation_formats", "must have at least one format");
        fields.refuseIf(
                attestation == Attestation.NONE && !attestationFormats.contains(AttestationFormat.NONE),
                "attestation_formats",
                "must have none where no attestation is asked for");
        fields.refuseIfAny();
    }

    /// Whether somebody cannot sign in without a second factor.
    ///
    /// @param administrates whether their role is owner or admin
    public boolean requiresOf(boolean administrates) {
        return switch (required) {
            case NONE -> false;
            case ADMINS -> administrates;
            case ALL -> true;
        };
    }

    public boolean allows(Factor factor) {
        return allowedFactors.contains(factor);
    }
}
