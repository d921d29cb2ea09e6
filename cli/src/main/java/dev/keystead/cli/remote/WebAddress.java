package dev.keystead.cli.remote;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Addresses that may be asked: over TLS, or on this very machine, where nobody listens in.
public final class WebAddress {
    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");

    private WebAddress() {}

    /// Whether a text is meant as an address and not as a file.
    public static boolean isMeant(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        return lower.startsWith("https://") || lower.startsWith("http://");
    }

    /// The address, unless it is none, names a user or would be asked in the clear through a network.
    public static Optional<URI> safe(String text) {
        try {
            var uri = new URI(text);
            String host = uri.getHost();
            boolean whole = isMeant(text) && host != null && uri.getUserInfo() == null;
            boolean encrypted = "https".equalsIgnoreCase(uri.getScheme());
            boolean unheard = encrypted || (host != null && THIS_MACHINE.contains(host));
            return whole && unheard ? Optional.of(uri) : Optional.empty();
        } catch (URISyntaxException _) {
            return Optional.empty();
        }
    }
}
