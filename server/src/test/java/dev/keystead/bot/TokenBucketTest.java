package dev.keystead.bot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.bot.TokenBucket.Taken;
import dev.keystead.platform.config.BotConfig;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TokenBucketTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration WINDOW = Duration.ofMinutes(1);

    private final TokenBucket bucket = new TokenBucket(4, WINDOW, START);

    private Taken take(Duration after) {
        return bucket.take(2, 4, START.plus(after));
    }

    private void empty() {
        for (int i = 0; i < 4; i++) {
            assertThat(take(Duration.ZERO)).isEqualTo(new Taken.Allowed());
        }
    }

    @Test
    void aBurstIsAllowedAndThenSoManyASecond() {
        empty();
        assertThat(take(Duration.ZERO)).isEqualTo(new Taken.Refused(1, true));
        assertThat(take(Duration.ofMillis(499))).isInstanceOf(Taken.Refused.class);
        assertThat(take(Duration.ofMillis(500))).isEqualTo(new Taken.Allowed());
        assertThat(take(Duration.ofMillis(501))).isInstanceOf(Taken.Refused.class);
    }

    @Test
    void quietTimeFillsNoMoreThanABurst() {
        empty();
        Duration later = Duration.ofHours(1);
        for (int i = 0; i < 4; i++) {
            assertThat(take(later)).isEqualTo(new Taken.Allowed());
        }
        assertThat(take(later)).isInstanceOf(Taken.Refused.class);
    }

    @Test
    void tooManyAreToldOfOnceInAWindow() {
        empty();
        assertThat(take(Duration.ZERO)).isEqualTo(new Taken.Refused(1, true));
        assertThat(take(Duration.ofMillis(1))).isEqualTo(new Taken.Refused(1, false));
        assertThat(bucket.take(1, 0, START.plusSeconds(59))).isEqualTo(new Taken.Refused(1, false));
        assertThat(bucket.take(1, 0, START.plusSeconds(60))).isEqualTo(new Taken.Refused(1, true));
    }

    @Test
    void aClockThatIsSetBackFillsNothing() {
        empty();
        assertThat(take(Duration.ofSeconds(-30))).isInstanceOf(Taken.Refused.class);
    }

    @Test
    void whoeverIsTrustedLessMayAskLess() {
        var config = new BotConfig(1000, 100, 20, 2, 5);
        assertThat(TrustClass.values())
                .extracting(each -> each.perSecond(config))
                .containsExactly(1000, 100, 20, 2);
        assertThat(TrustClass.VERIFIED_ORG.given(false)).isEqualTo(TrustClass.THIRD_PARTY);
        assertThat(TrustClass.VERIFIED_ORG.given(true)).isEqualTo(TrustClass.VERIFIED_ORG);
        assertThat(TrustClass.SYSTEM.given(false)).isEqualTo(TrustClass.SYSTEM);
    }
}
