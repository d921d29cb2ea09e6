package dev.keystead.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// One block, and nothing beside it.
class PemTest {
    private static final byte[] BYTES = {1, 2, 3, 4, 5};
    private static final String BLOCK = "-----BEGIN A KEY-----\nAQID\nBAU=\n-----END A KEY-----\n";

    @Test
    void whatIsWrittenIsReadAgain() {
        assertThat(Pem.decode("A KEY", Pem.encode("A KEY", BYTES))).contains(BYTES);
        var much = new byte[1_000];
        assertThat(Pem.decode("A KEY", Pem.encode("A KEY", much))).contains(much);
    }

    @Test
    void linesMayEndAsTheyLike() {
        assertThat(Pem.decode("A KEY", BLOCK)).contains(BYTES);
        assertThat(Pem.decode("A KEY", BLOCK.replace("\n", "\r\n"))).contains(BYTES);
        assertThat(Pem.decode("A KEY", BLOCK.strip())).contains(BYTES);
        assertThat(Pem.decode("A KEY", " \n\t" + BLOCK + " \n")).contains(BYTES);
        assertThat(Pem.decode("A KEY", BLOCK.replace("\n", ""))).contains(BYTES);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "AQIDBAU=",
                "-----BEGIN A KEY-----",
                "-----BEGIN A KEY-----END A KEY-----",
                "-----BEGIN A KEY-----\nAQIDBAU=\n",
                "AQIDBAU=\n-----END A KEY-----",
                "-----BEGIN B KEY-----\nAQIDBAU=\n-----END B KEY-----",
                "-----BEGIN A KEY-----\nAQIDBAU=\n-----END B KEY-----",
                "-----BEGIN A KEY-----\nAQ*DBAU=\n-----END A KEY-----",
                "-----BEGIN A KEY-----\nAQIDBAU\u0141\n-----END A KEY-----",
                "-----BEGIN A KEY-----\nAQIDBAU==\n-----END A KEY-----",
                "-----BEGIN A KEY-----\nName: value\n\nAQIDBAU=\n-----END A KEY-----",
                "before\n-----BEGIN A KEY-----\nAQIDBAU=\n-----END A KEY-----",
                "-----BEGIN A KEY-----\nAQIDBAU=\n-----END A KEY-----\nafter",
                "-----BEGIN A KEY-----\nAQID\n-----END A KEY-----\n-----BEGIN A KEY-----\nBAUG\n-----END A KEY-----"
            })
    void whatIsNoSuchBlockHoldsNothing(String text) {
        assertThat(Pem.decode("A KEY", text)).isEmpty();
    }
}
