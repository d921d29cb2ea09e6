package dev.keystead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WarmUpTest {
    /// It stops at the first refusal where all should go well: a cache that learned refusals makes a start no faster,
    /// and nobody would notice.
    @Test
    void everythingThatIsAskedOftenGoesWell() {
        Spoken spoken = Spoken.by("warm-up");
        assertThat(spoken.exitCode()).as(spoken.err()).isZero();
    }
}
