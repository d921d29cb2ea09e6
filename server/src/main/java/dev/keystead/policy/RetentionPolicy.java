package dev.keystead.policy;

import dev.keystead.platform.json.Fields;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How long a workspace keeps what is over.
///
/// @param userDays for how long deleted people can come back before they are erased; without it, as long as the
///     installation says
public record RetentionPolicy(@Nullable Integer userDays) {
    private static final int YEAR = 365;

    static final RetentionPolicy USUAL = new RetentionPolicy(null);

    public RetentionPolicy {
        var fields = new Fields();
        if (userDays != null) {
            fields.number("user_days", userDays, 0, YEAR);
        }
        fields.refuseIfAny();
    }

    /// For how long deleted people can come back.
    ///
    /// @param usual what holds where the workspace has decided nothing
    public Duration users(Duration usual) {
        return userDays == null ? usual : Duration.ofDays(userDays);
    }
}
