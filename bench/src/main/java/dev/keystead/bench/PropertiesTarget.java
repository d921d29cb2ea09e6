package dev.keystead.bench;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.IllegalFormatException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// The keys of one properties file, with those of the command line laid over them.
///
/// Reading a value checks its form; a value that is wrong and a key that is unknown are refused by name.
final class PropertiesTarget {
    private final String source;
    private final Path folder;
    private final Map<String, String> values;

    private PropertiesTarget(String source, Path folder, Map<String, String> values) {
        this.source = source;
        this.folder = folder;
        this.values = values;
    }

    static PropertiesTarget read(Path file, Map<String, String> commandLine) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (NoSuchFileException missing) {
            throw new Refusal("There is no file " + file + ": give --config the path of a properties file.");
        } catch (IOException | IllegalArgumentException broken) {
            throw new Refusal("The file " + file + " cannot be read as properties: " + Refusal.reasonOf(broken) + ".");
        }
        Map<String, String> values = new TreeMap<>();
        properties.stringPropertyNames().forEach(name -> values.put(name, properties.getProperty(name)));
        Path folder = file.toAbsolutePath().getParent();
        return of(file.toString(), folder == null ? file : folder, values, commandLine);
    }

    /// Keys that come from no file.
    static PropertiesTarget of(String source, Map<String, String> values) {
        return of(source, Path.of(""), values, Map.of());
    }

    private static PropertiesTarget of(
            String source, Path folder, Map<String, String> values, Map<String, String> commandLine) {
        Map<String, String> all = new TreeMap<>(values);
        all.putAll(commandLine);
        all.replaceAll((key, value) -> value.strip());
        return new PropertiesTarget(source, folder, all);
    }

    void refuseUnknown(Predicate<String> known, String knownKeys) {
        for (String key : values.keySet()) {
            if (!known.test(key)) {
                throw new Refusal(
                        "`" + key + "` in " + source + " is not a known key: the keys are " + knownKeys + ".");
            }
        }
    }

    /// The name under which figures are shown: `peer`, or else the file's name.
    String label() {
        return find("peer").orElseGet(() -> {
            String name = source.substring(source.lastIndexOf('/') + 1);
            return name.replaceFirst("\\.properties$", "");
        });
    }

    boolean holds(String key) {
        return find(key).isPresent();
    }

    /// A value that is neither absent nor empty.
    Optional<String> find(String key) {
        return Optional.ofNullable(values.get(key)).filter(value -> !value.isEmpty());
    }

    String text(String key) {
        return find(key)
                .orElseThrow(() -> new Refusal("`" + key + "` is missing in " + source
                        + ": add it there, or give it as --" + key + " VALUE."));
    }

    String text(String key, String otherwise) {
        return find(key).orElse(otherwise);
    }

    int number(String key, int otherwise, int least, int most) {
        return find(key).map(value -> Numbers.whole(key, value, least, most)).orElse(otherwise);
    }

    /// The processes named by `server-pid` and `pg-pid`.
    Watched watched() {
        return new Watched(pid("server-pid"), pid("pg-pid"));
    }

    private OptionalLong pid(String key) {
        int pid = number(key, 0, 1, Integer.MAX_VALUE);
        return pid == 0 ? OptionalLong.empty() : OptionalLong.of(pid);
    }

    /// A format for one whole number, such as `user%04d`.
    String numberFormat(String key, String otherwise) {
        String format = text(key, otherwise);
        try {
            if (!String.format(Locale.ROOT, format, 1).equals(String.format(Locale.ROOT, format, 2))) {
                return format;
            }
        } catch (IllegalFormatException broken) {
            throw new Refusal("`" + key + "` in " + source + " is `" + format + "`: give a format for one number, such"
                    + " as " + otherwise + ".");
        }
        throw new Refusal("`" + key + "` in " + source + " is `" + format
                + "`, which is the same for every number: give" + " a format such as " + otherwise + ".");
    }

    Optional<Pattern> findPattern(String key) {
        try {
            return find(key).map(Pattern::compile);
        } catch (IllegalArgumentException broken) {
            throw new Refusal("`" + key + "` in " + source + " is not a regular expression: "
                    + Refusal.reasonOf(broken).replaceAll("\\s+", " ") + ".");
        }
    }

    /// A file named by a key, relative to the folder of the properties file.
    Path file(String key) {
        return folder.resolve(text(key));
    }

    /// All keys that begin with `prefix`, without it.
    Map<String, String> under(String prefix) {
        Map<String, String> found = new TreeMap<>();
        values.forEach((key, value) -> {
            if (key.startsWith(prefix)) {
                found.put(key.substring(prefix.length()), value);
            }
        });
        return found;
    }

    @Override
    public String toString() {
        return source;
    }
}
