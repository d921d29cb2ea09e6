package dev.keystead.credential.password;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.credential.password.Parameters.Variant;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class Argon2Test {
    static Stream<Argon2> engines() {
        return Engines.all();
    }

    /// RFC 9106, section 5.
    @ParameterizedTest
    @MethodSource("engines")
    void itComputesTheVectorsOfTheRfc(Argon2 engine) {
        assertThat(rfc(engine, Variant.ARGON2D))
                .isEqualTo("512b391b6f1162975371d30919734294f868e3be3984f3c1a13a4db9fabe4acb");
        assertThat(rfc(engine, Variant.ARGON2I))
                .isEqualTo("c814d9d1dc7f37aa13f0d77f2494bda1c8de6b016dd388d29952a4c4672b6ce8");
        assertThat(rfc(engine, Variant.ARGON2ID))
                .isEqualTo("0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659");
    }

    private static String rfc(Argon2 engine, Variant variant) {
        var input = new Argon2.Input(filled(32, 1), filled(16, 2), filled(8, 3), filled(12, 4));
        return HexFormat.of().formatHex(engine.hash(new Parameters(variant, 19, 32, 3, 4), input, 32));
    }

    private static byte[] filled(int length, int value) {
        var bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    /// From the tests of the reference library: `password` with the salt `somesalt`.
    @ParameterizedTest
    @MethodSource("engines")
    void itComputesTheVectorsOfTheReferenceLibrary(Argon2 engine) {
        byte[] password = "password".getBytes(StandardCharsets.US_ASCII);
        assertThat(Stream.of(
                        "$argon2i$m=65536,t=2,p=1$c29tZXNhbHQ$9sTbSlTio3Biev89thdrlKKiCaYsjjYVJxGAL3swxpQ",
                        "$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$iekCn0Y3spW+sCcFanM2xBT63UP2sghkUoHLIUpWRS8",
                        "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
                        "$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc",
                        "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"))
                .allSatisfy(text -> assertThat(StoredHash.parse(text))
                        .isInstanceOfSatisfying(
                                Argon2Hash.class,
                                hash -> assertThat(hash.matches(password, engine))
                                        .isTrue()));
    }

    @Test
    void bothEnginesAgreeOnAnything() {
        var random = new Random(1);
        NativeArgon2 fast = Engines.nativeOrSkip();
        var slow = new JavaArgon2();
        for (int round = 0; round < 60; round++) {
            int lanes = random.nextInt(1, 5);
            var parameters = new Parameters(
                    List.of(Variant.values()).get(random.nextInt(3)),
                    random.nextBoolean() ? 19 : 16,
                    8 * lanes + random.nextInt(300),
                    random.nextInt(1, 4),
                    lanes);
            var input = new Argon2.Input(
                    bytes(random, random.nextInt(300)),
                    bytes(random, random.nextInt(8, 65)),
                    bytes(random, random.nextInt(3)),
                    bytes(random, random.nextInt(3)));
            int length = random.nextInt(16, 65);
            assertThat(fast.hash(parameters, input, length))
                    .as("%s", parameters)
                    .isEqualTo(slow.hash(parameters, input, length));
        }
    }

    @ParameterizedTest
    @MethodSource("engines")
    void anEngineLeavesWhatItIsGivenAsItIs(Argon2 engine) {
        byte[] password = filled(10, 7);
        byte[] salt = filled(16, 8);
        engine.hash(Parameters.argon2id(64, 1), new Argon2.Input(password, salt), 32);
        assertThat(password).containsOnly(7);
        assertThat(salt).containsOnly(8);
    }

    private static byte[] bytes(Random random, int length) {
        var bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
