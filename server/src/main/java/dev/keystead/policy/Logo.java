package dev.keystead.policy;

import dev.keystead.platform.html.Fingerprint;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/// A picture for the head of a workspace's pages.
final class Logo {
    /// What fits into a request body of the usual limit, as base64 in JSON.
    static final int MOST_BYTES = 45 * 1024;

    private static final Map<String, byte[]> BEGINNINGS = Map.of(
            "image/png", new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'},
            "image/jpeg", new byte[] {(byte) 0xff, (byte) 0xd8, (byte) 0xff});
    private static final byte[] RIFF = {'R', 'I', 'F', 'F'};
    private static final byte[] WEBP = {'W', 'E', 'B', 'P'};
    private static final int WEBP_AT = 8;

    private final String mediaType;
    private final byte[] image;
    private final String fingerprint;

    Logo(String mediaType, byte[] image, String fingerprint) {
        this.mediaType = mediaType;
        this.image = image;
        this.fingerprint = fingerprint;
    }

    /// The logo in bytes; nothing when they are no PNG, JPEG or WebP. An SVG can carry scripts and is none.
    static Optional<Logo> find(byte[] image) {
        return mediaTypeOf(image).map(type -> new Logo(type, image, Fingerprint.of(image)));
    }

    private static Optional<String> mediaTypeOf(byte[] image) {
        if (isAt(image, 0, RIFF) && isAt(image, WEBP_AT, WEBP)) {
            return Optional.of("image/webp");
        }
        return BEGINNINGS.entrySet().stream()
                .filter(type -> isAt(image, 0, type.getValue()))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private static boolean isAt(byte[] image, int from, byte[] wanted) {
        int to = from + wanted.length;
        return image.length >= to && Arrays.equals(image, from, to, wanted, 0, wanted.length);
    }

    String mediaType() {
        return mediaType;
    }

    byte[] image() {
        return image;
    }

    String fingerprint() {
        return fingerprint;
    }
}
