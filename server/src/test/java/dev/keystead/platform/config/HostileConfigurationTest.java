package dev.keystead.platform.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whatever the sources hold, the answer is a configuration or sentences of one line each.
class HostileConfigurationTest {
    @TempDir
    Path folder;

    @Test
    void aFileThatIsNotUtf8IsRefused() throws IOException {
        Files.write(folder.resolve("keystead.properties"), new byte[] {'h', (byte) 0xff, (byte) 0xfe, '=', '1'});

        assertThat(Loading.problems(folder, Map.of()))
                .containsExactly("The file keystead.properties is not UTF-8 text; save it as UTF-8.");
    }

    @Test
    void aHugeFileIsRefused() throws IOException {
        Files.writeString(folder.resolve("keystead.properties"), "#".repeat((1 << 20) + 1));

        assertThat(Loading.problems(folder, Map.of()))
                .singleElement()
                .asString()
                .contains("more than 1048576 bytes");
    }

    @Test
    void aFolderInPlaceOfTheFileIsRefused() throws IOException {
        Files.createDirectory(folder.resolve("keystead.properties"));

        assertThat(Loading.problems(folder, Map.of()))
                .singleElement()
                .asString()
                .startsWith("The file " + "keystead.properties");
    }

    @Test
    void aPathThatIsNoneIsRefused() {
        assertThat(Loading.problems(folder, Map.of("KEYSTEAD_MASTER_KEY_FILE", "a\0b"), "--config", "c\0d"))
                .containsExactly(
                        "The file c\\u0000d cannot be read (its name is not a path); check the path and its "
                                + "permissions.",
                        "master.key-file from KEYSTEAD_MASTER_KEY_FILE in the environment: the file a\\u0000b "
                                + "cannot be read (its name is not a path); check the path and its permissions.");
    }

    @Test
    void aMarkOfByteOrderIsSkipped() throws IOException {
        Files.writeString(folder.resolve("keystead.properties"), "\uFEFFhttp.port = 81");

        assertThat(Loading.loaded(folder, Map.of()).value(Settings.HTTP_PORT)).isEqualTo(81);
    }

    @Test
    void aMalformedEscapeIsToldWithItsLine() throws IOException {
        Files.writeString(folder.resolve("keystead.properties"), "# a\n\nhttp.host = \\u12\n");

        assertThat(Loading.problems(folder, Map.of()))
                .containsExactly(
                        "keystead.properties:3 has a malformed \\u escape; write four hexadecimal digits after it.");
    }

    @Test
    void controlCharactersAndHugeValuesAreRefusedForEverySetting() {
        for (Setting<?> setting : Settings.ALL) {
            for (String hostile : List.of("a\nb", "\0", "\u001b[31m", "x".repeat(1_000_000), "9".repeat(9_000))) {
                assertThat(Loading.problems(folder, Map.of(setting.variable(), hostile)))
                        .singleElement()
                        .asString()
                        .startsWith(setting.key() + " from " + setting.variable())
                        .hasSizeLessThan(500)
                        .matches("\\P{Cntrl}*");
            }
        }
    }

    @Test
    void hostileNamesAreShortenedAndEscaped() throws IOException {
        String longKey = "k".repeat(100_000);
        Files.writeString(folder.resolve("keystead.properties"), "a\\nFATAL\\u202e = 1\n" + longKey + " = 1\n= 1\n");

        assertThat(Loading.problems(folder, Map.of("KEYSTEAD_\u001b[2J", "1"), "--" + "x".repeat(100_000)))
                .hasSize(5)
                .allSatisfy(problem -> assertThat(problem).hasSizeLessThan(300).matches("[^\\p{Cntrl}\u202e]*"));
    }

    @Test
    void randomSourcesNeverEscapeAsAnException() throws IOException {
        Random random = new Random(20_260_301);
        String alphabet = "httpdb.porulme-_=: \\\n\r\t#!u0041\"'%/@[],;*\u00e9\u2028\ud83d\ude00\0";
        for (int round = 0; round < 300; round++) {
            Files.write(
                    folder.resolve("keystead.properties"),
                    noise(random, alphabet, 200).getBytes(StandardCharsets.UTF_8));
            Map<String, String> environment = new HashMap<>();
            for (Setting<?> setting : Settings.ALL) {
                environment.put(setting.variable(), noise(random, alphabet, 30));
            }
            List<String> problems =
                    Loading.problems(folder, environment, noise(random, alphabet, 20), noise(random, alphabet, 20));
            assertThat(problems)
                    .isNotEmpty()
                    .allSatisfy(problem -> assertThat(problem).matches("\\P{Cntrl}+"));
        }
    }

    @Test
    void aFileMeansExactlyWhatJavaPropertiesMean() throws IOException {
        Random random = new Random(7);
        for (int round = 0; round < 2_000; round++) {
            String text = noise(random, "ab=: \\\\\n\n\r\t\f#!u0041\u00e9\u000b\u2028", 60);
            Properties theirs = new Properties();
            try {
                theirs.load(new StringReader(text));
            } catch (IllegalArgumentException malformed) {
                continue;
            }
            Map<Object, Object> ours = new HashMap<>();
            for (PropertiesText.Entry entry : PropertiesText.entries(text)) {
                if (entry instanceof PropertiesText.Entry.Pair pair) {
                    ours.put(pair.key(), pair.value());
                }
            }
            assertThat(ours).as(text).isEqualTo(theirs);
        }
    }

    @Test
    void aSecretOfManyBytesIsNotShownInAnyReport() throws IOException {
        String password = "correct horse battery staple";
        Files.write(folder.resolve("password"), password.getBytes(StandardCharsets.UTF_8));
        Configuration configuration = Loading.loaded(
                folder,
                Map.of(
                        "KEYSTEAD_DB_APP_PASSWORD",
                        password,
                        "KEYSTEAD_DB_WORKER_PASSWORD_FILE",
                        "password",
                        "KEYSTEAD_DB_URL",
                        "postgresql://u:" + password.replace(' ', '_') + "@db/k"));

        assertThat(ConfigReport.table(configuration) + Config.from(configuration))
                .doesNotContain(password)
                .doesNotContain("horse");
    }

    private static String noise(Random random, String alphabet, int maxLength) {
        int length = random.nextInt(maxLength);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }
}
