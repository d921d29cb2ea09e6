package dev.keystead.signup;

/// Why somebody who has a link sets a password, and where the form goes.
public enum NewPasswordFor {
    RESET("/password-reset/confirm", "reset.new.title", "reset.new.lead"),
    INVITATION("/welcome", "welcome.title", "welcome.lead"),
    /// The account was asked for in another browser, whose password does not count.
    ACCOUNT("/verify-email", "verify.password.title", "verify.password.lead");

    private final String path;
    private final String title;
    private final String lead;

    NewPasswordFor(String path, String title, String lead) {
        this.path = path;
        this.title = title;
        this.lead = lead;
    }

    public String path() {
        return path;
    }

    /// The key of its title.
    public String title() {
        return title;
    }

    /// The key of what it says above the form.
    public String lead() {
        return lead;
    }
}
