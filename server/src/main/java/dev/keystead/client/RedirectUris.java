package dev.keystead.client;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a redirect URI may be, and which one a request may name.
final class RedirectUris {
    static final int LONGEST = 2000;

    private static final Pattern VISIBLE = Pattern.compile("[\\x21-\\x7e]+");
    private static final Pattern LOOPBACK =
            Pattern.compile("(http://(?:127\\.0\\.0\\.1|\\[::1]))(?::[0-9]{1,5})?((?:[/?].*)?)");
    private static final Set<String> LOOPBACK_HOSTS = Set.of("127.0.0.1", "[::1]", "localhost");

    private RedirectUris() {}

    /// What is wrong with a redirect URI, or nothing.
    static Optional<String> wrongWith(String text) {
        Optional<URI> parsed = parse(text);
        if (parsed.isEmpty() || !parsed.get().isAbsolute()) {
            return Optional.of("must be an absolute URI of visible ASCII characters (RFC 6749 section 3.1.2)");
        }
        URI uri = parsed.get();
        if (uri.getRawFragment() != null) {
            return Optional.of("must have no fragment (RFC 6749 section 3.1.2)");
        }
        if (text.contains("*")) {
            return Optional.of("must have no wildcard: it is compared as it is (RFC 9700 section 2.1)");
        }
        if (uri.getRawUserInfo() != null) {
            return Optional.of("must carry no user name or password");
        }
        return isAllowed(uri)
                ? Optional.empty()
                : Optional.of(
                        "must use https, a private-use scheme with a dot such as com.example.app (RFC 8252 section"
                                + " 7.1), or http on 127.0.0.1, [::1] or localhost");
    }

    private static boolean isAllowed(URI uri) {
        return switch (scheme(uri)) {
            case "https" -> uri.getHost() != null;
            case "http" -> isLoopback(uri);
            default ->
                scheme(uri).contains(".") && !uri.getRawSchemeSpecificPart().isEmpty();
        };
    }

    /// An address that we or a browser fetch: https, or http on this machine for development.
    static boolean isFetchable(String text) {
        return parse(text)
                .filter(uri -> uri.getRawFragment() == null && uri.getRawUserInfo() == null)
                .filter(uri -> isHttps(uri) || (scheme(uri).equals("http") && isLoopback(uri)))
                .isPresent();
    }

    /// An https address.
    static boolean isHttps(String text) {
        return parse(text)
                .filter(uri -> uri.getRawFragment() == null && uri.getRawUserInfo() == null)
                .filter(RedirectUris::isHttps)
                .isPresent();
    }

    /// An https address that does not name the machine of whoever follows it.
    static boolean isHttpsElsewhere(String text) {
        return isHttps(text) && parse(text).filter(uri -> !isLoopback(uri)).isPresent();
    }

    /// A page that people may be shown a link to.
    static boolean isPage(String text) {
        return parse(text)
                .filter(uri -> uri.getHost() != null && Set.of("https", "http").contains(scheme(uri)))
                .isPresent();
    }

    private static boolean isHttps(URI uri) {
        return scheme(uri).equals("https") && uri.getHost() != null;
    }

    private static boolean isLoopback(URI uri) {
        return LOOPBACK_HOSTS.contains(
                Objects.requireNonNullElse(uri.getHost(), "").toLowerCase(Locale.ROOT));
    }

    /// The host of a URI, or its scheme where it has none.
    static String authority(String text) {
        URI uri = URI.create(text);
        return Objects.requireNonNullElse(uri.getHost(), scheme(uri)).toLowerCase(Locale.ROOT);
    }

    /// RFC 9700 section 2.1: the same text. RFC 8252 section 7.3: the port of a loopback IP address does
    /// not count, because a native application takes the one that is free.
    static boolean anyMatches(List<String> registered, String presented) {
        return registered.contains(presented)
                || withoutLoopbackPort(presented)
                        .map(wanted -> registered.stream()
                                .anyMatch(uri -> withoutLoopbackPort(uri)
                                        .filter(wanted::equals)
                                        .isPresent()))
                        .orElse(false);
    }

    private static Optional<String> withoutLoopbackPort(String uri) {
        Matcher loopback = LOOPBACK.matcher(uri);
        return loopback.matches() ? Optional.of(loopback.group(1) + loopback.group(2)) : Optional.empty();
    }

    private static Optional<URI> parse(String text) {
        if (text.length() > LONGEST || !VISIBLE.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new URI(text)).filter(URI::isAbsolute);
        } catch (URISyntaxException _) {
            return Optional.empty();
        }
    }

    private static String scheme(URI uri) {
        return Objects.requireNonNullElse(uri.getScheme(), "").toLowerCase(Locale.ROOT);
    }
}
