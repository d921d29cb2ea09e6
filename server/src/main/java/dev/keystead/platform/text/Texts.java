package dev.keystead.platform.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.IntStream;

/// Every text in every language, read once from the message files.
///
/// A message is plain text with `{0}`, `{1}` … for what is filled in, and `{0|code|codes}` for a word that follows
/// the number in it: the first form for one, the second for any other. A quote is just a quote.
public final class Texts {
    private static final String FOLDER = "/texts/messages_";
    private static final String FILE_TYPE = ".properties";

    /// By the language alone, because one spelling of each serves all who read it. The first is for everybody else.
    private static final List<Locale> SPOKEN =
            List.of(Locale.ENGLISH, Locale.forLanguageTag("pt-BR"), Locale.forLanguageTag("es"));

    private final List<Language> languages;

    private Texts(List<Map<String, Message>> messages) {
        this.languages = IntStream.range(0, SPOKEN.size())
                .mapToObj(i -> new Language(SPOKEN.get(i), messages.get(i)))
                .toList();
    }

    /// Reads the message files of this build.
    public static Texts load() {
        return new Texts(SPOKEN.stream().map(Texts::read).toList());
    }

    /// The tags of all languages.
    public static List<String> tags() {
        return SPOKEN.stream().map(Locale::toLanguageTag).toList();
    }

    /// The languages, in the order in which people are offered them.
    public List<Language> languages() {
        return languages;
    }

    /// The first wished language that there is, or English.
    ///
    /// @param wished language tags such as `pt-BR`, the dearest first; whatever is no tag is passed over
    public Language choose(List<String> wished) {
        return wished.stream().flatMap(tag -> find(tag).stream()).findFirst().orElseGet(languages::getFirst);
    }

    /// The language that serves readers of a tag: `pt`, `pt-BR` and `pt-PT` all find Portuguese.
    public Optional<Language> find(String tag) {
        String wanted = Locale.forLanguageTag(tag).getLanguage();
        return languages.stream()
                .filter(language -> language.locale.getLanguage().equals(wanted))
                .findFirst();
    }

    /// One language, in which a page or a mail is written.
    public final class Language {
        private final Locale locale;
        private final Map<String, Message> messages;

        private Language(Locale locale, Map<String, Message> messages) {
            this.locale = locale;
            this.messages = messages;
        }

        /// The text under a key, with its arguments filled in.
        ///
        /// @throws IllegalArgumentException when there is no such text, or it takes other arguments
        public String text(String key, Object... arguments) {
            Message message = messages.get(key);
            if (message == null) {
                throw new IllegalArgumentException("there is no text " + key + " in " + tag());
            }
            return message.with(arguments);
        }

        /// For `<html lang>`: `pt-BR`.
        public String tag() {
            return locale.toLanguageTag();
        }

        /// For dates and numbers.
        public Locale locale() {
            return locale;
        }

        /// The language in its own words, as people look for it.
        public String name() {
            return text("language.name");
        }

        /// All languages, this one among them.
        public List<Language> choices() {
            return languages;
        }

        Set<String> keys() {
            return messages.keySet();
        }

        Set<Integer> placeholders(String key) {
            return Optional.ofNullable(messages.get(key)).orElseThrow().placeholders();
        }

        @Override
        public String toString() {
            return tag();
        }
    }

    private static Map<String, Message> read(Locale locale) {
        String file = FOLDER + locale.getLanguage() + FILE_TYPE;
        var properties = new Properties();
        try (InputStream bytes = Texts.class.getResourceAsStream(file)) {
            if (bytes == null) {
                throw new IllegalStateException("the message file " + file + " is missing from this build");
            }
            properties.load(new InputStreamReader(bytes, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var messages = new HashMap<String, Message>();
        properties.stringPropertyNames().forEach(key -> messages.put(key, Message.parse(properties.getProperty(key))));
        return Map.copyOf(messages);
    }
}
