package dev.keystead.account;

/// The pages of an account, in the order of their menu. The key names the text on the menu.
public enum Tab {
    PROFILE("/account", "account.profile"),
    SECURITY("/account/security", "account.security"),
    SESSIONS("/account/sessions", "account.sessions"),
    EVENTS("/account/events", "account.events"),
    APPLICATIONS("/account/applications", "account.applications"),
    TOKENS("/account/tokens", "account.tokens"),
    DATA("/account/data", "account.data");

    private final String path;
    private final String key;

    Tab(String path, String key) {
        this.path = path;
        this.key = key;
    }

    /// Below the workspace's own.
    public String path() {
        return path;
    }

    public String key() {
        return key;
    }
}
