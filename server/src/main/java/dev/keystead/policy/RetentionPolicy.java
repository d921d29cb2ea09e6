package dev.keystead.policy;

import dev.keystead.audit.Trail;
import dev.keystead.platform.json.Fields;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How long a workspace keeps what is over.
///
/// @param userDays for how long deleted people can come back before they are erased; without it, as long as the
///     installation says
/// @param auditDays for how long entries of the audit trail about what was done are kept; without it, for a year.
///     Whole months are removed, so that an entry may stay for a month more
public record RetentionPolicy(
        @Nullable Integer userDays, @Nullable Integer auditDays) {
    private static final int YEAR = 365;

    static final RetentionPolicy USUAL = new RetentionPolicy(null, null);

    public RetentionPolicy {
        var fields = new Fields();
        if (userDays != null) {
            fields.number("user_days", userDays, 0, YEAR);
        }
        if (auditDays != null) {
            fields.number("audit_days", auditDays, (int) Trail.SHORTEST.toDays(), 10 * YEAR);
        }
        fields.refuseIfAny();
    }

    /// For how long deleted people can come back.
    ///
    /// @param usual what holds where the workspace has decided nothing
    public Duration users(Duration usual) {
        return userDays == null ? usual : Duration.ofDays(userDays);
    }

    /// For how long entries about what was done are kept.
    ///
    /// @param usual what holds where the workspace has decided nothing
    public Duration audit(Duration usual) {
        return auditDays == null ? usual : Duration.ofDays(auditDays);
    }
}
