package dev.keystead.device;

import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The textual form of what X.509 is made of (RFC 7468): one block, and nothing beside it.
public final class Pem {
    private static final int LINE = 64;
    private static final Pattern BLOCK = Pattern.compile(
            "\\s*-----BEGIN ([A-Z ]{1,40})-----\\s*([A-Za-z0-9+/=\\s]*+)-----END ([A-Z ]{1,40})-----\\s*");

    private Pem() {}

    /// What a block holds; nothing when the text is no such block.
    public static Optional<byte[]> decode(String label, String text) {
        Matcher block = BLOCK.matcher(text);
        if (!block.matches() || !block.group(1).equals(label) || !block.group(3).equals(label)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Base64.getDecoder().decode(block.group(2).replaceAll("\\s", "")));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    public static String encode(String label, byte[] der) {
        return "-----BEGIN " + label + "-----\n"
                + Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(der) + "\n-----END " + label
                + "-----\n";
    }
}
