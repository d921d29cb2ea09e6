package dev.keystead.account;

/// What the owner of an account is written to about. The key names the sentence, which takes the workspace's
/// name.
enum Notice {
    PASSWORD("mail.notice.password"),
    PASSKEY_ADDED("mail.notice.passkey-added"),
    PASSKEY_REMOVED("mail.notice.passkey-removed"),
    APP_ADDED("mail.notice.app-added"),
    APP_REMOVED("mail.notice.app-removed"),
    CODES("mail.notice.codes"),
    ADDRESS("mail.notice.address"),
    HANDLE("mail.notice.handle"),
    TOKEN_MADE("mail.notice.token-made"),
    TOKEN_REVOKED("mail.notice.token-revoked"),
    DEVICE_TRUSTED("mail.notice.device-trusted"),
    IDENTITY_UNLINKED("mail.notice.identity-unlinked"),
    DELETED("mail.notice.deleted");

    private final String key;

    Notice(String key) {
        this.key = key;
    }

    String key() {
        return key;
    }
}
