package dev.keystead.oauth.wire;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;

/// The audiences that tokens are asked for (RFC 8707 section 2).
public final class Resources {
    private static final int MOST = 20;
    private static final int LONGEST = 1_000;

    private Resources() {}

    /// The values of `resource`.
    ///
    /// @throws OAuthError `invalid_target` when one is no absolute URI
    public static List<String> read(Parameters parameters) {
        List<String> resources = parameters.list("resource");
        if (resources.size() > MOST || !resources.stream().allMatch(Resources::isResource)) {
            throw OAuthError.of("invalid_target", "resource must be an absolute URI without a fragment");
        }
        return resources;
    }

    private static boolean isResource(String text) {
        try {
            var uri = new URI(text);
            return text.length() <= LONGEST && uri.isAbsolute() && uri.getRawFragment() == null;
        } catch (URISyntaxException _) {
            return false;
        }
    }

    /// Whether no more is asked for than was given.
    public static boolean areAmong(List<String> asked, List<String> given) {
        return given.containsAll(asked);
    }
}
