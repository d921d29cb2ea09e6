package dev.keystead.bot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.bot.BucketStore.Share;
import dev.keystead.bot.Lease.Taken;
import dev.keystead.platform.config.BotConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeaseTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final int PER_SECOND = 8;

    private final Lease lease = new Lease(Duration.ofMinutes(1));
    private final List<Integer> asked = new ArrayList<>();
    private Share next = new Share(2, 5);

    private Taken take(Duration after) {
        return lease.take(PER_SECOND, START.plus(after), wanted -> {
            asked.add(wanted);
            return next;
        });
    }

    @Test
    void aShareIsAskedForOnceAndCountedDown() {
        assertThat(take(Duration.ZERO)).isEqualTo(new Taken.Allowed());
        assertThat(take(Duration.ZERO)).isEqualTo(new Taken.Allowed());
        assertThat(asked).containsExactly(2);
        assertThat(take(Duration.ZERO)).isEqualTo(new Taken.Allowed());
        assertThat(asked).containsExactly(2, 2);
        assertThat(Lease.share(1)).isOne();
        assertThat(Lease.share(1000)).isEqualTo(250);
    }

    @Test
    void whatIsNotUsedWithinASecondIsLost() {
        take(Duration.ZERO);
        take(Duration.ofMillis(999));
        assertThat(asked).hasSize(1);
        take(Duration.ofMillis(999));
        take(Duration.ofMillis(1999));
        assertThat(asked).hasSize(3);
    }

    @Test
    void whatWasTakenUnderAnotherTrustClassIsLost() {
        take(Duration.ZERO);
        assertThat(lease.take(1, START, _ -> new Share(0, 0))).isInstanceOf(Taken.Refused.class);
    }

    @Test
    void anEmptyBucketIsNotAskedBeforeItHasSomething() {
        next = new Share(0, 0.5);
        assertThat(take(Duration.ZERO)).isEqualTo(new Taken.Refused(1, true));
        assertThat(take(Duration.ofMillis(62))).isEqualTo(new Taken.Refused(1, false));
        assertThat(asked).hasSize(1);
        next = new Share(1, 0);
        assertThat(take(Duration.ofMillis(63))).isEqualTo(new Taken.Allowed());
        assertThat(asked).hasSize(2);
    }

    @Test
    void tooManyAreToldOfOnceInAWindow() {
        next = new Share(0, 0);
        assertThat(take(Duration.ZERO)).isEqualTo(new Taken.Refused(1, true));
        assertThat(take(Duration.ofMillis(1))).isEqualTo(new Taken.Refused(1, false));
        assertThat(take(Duration.ofSeconds(59))).isEqualTo(new Taken.Refused(1, false));
        assertThat(take(Duration.ofSeconds(60))).isEqualTo(new Taken.Refused(1, true));
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
