package dev.keystead.bench;

import java.math.BigDecimal;
import java.math.RoundingMode;

/// Builds one JSON object on one line, members in the order they are given.
final class JsonLine {
    private static final int DECIMALS = 4;

    private final StringBuilder text = new StringBuilder("{");

    JsonLine with(String name, String value) {
        return member(name, quoted(value));
    }

    JsonLine with(String name, long value) {
        return member(name, Long.toString(value));
    }

    /// JSON has no word for "not a number": a figure that was not measured is null.
    JsonLine with(String name, double value) {
        return member(name, Double.isFinite(value) ? plain(value) : "null");
    }

    JsonLine with(String name, JsonLine value) {
        return member(name, value.toString());
    }

    private static String plain(double value) {
        BigDecimal rounded = BigDecimal.valueOf(value).setScale(DECIMALS, RoundingMode.HALF_UP);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    private JsonLine member(String name, String value) {
        text.append(text.length() > 1 ? "," : "")
                .append(quoted(name))
                .append(':')
                .append(value);
        return this;
    }

    private static String quoted(String plain) {
        StringBuilder quoted = new StringBuilder(plain.length() + 2).append('"');
        for (int i = 0; i < plain.length(); i++) {
            char c = plain.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append("\\u00").append(Character.forDigit(c >> 4, 16)).append(Character.forDigit(c & 15, 16));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    @Override
    public String toString() {
        return text + "}";
    }
}
