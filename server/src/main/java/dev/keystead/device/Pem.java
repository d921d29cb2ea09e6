package dev.keystead.device;

import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/// The textual form of what X.509 is made of (RFC 7468): one block, and nothing beside it.
public final class Pem {
    private static final int LINE = 64;
    private static final int ASCII = 127;

    private Pem() {}

    /// What a block holds; nothing when the text is no such block.
    public static Optional<byte[]> decode(String label, String text) {
        String begin = "-----BEGIN " + label + "-----";
        String end = "-----END " + label + "-----";
        int from = 0;
        int to = text.length();
        while (from < to && isSpace(text.charAt(from))) {
            from++;
        }
        while (to > from && isSpace(text.charAt(to - 1))) {
            to--;
        }
        if (!text.startsWith(begin, from) || to - end.length() < from + begin.length()) {
            return Optional.empty();
        }
        return text.startsWith(end, to - end.length())
                ? base64(text, from + begin.length(), to - end.length())
                : Optional.empty();
    }

    /// Lines and what else is white between the characters is passed over; whatever else is none of them is not.
    private static Optional<byte[]> base64(String text, int from, int to) {
        var characters = new byte[to - from];
        int length = 0;
        for (int i = from; i < to; i++) {
            char character = text.charAt(i);
            if (character > ASCII) {
                return Optional.empty();
            }
            if (!isSpace(character)) {
                characters[length++] = (byte) character;
            }
        }
        try {
            return Optional.of(Base64.getDecoder().decode(Arrays.copyOf(characters, length)));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static boolean isSpace(char character) {
        return character == ' ' || (character >= '\t' && character <= '\r');
    }

    public static String encode(String label, byte[] der) {
        return "-----BEGIN " + label + "-----\n"
                + Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(der) + "\n-----END " + label
                + "-----\n";
    }
}
