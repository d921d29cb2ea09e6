package dev.keystead.policy;

import dev.keystead.policy.OrgDecision.OrgBranding;
import dev.keystead.policy.OrgDecision.OrgDomainPolicy;
import dev.keystead.policy.OrgDecision.OrgLockoutPolicy;
import dev.keystead.policy.OrgDecision.OrgMfaPolicy;
import dev.keystead.policy.OrgDecision.OrgPasswordPolicy;
import dev.keystead.policy.OrgDecision.OrgRegistrationPolicy;
import dev.keystead.policy.OrgDecision.OrgRetentionPolicy;
import dev.keystead.policy.OrgDecision.OrgSessionPolicy;
import dev.keystead.policy.OrgDecision.OrgSignUpPolicy;
import dev.keystead.policy.OrgDecision.OrgTokenPolicy;
import java.util.List;
import java.util.function.BiFunction;

/// One matter as it appears over HTTP.
///
/// @param path where it is found below a workspace or an organisation
/// @param about what it is, in words
/// @param action the beginning of its actions in the audit trail
/// @param verb what somebody must be allowed to do with a workspace to decide: decisions about safety are for
///     those who administer the workspace itself
/// @param orgType what an organisation sends
record Matter<P extends Record, D extends Record & OrgDecision<P>>(
        Kind<P> kind,
        String path,
        String about,
        String action,
        String verb,
        Class<D> orgType,
        BiFunction<P, Boolean, D> orgView) {
    static final List<Matter<?, ?>> ALL = List.of(
            new Matter<>(
                    Kind.BRANDING,
                    "branding",
                    "how pages look and speak",
                    "branding",
                    "write",
                    OrgBranding.class,
                    OrgBranding::new),
            policy(Kind.SIGN_UP, "sign-up", "who may sign up", OrgSignUpPolicy.class, OrgSignUpPolicy::new),
            policy(
                    Kind.PASSWORD,
                    "password",
                    "what passwords must be",
                    OrgPasswordPolicy.class,
                    OrgPasswordPolicy::new),
            policy(Kind.MFA, "mfa", "who needs which second factor", OrgMfaPolicy.class, OrgMfaPolicy::new),
            policy(Kind.SESSION, "session", "how long a sign-in lasts", OrgSessionPolicy.class, OrgSessionPolicy::new),
            policy(
                    Kind.LOCKOUT,
                    "lockout",
                    "what happens after wrong guesses",
                    OrgLockoutPolicy.class,
                    OrgLockoutPolicy::new),
            policy(
                    Kind.REGISTRATION,
                    "registration",
                    "which applications may register themselves",
                    OrgRegistrationPolicy.class,
                    OrgRegistrationPolicy::new),
            policy(
                    Kind.TOKEN,
                    "token",
                    "how long personal access tokens last",
                    OrgTokenPolicy.class,
                    OrgTokenPolicy::new),
            policy(
                    Kind.RETENTION,
                    "retention",
                    "how long deleted people and the trail are kept",
                    OrgRetentionPolicy.class,
                    OrgRetentionPolicy::new),
            policy(
                    Kind.DOMAIN,
                    "domain",
                    "where people of proven domains sign in and sign up",
                    OrgDomainPolicy.class,
                    OrgDomainPolicy::new));

    private static <P extends Record, D extends Record & OrgDecision<P>> Matter<P, D> policy(
            Kind<P> kind, String word, String about, Class<D> orgType, BiFunction<P, Boolean, D> orgView) {
        return new Matter<>(kind, "policies/" + word, about, "policy." + kind.word(), "admin", orgType, orgView);
    }
}
