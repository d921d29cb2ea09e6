package dev.keystead.tenancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class UuidV7Test {
    @Test
    void itIsOfVersionSevenAndTheStandardVariant() {
        for (int i = 0; i < 1000; i++) {
            UUID id = UuidV7.next();
            assertThat(id.version()).isEqualTo(7);
            assertThat(id.variant()).isEqualTo(2);
        }
    }

    @Test
    void itHoldsItsTimeToTheMillisecond() {
        Instant time = Instant.parse("2026-11-15T20:00:00.123456789Z");
        assertThat(UuidV7.timeOf(UuidV7.at(time))).isEqualTo(time.truncatedTo(ChronoUnit.MILLIS));
        assertThat(UuidV7.timeOf(UuidV7.at(Instant.EPOCH))).isEqualTo(Instant.EPOCH);
        // The example of RFC 9562, appendix A.6.
        assertThat(UuidV7.timeOf(UUID.fromString("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")))
                .isEqualTo(Instant.parse("2022-02-22T19:22:22.000Z"));
    }

    @Test
    void idsOfLaterMicrosecondsSortLater() {
        Instant time = Instant.parse("2026-11-15T20:00:00.999Z");
        String before = UuidV7.at(time).toString();
        for (int i = 0; i < 2000; i++) {
            time = time.plus(1, ChronoUnit.MICROS);
            String after = UuidV7.at(time).toString();
            assertThat(after).isGreaterThan(before);
            before = after;
        }
    }

    @Test
    void idsOfOneInstantDiffer() {
        Instant time = Instant.parse("2026-11-15T20:00:00Z");
        Set<UUID> ids = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            ids.add(UuidV7.at(time));
        }
        assertThat(ids).hasSize(10_000);
    }

    @Test
    void timesThatDoNotFitAreRefused() {
        Instant last = Instant.ofEpochMilli((1L << 48) - 1);
        assertThat(UuidV7.timeOf(UuidV7.at(last))).isEqualTo(last);
        assertThatIllegalArgumentException().isThrownBy(() -> UuidV7.at(last.plusMillis(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> UuidV7.at(Instant.EPOCH.minusNanos(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> UuidV7.timeOf(UUID.randomUUID()));
    }
}
