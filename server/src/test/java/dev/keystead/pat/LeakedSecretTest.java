package dev.keystead.pat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.apikey.ApiKeys;
import dev.keystead.platform.crypto.Secret;
import dev.keystead.tenancy.UuidV7;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/// What docs/operations.md tells secret scanners about our keys and tokens is true.
class LeakedSecretTest {
    private static final String DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final String PAGE = page();
    private static final Pattern TOLD = Pattern.compile(
            PAGE.lines().filter(line -> line.startsWith("\\b(kkey")).findFirst().orElseThrow());

    private static String page() {
        try {
            return Files.readString(Path.of("../docs/operations.md"));
        } catch (IOException e) {
            throw new IllegalStateException("the tests run inside the module", e);
        }
    }

    /// The checksum as the page describes it.
    private static String checksum(String body) {
        var crc = new CRC32();
        crc.update(body.getBytes(StandardCharsets.UTF_8));
        var text = new StringBuilder();
        var rest = BigInteger.valueOf(crc.getValue());
        for (int i = 0; i < 6; i++) {
            text.insert(0, DIGITS.charAt(rest.mod(BigInteger.valueOf(62)).intValue()));
            rest = rest.divide(BigInteger.valueOf(62));
        }
        return text.toString();
    }

    @Test
    void theExamplesAreWhatTheyAreSaidToBe() {
        List<String> examples =
                PAGE.lines().filter(line -> line.matches("k(key|pat)_\\w{70,}")).toList();
        assertThat(examples).hasSize(2);
        for (String example : examples) {
            String prefix = example.substring(0, 4);
            assertThat(TOLD.matcher(example).matches()).isTrue();
            assertThat(Secret.parse(prefix, example)).isPresent();
            int end = example.length() - 6;
            assertThat(example.substring(end)).isEqualTo(checksum(example.substring(0, end)));
        }
    }

    @Test
    void whateverIsMadeIsFoundByTheExpression() {
        for (String prefix : List.of(ApiKeys.PREFIX, PersonalTokens.PREFIX)) {
            for (int i = 0; i < 200; i++) {
                String made = Secret.make(prefix, UuidV7.next()).text();
                assertThat(TOLD.matcher("token=" + made + ";").find()).as(made).isTrue();
                assertThat(made).endsWith(checksum(made.substring(0, made.length() - 6)));
            }
        }
    }
}
