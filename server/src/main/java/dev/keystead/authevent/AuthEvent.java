package dev.keystead.authevent;

import dev.keystead.directory.UserId;
import dev.keystead.session.Session;
import dev.keystead.session.SessionId;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// Something that happened at the door.
///
/// @param details what else there is to say, as a JSON object without secrets
public record AuthEvent(
        AuthEventId id,
        Type type,
        Optional<UserId> user,
        Optional<UUID> flow,
        Optional<SessionId> session,
        Session.Client client,
        String details,
        Instant at) {

    /// What can happen.
    public enum Type {
        LOGIN_SUCCESS,
        LOGIN_FAILED,
        MFA_SUCCESS,
        MFA_FAILED,
        LOCKOUT,
        STEP_UP,
        SIGNED_OUT,
        LINK_SENT,
        ACCOUNT_CREATED,
        EMAIL_VERIFIED,
        PASSWORD_CHANGED,
        PASSWORD_RESET,
        PASSKEY_ADDED,
        PASSKEY_REMOVED,
        PASSKEY_CLONED,
        TOTP_ADDED,
        TOTP_REMOVED,
        RECOVERY_CODES_MADE,
        RECOVERY_CODE_USED,
        SESSION_ENDED,
        /// A code or refresh token of a client was used twice.
        TOKEN_REPLAYED,
        TOKEN_MADE,
        TOKEN_ROTATED,
        TOKEN_REVOKED,
        ACCOUNT_DELETED,
        /// Somebody came back from another identity provider and was not let in.
        FEDERATION_FAILED,
        IDENTITY_LINKED,
        IDENTITY_UNLINKED,
        CLIENT_REFUSED
    }
}
