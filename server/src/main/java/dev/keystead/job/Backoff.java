package dev.keystead.job;

import java.time.Duration;

/// How long to wait after a failure: twice as long each time, up to a limit.
public record Backoff(Duration first, Duration longest) {
    /// The pause after so many attempts.
    ///
    /// @param attempts how many there were, at least one
    public Duration after(int attempts) {
        Duration pause = first;
        for (int i = 1; i < attempts && pause.compareTo(longest) < 0; i++) {
            pause = pause.multipliedBy(2);
        }
        return pause.compareTo(longest) < 0 ? pause : longest;
    }
}
