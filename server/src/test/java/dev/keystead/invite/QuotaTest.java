package dev.keystead.invite;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class QuotaTest {
    private static final Instant NOW = Instant.parse("2026-11-16T12:00:00Z");

    @Test
    void whatIsLeftIsTheLesserOfPeriodAndLifetime() {
        Instant later = NOW.plus(Duration.ofDays(3));
        assertThat(new Quota(20, 2, 0, 3, 2, later, false).left(NOW)).isEqualTo(1);
        assertThat(new Quota(20, 19, 0, 3, 0, later, false).left(NOW)).isEqualTo(1);
        assertThat(new Quota(20, 5, 0, 3, 3, NOW, false).left(NOW))
                .as("the period is over")
                .isEqualTo(3);
        assertThat(new Quota(1, 5, 0, 3, 0, later, false).left(NOW))
                .as("less is allowed than was made")
                .isZero();
    }

    @Test
    void waitingHelpsWhileTheLifetimeHasRoom() {
        assertThat(new Quota(20, 5, 0, 3, 3, NOW, false).comesBack()).isTrue();
        assertThat(new Quota(5, 5, 0, 3, 3, NOW, false).comesBack()).isFalse();
        assertThat(new Quota(5, 0, 0, 0, 0, NOW, false).comesBack()).isFalse();
    }
}
