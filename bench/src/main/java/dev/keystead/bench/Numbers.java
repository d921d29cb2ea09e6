package dev.keystead.bench;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;

/// Numbers as people write and read them.
final class Numbers {
    private Numbers() {}

    /// A whole number between two bounds, or a refusal that names the key.
    static int whole(String key, String text, int least, int most) {
        try {
            int number = Integer.parseInt(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // Answered below with the same sentence as a number out of bounds.
        }
        throw new Refusal("`" + key + "` is `" + text + "`: give a whole number from " + least + " to " + most + ".");
    }

    /// Seconds, with a fraction if wanted.
    static Duration seconds(String key, String text) {
        if (text.matches("\\d{1,5}(\\.\\d{1,3})?")) {
            return Duration.ofMillis(Math.round(Double.parseDouble(text) * 1000));
        }
        throw new Refusal("`" + key + "` is `" + text + "`: give seconds, such as 10 or 0.5.");
    }

    /// NaN when there are no values, or when one of them is NaN.
    static double median(double[] values) {
        if (values.length == 0 || Arrays.stream(values).anyMatch(Double::isNaN)) {
            return Double.NaN;
        }
        double[] sorted = Arrays.stream(values).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /// Three significant digits or so; a dash for what was not measured.
    static String brief(double value) {
        if (!Double.isFinite(value)) {
            return "-";
        }
        String format = value >= 100 ? "%,.0f" : value >= 10 ? "%.1f" : value >= 1 || value == 0 ? "%.2f" : "%.3f";
        return String.format(Locale.ROOT, format, value);
    }
}
