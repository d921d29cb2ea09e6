package dev.keystead.platform.http;

import dev.keystead.platform.json.BadInput;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `application/x-www-form-urlencoded`, read strictly: well-formed UTF-8, whole escapes, no name twice.
final class UrlEncoded {
    private UrlEncoded() {}

    /// The values by name, in the order sent.
    ///
    /// @param what the kind of input, for messages: `parameter` or `field`
    /// @throws BadInput when a name repeats or an escape is broken
    static Map<String, String> parse(String text, String what) {
        var values = new LinkedHashMap<String, String>();
        all(text, what).forEach((name, given) -> {
            if (given.size() > 1) {
                throw BadInput.member(printable(name), "was given more than once");
            }
            values.put(name, given.getFirst());
        });
        return values;
    }

    /// The same where a name may repeat.
    static Map<String, List<String>> all(String text, String what) {
        var values = new LinkedHashMap<String, List<String>>();
        if (text.isEmpty()) {
            return values;
        }
        for (String pair : text.split("&", -1)) {
            // Nothing between two separators, or after the last, is nothing: programs that join carelessly leave it.
            if (pair.isEmpty()) {
                continue;
            }
            int equals = pair.indexOf('=');
            String name = part(equals < 0 ? pair : pair.substring(0, equals), what);
            String value = part(equals < 0 ? "" : pair.substring(equals + 1), what);
            if (name.isEmpty()) {
                throw BadInput.whole("a " + what + " has no name");
            }
            values.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
        }
        return values;
    }

    /// The text without its escapes, or nothing when one is broken or the bytes are not UTF-8.
    static Optional<String> decode(String text, boolean plusIsSpace) {
        if (isPlain(text)) {
            return Optional.of(plusIsSpace ? text.replace('+', ' ') : text);
        }
        byte[] raw = text.getBytes(StandardCharsets.UTF_8);
        var bytes = ByteBuffer.allocate(raw.length);
        for (int i = 0; i < raw.length; i++) {
            if (raw[i] != '%') {
                bytes.put(plusIsSpace && raw[i] == '+' ? (byte) ' ' : raw[i]);
                continue;
            }
            int high = i + 2 <= raw.length - 1 ? Character.digit(raw[i + 1], 16) : -1;
            int low = i + 2 <= raw.length - 1 ? Character.digit(raw[i + 2], 16) : -1;
            if (high < 0 || low < 0) {
                return Optional.empty();
            }
            bytes.put((byte) (high << 4 | low));
            i += 2;
        }
        try {
            return Optional.of(
                    StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString());
        } catch (CharacterCodingException _) {
            return Optional.empty();
        }
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '%' || text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    static String printable(String text) {
        String cut = text.length() > 60 ? text.substring(0, 60) + "…" : text;
        return cut.replaceAll("\\p{C}", "?");
    }

    private static String part(String raw, String what) {
        String decoded = decode(raw, true)
                .orElseThrow(() -> BadInput.whole("a " + what + " is not well-formed percent-encoded UTF-8"));
        if (decoded.indexOf('\0') >= 0) {
            throw BadInput.whole("a " + what + " contains a character that cannot be stored");
        }
        return decoded;
    }
}
