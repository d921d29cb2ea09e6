package dev.keystead.account;

import dev.keystead.workspace.Workspace;
import java.util.Arrays;
import java.util.List;

/// The pages of an account, in the order of their menu. The key names the text on the menu.
public enum Tab {
    PROFILE("/account", "account.profile"),
    SECURITY("/account/security", "account.security"),
    IDENTITIES("/account/identities", "account.identities"),
    SESSIONS("/account/sessions", "account.sessions"),
    DEVICES("/account/devices", "account.devices"),
    EVENTS("/account/events", "account.events"),
    WORKSPACES("/account/workspaces", "account.workspaces"),
    APPLICATIONS("/account/applications", "account.applications"),
    TOKENS("/account/tokens", "account.tokens"),
    INVITATIONS("/account/invitations", "account.invitations"),
    TRUST("/account/trust", "account.trust"),
    BADGES("/account/badges", "account.badges"),
    DATA("/account/data", "account.data");

    private final String path;
    private final String key;

    Tab(String path, String key) {
        this.path = path;
        this.key = key;
    }

    /// The pages of an account of a workspace: only individual accounts invite and are trusted.
    static List<Tab> of(Workspace workspace) {
        return Arrays.stream(values())
                .filter(tab -> (tab != INVITATIONS && tab != TRUST) || workspace.kind() == Workspace.Kind.SYSTEM)
                .toList();
    }

    /// Below the workspace's own.
    public String path() {
        return path;
    }

    public String key() {
        return key;
    }
}
