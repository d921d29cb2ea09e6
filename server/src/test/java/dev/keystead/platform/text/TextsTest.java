package dev.keystead.platform.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keystead.platform.text.Texts.Language;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextsTest {
    private static final Texts TEXTS = Texts.load();
    private static final Language ENGLISH = TEXTS.choose(List.of());
    private static final Pattern ASKED = Pattern.compile("\\btext\\(\\s*\"([a-z0-9-]+(?:\\.[a-z0-9-]+)+)\"");
    private static final Pattern LITERAL = Pattern.compile("\"([a-z0-9.-]+)\"");
    private static final Pattern ENTRY = Pattern.compile("(?m)^([a-z][a-z0-9.-]*)=");

    static List<Language> languages() {
        return TEXTS.languages();
    }

    @ParameterizedTest
    @MethodSource("languages")
    void everyLanguageSaysTheSame(Language language) {
        assertThat(language.keys()).isEqualTo(ENGLISH.keys());
        assertThat(language.keys())
                .allSatisfy(key -> assertThat(language.placeholders(key))
                        .as("placeholders of %s in %s", key, language)
                        .isEqualTo(ENGLISH.placeholders(key)));
    }

    /// `Properties` would keep the last of two without a word.
    @ParameterizedTest
    @MethodSource("languages")
    void noKeyStandsTwice(Language language) throws IOException {
        String file = "/texts/messages_" + language.locale().getLanguage() + ".properties";
        try (var bytes = TextsTest.class.getResourceAsStream(file)) {
            assertThat(bytes).isNotNull();
            String text = new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(found(ENTRY, text)).doesNotHaveDuplicates().hasSameSizeAs(language.keys());
        }
    }

    @Test
    void placeholdersAreNumberedFromZero() {
        assertThat(ENGLISH.keys()).allSatisfy(key -> {
            Set<Integer> numbers = ENGLISH.placeholders(key);
            assertThat(numbers)
                    .as(key)
                    .isEqualTo(
                            Stream.iterate(0, i -> i + 1).limit(numbers.size()).collect(Collectors.toSet()));
        });
    }

    @Test
    void everyTextThatIsAskedForIsThere() {
        Set<String> asked = new TreeSet<>();
        sources().forEach(source -> asked.addAll(found(ASKED, source)));
        assertThat(asked).isNotEmpty();
        assertThat(ENGLISH.keys()).containsAll(asked);
    }

    @Test
    void everyTextIsUsed() {
        Set<String> named = new TreeSet<>();
        sources().forEach(source -> named.addAll(found(LITERAL, source)));
        assertThat(named).containsAll(ENGLISH.keys());
    }

    @ParameterizedTest
    @CsvSource({
        "pt, pt-BR",
        "pt-PT, pt-BR",
        "PT-br, pt-BR",
        "es-419, es",
        "en-GB, en",
        "de, en",
        "'', en",
        "*, en",
        "pt_BR, en",
        "x-pt, en",
        "ptt, en"
    })
    void aTagFindsItsLanguage(String wished, String spoken) {
        assertThat(TEXTS.choose(List.of(wished)).tag()).isEqualTo(spoken);
    }

    @Test
    void theFirstWishThatCanBeMetCounts() {
        assertThat(TEXTS.choose(List.of("de", "es", "pt")).tag()).isEqualTo("es");
    }

    @Test
    void aTextThatIsNotThereIsABug() {
        assertThatThrownBy(() -> ENGLISH.text("no.such-text")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ENGLISH.text("copy.copy", "too much")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void argumentsAreFilledInAndCounted() {
        Message message = Message.parse("It's {0}: {1} {1|code|codes} left, 'quoted'.");
        assertThat(message.with("Ada", 1)).isEqualTo("It's Ada: 1 code left, 'quoted'.");
        assertThat(message.with("{1}", 0)).isEqualTo("It's {1}: 0 codes left, 'quoted'.");
        assertThat(message.with("Ada", 2L)).isEqualTo("It's Ada: 2 codes left, 'quoted'.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "}", "{}", "{name}", "{0", "{0|one}", "{{0}}"})
    void aBraceThatOpensNothingIsRefused(String text) {
        assertThatThrownBy(() -> Message.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(result -> result.group(1)).toList();
    }

    private static List<String> sources() {
        return Stream.of("src/main/java", "src/main/jte")
                .flatMap(folder -> files(Path.of(folder)).stream())
                .toList();
    }

    private static List<String> files(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).map(TextsTest::read).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
