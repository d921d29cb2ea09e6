package dev.keystead.policy;

import dev.keystead.platform.json.Fields;
import java.time.Duration;

/// How long a sign-in lasts.
///
/// @param idleMinutes how long a session lives without being used
/// @param absoluteMinutes how long it lives at most
/// @param stepUpMinutes how long after signing in, or proving it again, delicate things may be done
public record SessionPolicy(int idleMinutes, int absoluteMinutes, int stepUpMinutes) {
    private static final int DAY = 24 * 60;

    static final SessionPolicy USUAL = new SessionPolicy(30 * DAY, 90 * DAY, 5);

    public SessionPolicy {
        var fields = new Fields();
        fields.number("idle_minutes", idleMinutes, 5, 365 * DAY);
        fields.number("absolute_minutes", absoluteMinutes, 5, 365 * DAY);
        fields.number("step_up_minutes", stepUpMinutes, 1, DAY);
        fields.refuseIf(absoluteMinutes < idleMinutes, "absolute_minutes", "must not be less than idle_minutes");
        fields.refuseIfAny();
    }

    public Duration idle() {
        return Duration.ofMinutes(idleMinutes);
    }

    public Duration absolute() {
        return Duration.ofMinutes(absoluteMinutes);
    }

    public Duration stepUp() {
        return Duration.ofMinutes(stepUpMinutes);
    }
}
