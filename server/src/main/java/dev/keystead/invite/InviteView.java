package dev.keystead.invite;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An invitation as its inviter, administrators and the audit trail see it.
public record InviteView(
        String id,
        String inviterId,
        @Nullable String intendedEmail,
        Invite.@Nullable Reason reasonCode,
        @Nullable String reasonDetail,
        boolean publicVerifiable,
        Invite.Status status,
        Instant issuedAt,
        Instant expiresAt,
        @Nullable Instant redeemedAt,
        @Nullable String redeemedById,
        @Nullable Instant revokedAt) {
    public static InviteView of(Invite invite) {
        return new InviteView(
                invite.id().text(),
                invite.inviter().text(),
                invite.intendedEmail().orElse(null),
                invite.reason().orElse(null),
                invite.detail().orElse(null),
                invite.publicVerifiable(),
                invite.status(),
                invite.issuedAt(),
                invite.expiresAt(),
                invite.redeemedAt().orElse(null),
                invite.redeemedBy().map(user -> user.text()).orElse(null),
                invite.revokedAt().orElse(null));
    }
}
