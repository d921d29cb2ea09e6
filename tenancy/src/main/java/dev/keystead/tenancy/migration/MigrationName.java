package dev.keystead.tenancy.migration;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The name of a migration: `NNNN_snake_case_summary.sql`, such as `0007_runtime_token_audit.sql`.
///
/// The summary has at most 48 characters, which keeps a whole name within the 64 that are allowed. Sorted as text,
/// names
/// are in the order of their numbers.
public record MigrationName(int number, String summary) implements Comparable<MigrationName> {
    private static final Pattern SUMMARY = Pattern.compile("[a-z0-9_]{1,48}");
    private static final Pattern FILE = Pattern.compile("([0-9]{4})_(" + SUMMARY.pattern() + ")\\.sql");
    private static final int LAST_NUMBER = 9999;

    public MigrationName {
        if (number < 1 || number > LAST_NUMBER) {
            throw new IllegalArgumentException("a migration's number is 0001 to 9999: " + number);
        }
        if (!SUMMARY.matcher(summary).matches()) {
            throw new IllegalArgumentException("a migration's summary is 1 to 48 of a-z, 0-9 and _");
        }
    }

    /// The name that a file's name means, or nothing when it breaks the grammar.
    public static Optional<MigrationName> parse(String file) {
        Matcher matcher = FILE.matcher(file);
        if (!matcher.matches() || matcher.group(1).equals("0000")) {
            return Optional.empty();
        }
        return Optional.of(new MigrationName(Integer.parseInt(matcher.group(1)), matcher.group(2)));
    }

    /// The number as it stands in the file's name: four digits.
    public String digits() {
        return digits(number);
    }

    static String digits(int number) {
        String digits = Integer.toString(number);
        return "0".repeat(Math.max(0, 4 - digits.length())) + digits;
    }

    public String file() {
        return digits() + "_" + summary + ".sql";
    }

    @Override
    public int compareTo(MigrationName other) {
        return file().compareTo(other.file());
    }

    @Override
    public String toString() {
        return file();
    }
}
