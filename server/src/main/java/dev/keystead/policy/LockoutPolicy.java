package dev.keystead.policy;

import dev.keystead.platform.json.Fields;
import java.time.Duration;

/// What happens after wrong guesses.
///
/// @param threshold the failure after which somebody must wait
/// @param firstSeconds the first wait, which doubles with each further failure
/// @param maxSeconds the longest wait
public record LockoutPolicy(int threshold, int firstSeconds, int maxSeconds) {
    static final LockoutPolicy USUAL = new LockoutPolicy(5, 60, 3600);

    public LockoutPolicy {
        var fields = new Fields();
        fields.number("threshold", threshold, 3, 100);
        fields.number("first_seconds", firstSeconds, 1, 3600);
        fields.number("max_seconds", maxSeconds, 1, 24 * 3600);
        fields.refuseIf(maxSeconds < firstSeconds, "max_seconds", "must not be less than first_seconds");
        fields.refuseIfAny();
    }

    /// How long to wait after so many failures in a row.
    public Duration waitAfter(int failures) {
        if (failures < threshold) {
            return Duration.ZERO;
        }
        // Past thirty doublings the longest wait is reached in any case, and nothing may overflow.
        long doubled = (long) firstSeconds << Math.min(failures - threshold, 30);
        return Duration.ofSeconds(Math.min(doubled, maxSeconds));
    }
}
