package dev.keystead.platform.config;

import dev.keystead.platform.log.Printable;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A valid value for every setting, and where each comes from.
public final class Configuration {
    private static final int MAX_VALUE_CHARACTERS = 8_192;
    private static final int MAX_SHOWN_CHARACTERS = 60;
    private static final int MAX_SECRET_FILE_BYTES = 1 << 16;

    private final Map<Setting<?>, Given> values;

    private Configuration(Map<Setting<?>, Given> values) {
        this.values = values;
    }

    /// Reads all sources. Either every value is valid, or all that is wrong is told.
    public static ConfigurationOutcome load(Sources sources) {
        ConfigurationReader reader = new ConfigurationReader(sources, Settings.ALL).read();
        List<String> problems = new ArrayList<>(reader.problems());
        Map<Setting<?>, Given> values = new LinkedHashMap<>();
        for (Setting<?> setting : Settings.ALL) {
            List<Given> given = reader.given().stream()
                    .filter(one -> one.setting().equals(setting))
                    .toList();
            Given chosen = choose(setting, given, sources.workingFolder(), problems);
            if (chosen != null) {
                values.put(setting, chosen);
                String fault = fault(setting, chosen.text());
                if (fault != null) {
                    problems.add(sentence(chosen, fault));
                }
            }
        }
        return problems.isEmpty()
                ? new ConfigurationOutcome.Loaded(new Configuration(values))
                : new ConfigurationOutcome.Refused(List.copyOf(problems));
    }

    /// The value of a setting.
    public <T extends @Nullable Object> T value(Setting<T> setting) {
        // The text is read again, at the start only, so that no object has to be kept and cast.
        return switch (setting.type().parse(entry(setting).text())) {
            case Parsed.Good<T>(T value) -> value;
            case Parsed.Bad<T>(String fault) -> throw new IllegalStateException(setting.key() + " " + fault);
        };
    }

    /// Where the value of a setting comes from.
    public Origin origin(Setting<?> setting) {
        return entry(setting).origin();
    }

    /// The value as it may be shown: as it was written, or for a secret only whether it is set.
    public String shown(Setting<?> setting) {
        String text = entry(setting).text();
        if (setting.secret()) {
            return text.isEmpty() ? "(not set)" : "(set)";
        }
        return text.isEmpty() ? "(empty)" : Printable.line(text, MAX_VALUE_CHARACTERS);
    }

    private Given entry(Setting<?> setting) {
        Given entry = values.get(setting);
        if (entry == null) {
            throw new IllegalArgumentException(setting.key() + " is not in the table of settings");
        }
        return entry;
    }

    /// The text that counts: that of the highest source, or the default. Null when no text can be had.
    private static @Nullable Given choose(
            Setting<?> setting, List<Given> given, Path workingFolder, List<String> problems) {
        if (given.isEmpty()) {
            return new Given(setting, false, setting.defaultText(), new Origin.Default());
        }
        Given last = given.getLast();
        for (Given other : given) {
            // The order of sources could decide, but whoever gives a secret twice in two ways has lost track of it.
            if (other.inFile() != last.inFile()) {
                problems.add("%s (%s) and %s (%s) are both given; keep one."
                        .formatted(other.key(), other.origin(), last.key(), last.origin()));
                return null;
            }
        }
        return last.inFile() ? readSecret(last, workingFolder, problems) : last;
    }

    private static @Nullable Given readSecret(Given given, Path workingFolder, List<String> problems) {
        String shownPath = Printable.line(given.text(), MAX_SHOWN_CHARACTERS);
        try {
            String text = ConfigurationReader.utf8(workingFolder.resolve(given.text()), MAX_SECRET_FILE_BYTES);
            // Editors and shells end a file with a newline that is not part of the secret.
            return new Given(given.setting(), true, text.replaceFirst("\\r?\\n\\z", ""), given.origin());
        } catch (CharacterCodingException notText) {
            problems.add("%s from %s: the file %s is not UTF-8 text; save it as UTF-8."
                    .formatted(given.key(), given.origin(), shownPath));
        } catch (IOException | InvalidPathException unreadable) {
            problems.add("%s from %s: the file %s cannot be read (%s); check the path and its permissions."
                    .formatted(given.key(), given.origin(), shownPath, ConfigurationReader.reason(unreadable)));
        }
        return null;
    }

    /// What is wrong with the text, null when nothing is.
    private static @Nullable String fault(Setting<?> setting, String text) {
        if (text.length() > MAX_VALUE_CHARACTERS) {
            return "has more than " + MAX_VALUE_CHARACTERS + " characters";
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            return "holds a control character";
        }
        return setting.type().parse(text) instanceof Parsed.Bad<?>(String fault) ? fault : null;
    }

    private static String sentence(Given given, String fault) {
        Setting<?> setting = given.setting();
        String subject =
                setting.secret() ? "the value" : '"' + Printable.line(given.text(), MAX_SHOWN_CHARACTERS) + '"';
        return "%s from %s: %s %s; allowed is %s."
                .formatted(
                        given.key(),
                        given.origin(),
                        subject,
                        fault,
                        setting.type().allowed());
    }
}
