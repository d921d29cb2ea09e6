package dev.keystead.apikey;

import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Param;
import java.time.Duration;

/// How long a credential that is rotated goes on working beside its successor, so that programs can be
/// given the new one without a gap. Without a wish, not at all.
public final class Overlap {
    public static final Duration LONGEST = Duration.ofHours(24);

    /// The wish in a request.
    public static final Param<Integer> SECONDS = Param.number(
            "overlap_seconds",
            "How long the old one goes on working beside the new one; not at all unless given",
            0,
            Math.toIntExact(LONGEST.toSeconds()));

    private Overlap() {}

    public static Duration of(Call call) {
        return Duration.ofSeconds(call.find(SECONDS).orElse(0));
    }
}
