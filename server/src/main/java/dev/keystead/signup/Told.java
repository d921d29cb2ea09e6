package dev.keystead.signup;

/// What a page only says, after something was done or could not be.
public enum Told {
    REGISTERED("told.registered.title", "told.registered", false),
    RESET("told.reset.title", "told.reset", false),
    PASSWORD_SET("told.password-set.title", "told.password-set", true),
    VERIFIED("told.verified.title", "told.verified", true),
    ELSEWHERE("told.elsewhere.title", "told.elsewhere", true),
    DOMAIN_VERIFIED("told.domain-verified.title", "told.domain-verified", true),
    DOMAIN_TAKEN("told.domain-taken.title", "told.domain-taken", false),
    INVITE_UNKNOWN("told.invite-unknown.title", "told.invite-unknown", false),
    INVITE_USED("told.invite-used.title", "told.invite-used", true),
    INVITE_REVOKED("told.invite-revoked.title", "told.invite-revoked", false),
    INVITE_EXPIRED("told.invite-expired.title", "told.invite-expired", false),
    INVITE_RESTING("told.invite-resting.title", "told.invite-resting", false),
    DEAD_LINK("told.dead-link.title", "told.dead-link", false);

    private final String title;
    private final String sentence;
    private final boolean leadsIn;

    Told(String title, String sentence, boolean leadsIn) {
        this.title = title;
        this.sentence = sentence;
        this.leadsIn = leadsIn;
    }

    /// The key of its title.
    public String title() {
        return title;
    }

    /// The key of what it says.
    public String sentence() {
        return sentence;
    }

    /// Whether to sign in is what comes next.
    public boolean leadsIn() {
        return leadsIn;
    }
}
