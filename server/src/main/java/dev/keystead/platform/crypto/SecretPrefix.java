package dev.keystead.platform.crypto;

import java.util.Arrays;
import java.util.stream.Collectors;

/// What the secrets that we make begin with: all of them, because none can be made without one of these.
///
/// Scanners recognise a leaked secret by it, and whatever writes logs what must not be in them.
public enum SecretPrefix {
    API_KEY("kkey", Form.RANDOM),
    PERSONAL_TOKEN("kpat", Form.RANDOM),
    CLIENT_SECRET("kcsec", Form.RANDOM),
    /// With it an application changes its own registration.
    REGISTRATION_TOKEN("kcreg", Form.RANDOM),
    /// With it an application registers itself.
    INITIAL_TOKEN("kinit", Form.RANDOM),
    AUTHORIZATION_CODE("kcode", Form.RANDOM),
    PUSHED_REQUEST("kpar", Form.RANDOM),
    DEVICE_CODE("kdev", Form.RANDOM),
    SETUP("ksetup", Form.RANDOM),
    MAGIC_LINK("klink", Form.RANDOM),
    VERIFY_EMAIL("kmail", Form.RANDOM),
    RESET_PASSWORD("kreset", Form.RANDOM),
    /// An administrator made the account, and its person comes in by this.
    INVITATION("kinvite", Form.RANDOM),
    DOMAIN_PROOF("kdom", Form.RANDOM),
    /// What a service identity signs to show that it has a key.
    ATTESTATION("kattest", Form.RANDOM),
    /// One person invites another, who makes an account by this.
    INVITE("kjoin", Form.RANDOM),
    REFRESH_TOKEN("krft", Form.COMPUTED),
    /// Renews a session.
    SESSION("kses", Form.COMPUTED),
    /// A program shows it with each request of its session.
    SESSION_ACCESS("ksat", Form.COMPUTED);

    /// What stands behind the prefix.
    public enum Form {
        /// As [Secret] has it.
        RANDOM,
        /// As [ComputedTokens] has it.
        COMPUTED
    }

    private final String text;
    private final Form form;

    SecretPrefix(String text, Form form) {
        this.text = text;
        this.form = form;
    }

    public String text() {
        return text;
    }

    public Form form() {
        return form;
    }

    /// All of them as alternatives of a regular expression.
    public static String alternatives() {
        return Arrays.stream(values()).map(SecretPrefix::text).collect(Collectors.joining("|"));
    }
}
