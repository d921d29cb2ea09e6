package dev.keystead.oauth.proof;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Compares the address in a proof with the one that was called (RFC 9449 section 4.3 item 9): without
/// query and fragment, and normalised as RFC 3986 sections 6.2.2 and 6.2.3 say.
final class TargetUri {
    private static final Pattern ENCODED = Pattern.compile("%([0-9A-Fa-f]{2})");
    private static final Pattern UNRESERVED = Pattern.compile("[A-Za-z0-9._~-]");

    private TargetUri() {}

    static boolean isSame(String claimed, URI called) {
        // As nearly all write it; then both are normalised alike, whatever becomes of them.
        if (claimed.equals(called.toString()) && called.getHost() != null && called.getRawUserInfo() == null) {
            return true;
        }
        Optional<URI> address = normal(claimed);
        return address.isPresent() && address.equals(normal(called.toString()));
    }

    private static Optional<URI> normal(String text) {
        try {
            URI uri = new URI(ENCODED.matcher(text).replaceAll(TargetUri::decoded)).normalize();
            if (uri.getScheme() == null || uri.getHost() == null || uri.getRawUserInfo() != null) {
                return Optional.empty();
            }
            String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
            int port = uri.getPort() == usualPort(scheme) ? -1 : uri.getPort();
            String authority = uri.getHost().toLowerCase(Locale.ROOT) + (port == -1 ? "" : ":" + port);
            String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
            return Optional.of(new URI(scheme + "://" + authority + path));
        } catch (URISyntaxException _) {
            return Optional.empty();
        }
    }

    /// What need not be encoded is written plainly, and everything else in capitals.
    private static String decoded(MatchResult encoded) {
        String character = Character.toString(Integer.parseInt(encoded.group(1), 16));
        return UNRESERVED.matcher(character).matches()
                ? character
                : encoded.group().toUpperCase(Locale.ROOT);
    }

    private static int usualPort(String scheme) {
        return switch (scheme) {
            case "https" -> 443;
            case "http" -> 80;
            default -> -1;
        };
    }
}
