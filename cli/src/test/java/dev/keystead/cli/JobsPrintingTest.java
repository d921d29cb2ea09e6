package dev.keystead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.job.JobView;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobsPrintingTest {
    private static final Instant TEN = Instant.parse("2026-03-01T10:00:00.123456Z");

    @Test
    void theTableTellsOfEachJobInALine() {
        String table = JobsPrinting.table(List.of(
                new JobView("expiry", 60, null, TEN, 12L, 7L, null, "a", TEN.plusSeconds(60)),
                new JobView("erasure", 3600, null, TEN, 5L, null, "it failed\nbadly", "a", TEN.plusSeconds(3600)),
                new JobView("months", 43_200, "b", null, null, null, null, null, TEN)));
        assertThat(table).isEqualTo("""
                JOB      EVERY  LAST RUN              TOOK   ROWS  NEXT RUN              ERROR
                expiry   1 min  2026-03-01T10:00:00Z  12 ms  7     2026-03-01T10:01:00Z  -
                erasure  1 h    2026-03-01T10:00:00Z  5 ms   -     2026-03-01T11:00:00Z  it failed\\nbadly
                months   12 h   -                     -      -     runs on b             -
                """);
    }
}
