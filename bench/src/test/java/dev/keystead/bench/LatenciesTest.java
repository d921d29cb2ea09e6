package dev.keystead.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class LatenciesTest {
    private static final long MILLISECOND = 1_000_000;

    @Test
    void percentilesAreNearestRanksOverAllUsers() {
        Latencies odd = new Latencies();
        Latencies even = new Latencies();
        for (int millis = 100; millis >= 1; millis--) {
            (millis % 2 == 0 ? even : odd).add(millis * MILLISECOND);
        }
        assertThat(Latencies.summary(List.of(odd, even))).isEqualTo(new Latencies.Summary(100, 50, 95, 99, 100));
    }

    @Test
    void oneValueIsEveryPercentile() {
        Latencies one = new Latencies();
        one.add(1_500_999);
        assertThat(Latencies.summary(List.of(one))).isEqualTo(new Latencies.Summary(1, 1.5, 1.5, 1.5, 1.5));
    }

    @Test
    void nothingCountedIsNotANumber() {
        assertThat(Latencies.summary(List.of(new Latencies())).p99()).isNaN();
    }

    @Test
    void moreValuesThanTheFirstArrayHoldsAreKept() {
        Latencies many = new Latencies();
        for (int i = 1; i <= 100_000; i++) {
            many.add(i * MILLISECOND);
        }
        assertThat(Latencies.summary(List.of(many)))
                .isEqualTo(new Latencies.Summary(100_000, 50_000, 95_000, 99_000, 100_000));
    }

    @Test
    void aVeryLongWaitDoesNotOverflow() {
        Latencies endless = new Latencies();
        endless.add(Long.MAX_VALUE);
        assertThat(Latencies.summary(List.of(endless)).max()).isEqualTo(Integer.MAX_VALUE / 1000.0);
    }
}
