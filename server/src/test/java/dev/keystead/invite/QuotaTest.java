package dev.keystead.invite;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuotaTest {
    private static final Instant NOW = Instant.parse("2026-11-16T12:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "0,0,0",
        "499,0,0",
        "500,1,5",
        "1499,1,5",
        "1500,3,20",
        "2999,3,20",
        "3000,5,50",
        "4999,5,50",
        "5000,10,150",
        "6999,10,150",
        "7000,20,400",
        "8499,20,400",
        "8500,50,2000",
        "10000,50,2000"
    })
    void aScoreDecidesHowManyMayBeInvited(int score, int period, int total) {
        assertThat(Quota.tierOf(score)).isEqualTo(new Quota.Tier(period, total));
    }

    @ParameterizedTest
    @CsvSource({"0,3000", "1,2100", "2,1470", "3,1029", "6,352", "40,0"})
    void standingFadesWithEachGeneration(int depth, int score) {
        assertThat(Quota.scoreOf(depth, false)).isEqualTo(score);
    }

    @Test
    void theStaffHaveAFloor() {
        assertThat(Quota.scoreOf(0, true)).isEqualTo(8_000);
    }

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
