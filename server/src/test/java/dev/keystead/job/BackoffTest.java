package dev.keystead.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackoffTest {
    @Test
    void pausesDoubleUpToTheLimit() {
        var backoff = new Backoff(Duration.ofSeconds(2), Duration.ofMinutes(5));
        assertThat(backoff.after(1)).isEqualTo(Duration.ofSeconds(2));
        assertThat(backoff.after(2)).isEqualTo(Duration.ofSeconds(4));
        assertThat(backoff.after(5)).isEqualTo(Duration.ofSeconds(32));
        assertThat(backoff.after(9)).isEqualTo(Duration.ofMinutes(5));
        assertThat(backoff.after(Integer.MAX_VALUE)).isEqualTo(Duration.ofMinutes(5));
    }
}
