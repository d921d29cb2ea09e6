package dev.keystead.cli.remote;

import dev.keystead.cli.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// Where a credential is read from. Never from the command line, which other people of the machine can list.
final class KeySource {
    private static final int MOST_BYTES = 16 * 1024;
    private static final Pattern SENDABLE = Pattern.compile("[\\x21-\\x7e]+");

    private KeySource() {}

    /// @param file its name, or `-` for standard input
    static String in(String file, Surroundings around) {
        return checked(text(file, around), "-".equals(file) ? "standard input" : "the file " + file);
    }

    /// @param from where it was found, for the sentence when it is none
    static String checked(String text, String from) {
        String key = text.strip();
        if (!SENDABLE.matcher(key).matches()) {
            throw new Stop(ExitCode.USAGE, "What is in " + from + " is no key: a key is one word.");
        }
        return key;
    }

    private static String text(String file, Surroundings around) {
        try (InputStream in = "-".equals(file) ? around.in() : Files.newInputStream(Path.of(file))) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new Stop(ExitCode.USAGE, "What --key-file names is too long for a key.");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException | InvalidPathException _) {
            throw new Stop(ExitCode.USAGE, "The file that --key-file names cannot be read.");
        }
    }
}
