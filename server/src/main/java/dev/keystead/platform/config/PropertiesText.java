package dev.keystead.platform.config;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;

/// Reads the syntax of `java.util.Properties` with what that class does not tell: the line of each entry, and
/// entries that appear twice.
final class PropertiesText {
    /// One logical line.
    sealed interface Entry {
        int line();

        record Pair(int line, String key, String value) implements Entry {}

        record Malformed(int line) implements Entry {}
    }

    private static final Pattern BLANK_OR_COMMENT = Pattern.compile("[ \\t\\f]*+(?:[#!].*)?", Pattern.DOTALL);

    /// A line that continues nothing: the JDK begins anew after it, so that a comment may follow.
    private static final Pattern LONE_BACKSLASH = Pattern.compile("[ \\t\\f]*+\\\\");

    private PropertiesText() {}

    /// The entries in their order. Each logical line (with its continuations) is found here and then read by the
    /// JDK, so that escapes and separators mean exactly what they mean there.
    static List<Entry> entries(String text) {
        List<Entry> entries = new ArrayList<>();
        List<String> lines = text.lines().toList();
        for (int at = 0; at < lines.size(); ) {
            int first = at;
            boolean holdsNothing = BLANK_OR_COMMENT.matcher(lines.get(at)).matches()
                    || (LONE_BACKSLASH.matcher(lines.get(at)).matches() && at + 1 < lines.size());
            while (!holdsNothing && continues(lines.get(at)) && at + 1 < lines.size()) {
                at++;
            }
            at++;
            if (!holdsNothing) {
                entries.add(entry(first + 1, String.join("\n", lines.subList(first, at))));
            }
        }
        return entries;
    }

    private static boolean continues(String line) {
        int backslashes = 0;
        while (backslashes < line.length() && line.charAt(line.length() - 1 - backslashes) == '\\') {
            backslashes++;
        }
        return backslashes % 2 == 1;
    }

    private static Entry entry(int line, String logicalLine) {
        Properties one = new Properties();
        try {
            one.load(new StringReader(logicalLine));
        } catch (IllegalArgumentException malformedEscape) {
            return new Entry.Malformed(line);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        String key = one.stringPropertyNames().stream().findFirst().orElse("");
        return new Entry.Pair(line, key, one.getProperty(key, ""));
    }
}
