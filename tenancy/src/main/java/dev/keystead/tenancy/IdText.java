package dev.keystead.tenancy;

import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;

/// The outside form of ids: a prefix, an underscore and the 128 bits as 26 lower-case Crockford characters.
///
/// It sorts as the UUID does, and there is exactly one spelling of each id: upper case, look-alike letters and other
/// lengths are refused, so that an id can be compared and logged as text.
public final class IdText {
    private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
    private static final int LENGTH = 26;
    private static final int[] VALUES = values();

    private IdText() {}

    public static String encode(String prefix, UUID id) {
        var text = new char[prefix.length() + 1 + LENGTH];
        prefix.getChars(0, prefix.length(), text, 0);
        text[prefix.length()] = '_';
        long high = id.getMostSignificantBits();
        long low = id.getLeastSignificantBits();
        for (int at = text.length - 1; at > prefix.length(); at--) {
            text[at] = ALPHABET.charAt((int) (low & 31));
            low = low >>> 5 | high << 59;
            high >>>= 5;
        }
        return new String(text);
    }

    /// The id behind a text of this prefix, or nothing when the text is not exactly such an id.
    public static Optional<UUID> decode(String prefix, String text) {
        int start = prefix.length() + 1;
        if (text.length() != start + LENGTH || !text.startsWith(prefix) || text.charAt(start - 1) != '_') {
            return Optional.empty();
        }
        // 26 characters hold 130 bits: the first may only carry three.
        if (text.charAt(start) > '7') {
            return Optional.empty();
        }
        long high = 0;
        long low = 0;
        for (int at = start; at < text.length(); at++) {
            char c = text.charAt(at);
            int value = c < VALUES.length ? VALUES[c] : -1;
            if (value < 0) {
                return Optional.empty();
            }
            high = high << 5 | low >>> 59;
            low = low << 5 | value;
        }
        return Optional.of(new UUID(high, low));
    }

    private static int[] values() {
        var values = new int[128];
        Arrays.fill(values, -1);
        for (int i = 0; i < ALPHABET.length(); i++) {
            values[ALPHABET.charAt(i)] = i;
        }
        return values;
    }
}
