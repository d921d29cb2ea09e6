package dev.keystead.credential.password;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.platform.config.PasswordConfig;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StoredHashTest {
    private static final String SALT = "EBESExQVFhcYGRobHB0eHw";
    private static final String HASH = "koN8KI6zv0lhMUIlO38qJwz0ZJL9LyisvRzO7oj1WDA";
    private static final String BCRYPT = "abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2";

    /// Each would take more memory or time than a login may, or is not what its kind allows.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            $argon2id$v=19$m=131073,t=1,p=1$SALT$HASH        | memory is not 8 KiB per lane to 131072 KiB
            $argon2id$v=19$m=999999999,t=999999999,p=1$SALT$HASH | memory is not
            $argon2id$v=19$m=131072,t=9,p=1$SALT$HASH        | more than 1048576 KiB
            $argon2id$v=19$m=19456,t=999999999,p=1$SALT$HASH | more than 1048576 KiB
            $argon2id$v=19$m=19456,t=0,p=1$SALT$HASH         | it fills none
            $argon2id$v=19$m=7,t=1,p=1$SALT$HASH             | memory is not
            $argon2id$v=19$m=19456,t=2,p=0$SALT$HASH         | parallelism is not 1 to 64
            $argon2id$v=19$m=19456,t=2,p=65$SALT$HASH        | parallelism is not 1 to 64
            $argon2id$v=19$m=19456,t=2,p=999999999$SALT$HASH | parallelism is not 1 to 64
            $argon2id$v=20$m=19456,t=2,p=1$SALT$HASH         | version is neither 16 nor 19
            $argon2id$v=19$m=19456,t=2,p=1$c29tZQ$HASH       | its salt has not 8 to 64 bytes
            $argon2id$v=19$m=19456,t=2,p=1$SALT$c29tZXNhbHQ  | it has not 16 to 64 bytes
            $argon2id$v=19$m=19456,t=2,p=1$SALT$A            | is not base64
            $argon2id$v=19$m=19456,t=2,p=1$SALTx$HASH        | is not base64
            $argon2id$v=19$m=19456,t=2,p=1$SALT$HASH=        | not an argon2
            $argon2id$v=19$m=9999999999,t=2,p=1$SALT$HASH    | not an argon2
            $argon2id$v=19$m=-1,t=2,p=1$SALT$HASH            | not an argon2
            $argon2id$v=19$m=19456,t=2,p=1,keyid=x$SALT$HASH | not an argon2
            $argon2x$v=19$m=19456,t=2,p=1$SALT$HASH          | not an argon2
            $2b$03$BCRYPT                                    | cost is not 4 to 14
            $2b$15$BCRYPT                                    | cost is not 4 to 14
            $2b$31$BCRYPT                                    | cost is not 4 to 14
            $2x$05$BCRYPT                                    | not an argon2
            $pbkdf2-sha256$0$SALT$HASH                       | iterations are not 1 to 2000000
            $pbkdf2-sha256$2000001$SALT$HASH                 | iterations are not 1 to 2000000
            $pbkdf2-sha256$999999999$SALT$HASH               | iterations are not 1 to 2000000
            $pbkdf2-sha512$1000$SALT$HASH                    | it has not 64
            $pbkdf2$1000$SALT$HASH                           | it has not 20 bytes
            pbkdf2_sha256$2000001$seasalt$HASH=              | iterations are not 1 to 2000000
            pbkdf2_md5$1000$seasalt$HASH=                    | not an argon2
            $scrypt$ln=0,r=8,p=1$SALT$HASH                   | ln is not 1 to 20
            $scrypt$ln=21,r=1,p=1$SALT$HASH                  | ln is not 1 to 20
            $scrypt$ln=18,r=8,p=1$SALT$HASH                  | more memory or time
            $scrypt$ln=17,r=8,p=3$SALT$HASH                  | more memory or time
            $scrypt$ln=4,r=999,p=999$SALT$HASH               | more memory or time
            $scrypt$ln=16,r=1,p=1$SALT$HASH                  | more memory or time
            $scrypt$ln=14,r=0,p=1$SALT$HASH                  | r or p is 0
            $scrypt$ln=14,r=8,p=0$SALT$HASH                  | r or p is 0
            $scrypt$ln=14,r=8,p=1$SALT$c29tZXNhbHQ           | it has not 32 to 64 bytes
            """)
    void hostileParametersAreRefusedWithAReason(String text, String reason) {
        String stored = text.replace("SALT", SALT).replace("HASH", HASH).replace("BCRYPT", BCRYPT);
        assertThat(StoredHash.parse(stored))
                .isInstanceOfSatisfying(
                        StoredHash.Unusable.class,
                        refused -> assertThat(refused.reason()).contains(reason).doesNotContain(SALT, HASH, BCRYPT));
        assertThat(PasswordHashes.refusal(stored))
                .hasValueSatisfying(sentence -> assertThat(sentence)
                        .startsWith("the password hash cannot be used: ")
                        .contains(reason));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "$",
                "$$$$$",
                "password",
                "5f4dcc3b5aa765d61d8327deb882cf99",
                "$1$abcdefgh$0123456789abcdefghijkl",
                "$6$abcdefgh$0123456789abcdefghijkl",
                "{SSHA}0123456789abcdefghijkl",
                "\0",
                "\uD800",
                "$argon2id$",
                " $2b$05$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2",
                "$2b$05$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2\n",
                "$argon2id$v=19$m=١٩٤٥٦,t=2,p=1$EBESExQVFhcYGRobHB0eHw$koN8KI6zv0lhMUIlO38qJwz0ZJL9LyisvRzO7oj1WDA"
            })
    void whatIsNoHashIsUnusable(String text) {
        assertThat(StoredHash.parse(text)).isInstanceOf(StoredHash.Unusable.class);
        assertThat(PasswordHashes.refusal(text)).isPresent();
    }

    @Test
    void anEndlessTextIsNotEvenLookedAt() {
        assertThat(StoredHash.parse("$argon2id$v=19$m=19456,t=2,p=1$" + "A".repeat(5_000_000)))
                .isEqualTo(new StoredHash.Unusable("it is longer than 512 characters"));
    }

    @Test
    void whatEachKindAllowsAtMostIsTaken() {
        assertThat(IntStream.of(131_072, 1_024)
                        .mapToObj(memory -> "$argon2id$v=19$m=" + memory + ",t=" + 1024 * 1024 / memory + ",p=4$" + SALT
                                + "$" + HASH))
                .allSatisfy(text -> assertThat(PasswordHashes.refusal(text)).isEmpty());
        assertThat(PasswordHashes.refusal("$2b$14$" + BCRYPT)).isEmpty();
        assertThat(PasswordHashes.refusal("$pbkdf2-sha256$2000000$" + SALT + "$" + HASH))
                .isEmpty();
        assertThat(PasswordHashes.refusal("$scrypt$ln=17,r=8,p=1$" + SALT + "$" + HASH))
                .isEmpty();
    }

    /// A hash that could be made but not checked would lock everybody out.
    @Test
    void everyCostThatCanBeConfiguredCanBeChecked() {
        assertThat(Parameters.of(new PasswordConfig(19 << 20, 2))).isEqualTo(Parameters.FLOOR);
        assertThat(Parameters.of(new PasswordConfig(128 << 20, 8))).isEqualTo(Parameters.argon2id(128 * 1024, 8));
    }

    @Test
    void aHashOfOursIsWrittenAsItIsRead() {
        String text = "$argon2id$v=19$m=19456,t=2,p=1$" + SALT + "$" + HASH;
        assertThat(StoredHash.parse(text)).isInstanceOfSatisfying(Argon2Hash.class, hash -> {
            assertThat(hash.text()).isEqualTo(text);
            assertThat(hash.parameters()).isEqualTo(Parameters.FLOOR);
        });
    }
}
