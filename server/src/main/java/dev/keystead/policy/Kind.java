package dev.keystead.policy;

import dev.keystead.platform.json.StoredJson;
import java.util.Map;

/// One matter about which a workspace may decide.
///
/// @param word how the table names it
/// @param usual what holds without a decision
record Kind<P extends Record>(String word, Class<P> type, P usual) {
    static final Kind<Branding> BRANDING = new Kind<>("branding", Branding.class, Branding.USUAL);
    static final Kind<SignUpPolicy> SIGN_UP = new Kind<>("sign_up", SignUpPolicy.class, SignUpPolicy.USUAL);
    static final Kind<PasswordPolicy> PASSWORD = new Kind<>("password", PasswordPolicy.class, PasswordPolicy.USUAL);
    static final Kind<MfaPolicy> MFA = new Kind<>("mfa", MfaPolicy.class, MfaPolicy.USUAL);
    static final Kind<SessionPolicy> SESSION = new Kind<>("session", SessionPolicy.class, SessionPolicy.USUAL);
    static final Kind<LockoutPolicy> LOCKOUT = new Kind<>("lockout", LockoutPolicy.class, LockoutPolicy.USUAL);
    static final Kind<RegistrationPolicy> REGISTRATION =
            new Kind<>("registration", RegistrationPolicy.class, RegistrationPolicy.USUAL);
    static final Kind<TokenPolicy> TOKEN = new Kind<>("token", TokenPolicy.class, TokenPolicy.USUAL);

    static final Kind<RetentionPolicy> RETENTION =
            new Kind<>("retention", RetentionPolicy.class, RetentionPolicy.USUAL);

    static final Kind<DomainPolicy> DOMAIN = new Kind<>("domain", DomainPolicy.class, DomainPolicy.USUAL);

    /// The decision in a stored document, whichever release stored it.
    P read(String stored) {
        return StoredJson.read(type, usual, stored);
    }

    /// The decision among stored documents by word, or what is usual.
    P in(Map<String, String> documents) {
        String stored = documents.get(word);
        return stored == null ? usual : read(stored);
    }
}
