package dev.keystead.credential.password;

import dev.keystead.platform.config.PasswordConfig;

/// What one Argon2 hash costs and which form of Argon2 it is. They stand in every hash, so each hash can be checked
/// with the parameters it was made with, and one that was made with others than today's is told from a current one.
///
/// @param version 19 (RFC 9106), or 16 in hashes from before 2016
/// @param memoryKib memory that is filled, in KiB
/// @param iterations how often it is filled
/// @param parallelism lanes; they are computed one after the other here, whatever their number
public record Parameters(Variant variant, int version, int memoryKib, int iterations, int parallelism) {
    /// The least that a new hash may cost, which is also the default.
    static final Parameters FLOOR = argon2id(19 * 1024, 2);

    private static final int MOST_MEMORY_KIB = 128 * 1024;
    private static final int MOST_KIB_FILLED = 1024 * 1024;
    private static final int MOST_LANES = 64;

    /// The forms of Argon2, each with its number and its name in a stored hash.
    public enum Variant {
        ARGON2D(0, "argon2d"),
        ARGON2I(1, "argon2i"),
        ARGON2ID(2, "argon2id");

        private final int number;
        private final String text;

        Variant(int number, String text) {
            this.number = number;
            this.text = text;
        }

        int number() {
            return number;
        }

        String text() {
            return text;
        }
    }

    /// Refuses what Argon2 does not allow, and what would take more memory or time than a login may: a stored hash
    /// can come from elsewhere, and whoever writes one must not choose how long a server is busy with it.
    public Parameters {
        if (version != 16 && version != 19) {
            throw new IllegalArgumentException("its version is neither 16 nor 19");
        }
        if (parallelism < 1 || parallelism > MOST_LANES) {
            throw new IllegalArgumentException("its parallelism is not 1 to " + MOST_LANES);
        }
        if (memoryKib < 8 * parallelism || memoryKib > MOST_MEMORY_KIB) {
            throw new IllegalArgumentException("its memory is not 8 KiB per lane to " + MOST_MEMORY_KIB + " KiB");
        }
        if (iterations < 1 || (long) memoryKib * iterations > MOST_KIB_FILLED) {
            throw new IllegalArgumentException(
                    "it fills none or more than " + MOST_KIB_FILLED + " KiB of memory (memory times iterations)");
        }
    }

    /// What the configuration asks for.
    public static Parameters of(PasswordConfig config) {
        return argon2id(config.hashMemoryBytes() / 1024, config.hashIterations());
    }

    /// Argon2id of the present version in one lane.
    public static Parameters argon2id(int memoryKib, int iterations) {
        return new Parameters(Variant.ARGON2ID, 19, memoryKib, iterations, 1);
    }
}
