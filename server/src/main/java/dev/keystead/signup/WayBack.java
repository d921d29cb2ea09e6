package dev.keystead.signup;

import dev.keystead.login.Door;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cookie;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;

/// Where somebody came from who makes an account first. The way leads through their mailbox, and back in the
/// same browser: so the browser keeps it.
final class WayBack {
    private static final String COOKIE = "keystead-way-back";

    /// As long as a request for authorization waits.
    private static final Duration LIFE = Duration.ofMinutes(30);

    private WayBack() {}

    /// Has the browser keep a page of this server; anything else is passed over.
    static void keep(Call call, String path) {
        Door.localPath(path).ifPresent(local -> call.set(Cookie.lasting(COOKIE, encoded(local), LIFE)));
    }

    /// The page to sign in, which goes on to the page that was kept.
    static String signIn(Call call) {
        String page = call.prefix() + "/sign-in";
        return find(call)
                .map(path -> page + "?return_to=" + URLEncoder.encode(path, StandardCharsets.UTF_8))
                .orElse(page);
    }

    private static Optional<String> find(Call call) {
        return call.cookie(COOKIE).flatMap(WayBack::decoded).flatMap(Door::localPath);
    }

    private static String encoded(String path) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(path.getBytes(StandardCharsets.UTF_8));
    }

    private static Optional<String> decoded(String text) {
        try {
            return Optional.of(new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
