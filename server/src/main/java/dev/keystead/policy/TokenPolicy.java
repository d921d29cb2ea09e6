package dev.keystead.policy;

import dev.keystead.platform.json.Fields;
import java.time.Duration;
import java.util.Optional;

/// How long people's personal access tokens may last.
///
/// @param maxDays the longest life of a token that ends
/// @param allowsForever whether there may be tokens that never end
public record TokenPolicy(int maxDays, boolean allowsForever) {
    static final TokenPolicy USUAL = new TokenPolicy(365, false);

    private static final Duration USUAL_LIFE = Duration.ofDays(90);

    public TokenPolicy {
        var fields = new Fields();
        fields.number("max_days", maxDays, 1, 3660);
        fields.refuseIfAny();
    }

    public Duration longest() {
        return Duration.ofDays(maxDays);
    }

    /// The life of a token for which nothing else was wished.
    public Duration usualLife() {
        return USUAL_LIFE.compareTo(longest()) < 0 ? USUAL_LIFE : longest();
    }

    /// The life that comes nearest to the wished one.
    ///
    /// @param life nothing for one without an end
    public Optional<Duration> within(Optional<Duration> life) {
        if (life.isEmpty() && allowsForever) {
            return life;
        }
        return life.filter(wished -> wished.compareTo(longest()) < 0).or(() -> Optional.of(longest()));
    }
}
