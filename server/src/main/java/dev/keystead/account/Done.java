package dev.keystead.account;

import java.util.Locale;

/// What was just done, as the address of the page after it says. The key names the sentence.
enum Done {
    SAVED("account.done.saved"),
    ADDRESS("account.done.address"),
    HANDLE("account.done.handle"),
    MAILED("account.done.mailed"),
    PASSWORD("account.done.password"),
    PASSKEY("account.done.passkey"),
    RENAMED("account.done.renamed"),
    REMOVED("account.done.removed"),
    APP("account.done.app"),
    ENDED("account.done.ended"),
    REVOKED("account.done.revoked"),
    DISCONNECTED("account.done.disconnected"),
    LINKED("account.done.linked"),
    UNLINKED("account.done.unlinked"),
    LEFT("account.done.left");

    private final String key;

    Done(String key) {
        this.key = key;
    }

    String key() {
        return key;
    }

    /// The page to go to afterwards.
    String at(String page) {
        return page + (page.contains("?") ? "&" : "?") + "done=" + name().toLowerCase(Locale.ROOT);
    }
}
