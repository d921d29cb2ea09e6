package dev.keystead.trust;

import dev.keystead.platform.json.Fields;
import org.jspecify.annotations.Nullable;

/// What an administrator supposes about a person, to see what it would do to the score. What is left out
/// stays as it is.
public record Supposition(
        @Nullable Boolean staff,
        @Nullable Boolean emailVerified,
        @Nullable Boolean passkey,
        @Nullable Boolean authenticatorApp,
        @Nullable Boolean verifiedWorkspace,
        @Nullable Boolean verifiedBadge,
        @Nullable Integer activeDays,
        @Nullable Integer moreGoodInvitees,
        @Nullable Integer moreStrikes,
        @Nullable Integer moreRevokedInvitees,
        @Nullable Integer moreRevokedBelow) {
    private static final int MOST = 1_000;

    public Supposition {
        var fields = new Fields();
        activeDays =
                fields.optional(activeDays, days -> fields.number("active_days", days, 0, Score.ACTIVE_WINDOW_DAYS));
        moreGoodInvitees =
                fields.optional(moreGoodInvitees, count -> fields.number("more_good_invitees", count, 0, MOST));
        moreStrikes = fields.optional(moreStrikes, count -> fields.number("more_strikes", count, 0, MOST));
        moreRevokedInvitees =
                fields.optional(moreRevokedInvitees, count -> fields.number("more_revoked_invitees", count, 0, MOST));
        moreRevokedBelow =
                fields.optional(moreRevokedBelow, count -> fields.number("more_revoked_below", count, 0, MOST));
        fields.refuseIfAny();
    }
}
