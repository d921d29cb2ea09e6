package dev.keystead.pat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.platform.crypto.ComputedTokens;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.crypto.Secret;
import dev.keystead.platform.crypto.SecretPrefix;
import dev.keystead.platform.log.Redaction;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What docs/operations.md tells secret scanners about our secrets is true of every one of them, and none
/// gets into a log.
class LeakedSecretTest {
    private static final String DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final String PAGE = page();
    private static final List<Pattern> TOLD = PAGE.lines()
            .filter(line -> line.startsWith("\\bk"))
            .map(Pattern::compile)
            .toList();

    private static String page() {
        try {
            return Files.readString(Path.of("../docs/operations.md"));
        } catch (IOException e) {
            throw new IllegalStateException("the tests run inside the module", e);
        }
    }

    private static String make(SecretPrefix prefix) {
        return switch (prefix.form()) {
            case RANDOM -> Secret.make(prefix, UuidV7.next()).text();
            case COMPUTED ->
                new ComputedTokens(MasterKey.of(new byte[32]).mac("test"))
                        .make(prefix, UuidV7.next(), UuidV7.next(), 7);
        };
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
            SecretPrefix prefix = example.startsWith("kkey") ? SecretPrefix.API_KEY : SecretPrefix.PERSONAL_TOKEN;
            assertThat(TOLD).anyMatch(told -> told.matcher(example).matches());
            assertThat(Secret.parse(prefix, example)).isPresent();
            int end = example.length() - 6;
            assertThat(example.substring(end)).isEqualTo(checksum(example.substring(0, end)));
        }
    }

    @ParameterizedTest
    @EnumSource
    void whateverIsMadeIsFoundByAnExpression(SecretPrefix prefix) {
        for (int i = 0; i < 50; i++) {
            String made = make(prefix);
            assertThat(TOLD)
                    .as(made)
                    .anyMatch(told -> told.matcher("token=" + made + ";").find());
            if (prefix.form() == SecretPrefix.Form.RANDOM) {
                assertThat(made).endsWith(checksum(made.substring(0, made.length() - 6)));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void thePageSaysWhatEachIs(SecretPrefix prefix) {
        assertThat(PAGE).contains("| `" + prefix.text() + "_` |");
    }

    @ParameterizedTest
    @EnumSource
    void noneGetsIntoALog(SecretPrefix prefix) {
        String made = make(prefix);
        assertThat(Redaction.mask("what came was " + made + " and more"))
                .isEqualTo("what came was " + prefix.text() + "_*** and more");
    }
}
