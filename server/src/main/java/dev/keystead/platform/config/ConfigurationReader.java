package dev.keystead.platform.config;

import dev.keystead.platform.log.Printable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Goes through the sources in rising order and gathers what they give and what is wrong with them.
final class ConfigurationReader {
    static final String DEFAULT_FILE = "keystead.properties";
    private static final String CONFIG_FLAG = "--config";
    private static final int MAX_FILE_BYTES = 1 << 20;
    private static final int MAX_NAME_CHARACTERS = 80;

    /// Variables of the start script and of commands that speak to a server: none of them is a setting.
    private static final Set<String> OTHER_VARIABLES = Set.of(
            "KEYSTEAD_HOME",
            "KEYSTEAD_JAVA",
            "KEYSTEAD_SERVER",
            "KEYSTEAD_WORKSPACE",
            "KEYSTEAD_KEY",
            "KEYSTEAD_CA",
            "KEYSTEAD_CONTEXT",
            "KEYSTEAD_CONTEXTS");

    private final Sources sources;
    private final List<Setting<?>> settings;
    private final List<Given> given = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    ConfigurationReader(Sources sources, List<Setting<?>> settings) {
        this.sources = sources;
        this.settings = settings;
    }

    /// What the sources give, lowest source first.
    List<Given> given() {
        return List.copyOf(given);
    }

    List<String> problems() {
        return List.copyOf(problems);
    }

    ConfigurationReader read() {
        List<Given> fromFlags = new ArrayList<>();
        String configFile = readFlags(fromFlags);
        readFile(configFile);
        readEnvironment();
        given.addAll(fromFlags);
        return this;
    }

    /// Finds the value of `--config`, null when it is not there, and gathers the others.
    private @Nullable String readFlags(List<Given> fromFlags) {
        KnownNames names = KnownNames.ofFlags(settings);
        Map<String, String> seen = new HashMap<>();
        String configFile = null;
        List<String> flags = sources.flags();
        for (int at = 0; at < flags.size(); at++) {
            String argument = flags.get(at);
            if (!argument.startsWith("--")) {
                // The argument is not repeated: it may be the second half of a password that holds a space.
                problems.add("Argument %d is neither a flag nor the value of one; write --key value or --key=value."
                        .formatted(at + 1));
                continue;
            }
            int equals = argument.indexOf('=');
            String name = equals < 0 ? argument : argument.substring(0, equals);
            String value = equals < 0 ? null : argument.substring(equals + 1);
            if (value == null && at + 1 < flags.size() && !flags.get(at + 1).startsWith("--")) {
                at++;
                value = flags.get(at);
            }
            KnownNames.Target target = names.find(name);
            if (target == null && !name.equals(CONFIG_FLAG)) {
                problems.add("The flag %s is not a setting; %s".formatted(name(name), names.advice(name)));
            } else if (value == null) {
                problems.add("The flag %s has no value; write %s VALUE.".formatted(name, name));
            } else if (seen.putIfAbsent(target == null ? name : target.toString(), name) != null) {
                problems.add("The flag %s is given twice; keep one.".formatted(name));
            } else if (target == null) {
                configFile = value;
            } else {
                fromFlags.add(new Given(target.setting(), target.inFile(), value, new Origin.Flag(name)));
            }
        }
        return configFile;
    }

    private void readFile(@Nullable String configFile) {
        String shown = configFile == null ? DEFAULT_FILE : Printable.line(configFile, MAX_NAME_CHARACTERS);
        String text;
        try {
            Path file = sources.workingFolder().resolve(configFile == null ? DEFAULT_FILE : configFile);
            if (configFile == null && !Files.exists(file)) {
                return;
            }
            text = utf8(file, MAX_FILE_BYTES);
        } catch (CharacterCodingException notText) {
            problems.add("The file %s is not UTF-8 text; save it as UTF-8.".formatted(shown));
            return;
        } catch (IOException | InvalidPathException unreadable) {
            problems.add("The file %s cannot be read (%s); check the path and its permissions."
                    .formatted(shown, reason(unreadable)));
            return;
        }
        KnownNames names = KnownNames.ofFile(settings);
        Map<String, Integer> seen = new HashMap<>();
        for (PropertiesText.Entry entry : PropertiesText.entries(text)) {
            switch (entry) {
                case PropertiesText.Entry.Malformed(int line) ->
                    problems.add("%s:%d has a malformed \\u escape; write four hexadecimal digits after it."
                            .formatted(shown, line));
                case PropertiesText.Entry.Pair(int line, String key, String value) -> {
                    Origin.File origin = new Origin.File(shown, line);
                    KnownNames.Target target = names.find(key);
                    Integer before = seen.putIfAbsent(key, line);
                    if (target == null) {
                        problems.add("%s in %s is not a setting; %s".formatted(name(key), origin, names.advice(key)));
                    } else if (before != null) {
                        problems.add("%s in %s is already set in line %d; keep one.".formatted(key, origin, before));
                    } else {
                        given.add(new Given(target.setting(), target.inFile(), value, origin));
                    }
                }
            }
        }
    }

    private void readEnvironment() {
        KnownNames names = KnownNames.ofEnvironment(settings);
        // Sorted, so that the same mistakes always give the same text.
        for (Map.Entry<String, String> variable : new TreeMap<>(sources.environment()).entrySet()) {
            String name = variable.getKey();
            if (!name.startsWith("KEYSTEAD_") || OTHER_VARIABLES.contains(name)) {
                continue;
            }
            KnownNames.Target target = names.find(name);
            if (target == null) {
                problems.add("%s in the environment is not a setting; %s".formatted(name(name), names.advice(name)));
            } else {
                given.add(new Given(
                        target.setting(), target.inFile(), variable.getValue(), new Origin.Environment(name)));
            }
        }
    }

    /// The text of a file, without a byte order mark.
    static String utf8(Path file, int maxBytes) throws IOException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(maxBytes + 1);
        }
        if (bytes.length > maxBytes) {
            throw new IOException("it has more than " + maxBytes + " bytes");
        }
        String text = StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes))
                .toString();
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    /// Why a file could not be read, in words; the classes of the JDK say it with their names and repeat the path.
    static String reason(Exception unreadable) {
        return switch (unreadable) {
            case NoSuchFileException _ -> "it does not exist";
            case AccessDeniedException _ -> "access is denied";
            case InvalidPathException _ -> "its name is not a path";
            default -> Printable.line(String.valueOf(unreadable.getMessage()), MAX_NAME_CHARACTERS);
        };
    }

    private static String name(String outside) {
        return outside.isEmpty() ? "An empty key" : Printable.line(outside, MAX_NAME_CHARACTERS);
    }
}
