package dev.keystead.credential.password;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/// What it computes is what the others compute; where it is missing or another library, nothing is lost but speed.
class SodiumArgon2Test {
    private final Argon2 slow = new JavaArgon2();

    private Argon2 fast() {
        return SodiumArgon2.load(SodiumArgon2.LIBRARIES, slow)
                .orElseGet(() -> Assumptions.abort("this machine has no libsodium"));
    }

    @Test
    void itComputesWhatNewHashesAre() {
        Argon2 fast = fast();
        var random = new Random(5);
        for (int round = 0; round < 40; round++) {
            var parameters = Parameters.argon2id(random.nextInt(8, 600), random.nextInt(1, 5));
            var input = new Argon2.Input(bytes(random, random.nextInt(300)), bytes(random, 16));
            int length = random.nextInt(16, 65);
            assertThat(fast.hash(parameters, input, length))
                    .as("%s", parameters)
                    .isEqualTo(slow.hash(parameters, input, length));
        }
    }

    @Test
    void whatItDoesNotComputeIsLeftToTheOther() {
        Argon2 fast = fast();
        var random = new Random(6);
        for (int length : new int[] {4, 32}) {
            for (var parameters : List.of(
                    Parameters.argon2id(64, 1),
                    new Parameters(Parameters.Variant.ARGON2ID, 16, 64, 1, 1),
                    new Parameters(Parameters.Variant.ARGON2ID, 19, 64, 1, 2),
                    new Parameters(Parameters.Variant.ARGON2I, 19, 64, 3, 1),
                    new Parameters(Parameters.Variant.ARGON2D, 19, 64, 1, 1))) {
                for (var input : List.of(
                        new Argon2.Input(bytes(random, 9), bytes(random, 16)),
                        new Argon2.Input(bytes(random, 9), bytes(random, 8)),
                        new Argon2.Input(bytes(random, 9), bytes(random, 17)),
                        new Argon2.Input(bytes(random, 9), bytes(random, 16), bytes(random, 3), new byte[0]),
                        new Argon2.Input(bytes(random, 9), bytes(random, 16), new byte[0], bytes(random, 3)))) {
                    assertThat(fast.hash(parameters, input, length)).isEqualTo(slow.hash(parameters, input, length));
                }
            }
        }
    }

    @Test
    void theFirstThatCanBeUsedIs() {
        String name = fast().name();
        assertThat(SodiumArgon2.load(List.of("libno-such-thing.so.1", "libm.so.6", "a\0b", "", name), slow)
                        .map(Argon2::name))
                .contains(name);
        assertThat(SodiumArgon2.load(List.of("libno-such-thing.so.1", "libm.so.6"), slow))
                .isEmpty();
        assertThat(PasswordHashes.engine(List.of(name), "libno-such-thing.so.1").name())
                .isEqualTo(name);
    }

    private static byte[] bytes(Random random, int length) {
        var bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
