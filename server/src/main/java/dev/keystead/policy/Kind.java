package dev.keystead.policy;

import dev.keystead.platform.json.StoredJson;
import java.util.List;
import java.util.function.BinaryOperator;

/// One matter about which a workspace, or its organisation for all of its workspaces, may decide.
///
/// @param word how the tables name it
/// @param usual what holds without a decision
/// @param stricter of what an organisation enforces and what a workspace decided, the stricter of each member
record Kind<P extends Record>(String word, Class<P> type, P usual, BinaryOperator<P> stricter) {
    static final Kind<Branding> BRANDING = new Kind<>("branding", Branding.class, Branding.USUAL, Strictness::of);
    static final Kind<SignUpPolicy> SIGN_UP =
            new Kind<>("sign_up", SignUpPolicy.class, SignUpPolicy.USUAL, Strictness::of);
    static final Kind<PasswordPolicy> PASSWORD =
            new Kind<>("password", PasswordPolicy.class, PasswordPolicy.USUAL, Strictness::of);
    static final Kind<MfaPolicy> MFA = new Kind<>("mfa", MfaPolicy.class, MfaPolicy.USUAL, Strictness::of);
    static final Kind<SessionPolicy> SESSION =
            new Kind<>("session", SessionPolicy.class, SessionPolicy.USUAL, Strictness::of);
    static final Kind<LockoutPolicy> LOCKOUT =
            new Kind<>("lockout", LockoutPolicy.class, LockoutPolicy.USUAL, Strictness::of);
    static final Kind<RegistrationPolicy> REGISTRATION =
            new Kind<>("registration", RegistrationPolicy.class, RegistrationPolicy.USUAL, Strictness::of);
    static final Kind<TokenPolicy> TOKEN = new Kind<>("token", TokenPolicy.class, TokenPolicy.USUAL, Strictness::of);

    static final Kind<RetentionPolicy> RETENTION =
            new Kind<>("retention", RetentionPolicy.class, RetentionPolicy.USUAL, Strictness::of);

    static final Kind<DomainPolicy> DOMAIN =
            new Kind<>("domain", DomainPolicy.class, DomainPolicy.USUAL, Strictness::of);

    /// Every matter.
    static final List<Kind<?>> ALL =
            List.of(BRANDING, SIGN_UP, PASSWORD, MFA, SESSION, LOCKOUT, REGISTRATION, TOKEN, RETENTION, DOMAIN);

    /// The decision in a stored document, whichever release stored it.
    P read(String stored) {
        return StoredJson.read(type, usual, stored);
    }
}
