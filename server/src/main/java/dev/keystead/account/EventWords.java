package dev.keystead.account;

import dev.keystead.authevent.AuthEvent;

/// What happened at the door, in words.
final class EventWords {
    private EventWords() {}

    /// The key of the sentence.
    static String key(AuthEvent.Type type) {
        return switch (type) {
            case LOGIN_SUCCESS -> "account.event.login-success";
            case LOGIN_FAILED -> "account.event.login-failed";
            case MFA_SUCCESS -> "account.event.mfa-success";
            case MFA_FAILED -> "account.event.mfa-failed";
            case LOCKOUT -> "account.event.lockout";
            case STEP_UP -> "account.event.step-up";
            case SIGNED_OUT -> "account.event.signed-out";
            case LINK_SENT -> "account.event.link-sent";
            case ACCOUNT_CREATED -> "account.event.account-created";
            case EMAIL_VERIFIED -> "account.event.email-verified";
            case PASSWORD_CHANGED -> "account.event.password-changed";
            case PASSWORD_RESET -> "account.event.password-reset";
            case PASSKEY_ADDED -> "account.event.passkey-added";
            case PASSKEY_REMOVED -> "account.event.passkey-removed";
            case PASSKEY_CLONED -> "account.event.passkey-cloned";
            case TOTP_ADDED -> "account.event.totp-added";
            case TOTP_REMOVED -> "account.event.totp-removed";
            case RECOVERY_CODES_MADE -> "account.event.recovery-codes-made";
            case RECOVERY_CODE_USED -> "account.event.recovery-code-used";
            case SESSION_ENDED -> "account.event.session-ended";
            case TOKEN_REPLAYED -> "account.event.token-replayed";
            case TOKEN_MADE -> "account.event.token-made";
            case TOKEN_ROTATED -> "account.event.token-rotated";
            case TOKEN_REVOKED -> "account.event.token-revoked";
            case ACCOUNT_DELETED -> "account.event.account-deleted";
            case FEDERATION_FAILED -> "account.event.federation-failed";
            case IDENTITY_LINKED -> "account.event.identity-linked";
            case IDENTITY_UNLINKED -> "account.event.identity-unlinked";
            case CLIENT_REFUSED -> "account.event.client-refused";
        };
    }
}
