package dev.keystead.policy;

/// What an organisation decides about one matter, as it is sent and shown.
///
/// `enforced` says whether it holds also in workspaces that have decided something weaker; if not, it holds in
/// those that have decided nothing.
public sealed interface OrgDecision<P extends Record> {
    P rules();

    boolean enforced();

    /// How pages look and speak.
    record OrgBranding(Branding rules, boolean enforced) implements OrgDecision<Branding> {}

    /// Who may sign up.
    record OrgSignUpPolicy(SignUpPolicy rules, boolean enforced) implements OrgDecision<SignUpPolicy> {}

    /// What passwords must be.
    record OrgPasswordPolicy(PasswordPolicy rules, boolean enforced) implements OrgDecision<PasswordPolicy> {}

    /// Who needs which second factor.
    record OrgMfaPolicy(MfaPolicy rules, boolean enforced) implements OrgDecision<MfaPolicy> {}

    /// How long a sign-in lasts.
    record OrgSessionPolicy(SessionPolicy rules, boolean enforced) implements OrgDecision<SessionPolicy> {}

    /// What happens after wrong guesses.
    record OrgLockoutPolicy(LockoutPolicy rules, boolean enforced) implements OrgDecision<LockoutPolicy> {}

    /// Which applications may register themselves.
    record OrgRegistrationPolicy(RegistrationPolicy rules, boolean enforced)
            implements OrgDecision<RegistrationPolicy> {}

    /// How long personal access tokens last.
    record OrgTokenPolicy(TokenPolicy rules, boolean enforced) implements OrgDecision<TokenPolicy> {}

    /// How long deleted people and the trail are kept.
    record OrgRetentionPolicy(RetentionPolicy rules, boolean enforced) implements OrgDecision<RetentionPolicy> {}

    /// Where people of proven domains sign in and sign up.
    record OrgDomainPolicy(DomainPolicy rules, boolean enforced) implements OrgDecision<DomainPolicy> {}
}
