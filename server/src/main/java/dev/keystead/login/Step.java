package dev.keystead.login;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What can be done in a sign-in.
public enum Step {
    IDENTIFY(""),
    PASSWORD("pwd"),
    WEBAUTHN("pop"),
    TOTP("otp"),
    RECOVERY_CODE("otp"),
    MAGIC_LINK("otp"),
    OTP("otp"),
    ENROL_TOTP("otp"),
    ENROL_WEBAUTHN("pop"),
    /// By another identity provider.
    FEDERATED("fed"),
    /// By another identity provider whose second factor counts as ours.
    FEDERATED_STRONG("fed"),
    SELECT_WORKSPACE("");

    private final String method;

    Step(String method) {
        this.method = method;
    }

    /// The word in addresses and answers.
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Step ofWord(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /// How somebody who took these steps proved themselves, in the words of RFC 8176. A passkey that checked who holds
    /// it is two proofs in one.
    static List<String> methods(List<Step> steps) {
        List<String> proofs = steps.stream()
                .map(step -> step.method)
                .filter(method -> !method.isEmpty())
                .distinct()
                .toList();
        long given = steps.stream().filter(step -> !step.method.isEmpty()).count();
        boolean two = given > 1 || steps.contains(WEBAUTHN) || steps.contains(FEDERATED_STRONG);
        return two ? Stream.concat(proofs.stream(), Stream.of("mfa")).collect(Collectors.toList()) : proofs;
    }
}
