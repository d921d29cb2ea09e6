package dev.keystead.signup;

import dev.keystead.login.Door;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cookie;
import dev.keystead.platform.http.Param;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;

/// Where somebody came from who makes an account first. The way leads through their mailbox, and back in the
/// same browser: so the browser keeps it.
final class WayBack {
    static final Param<String> RETURN_TO =
            Param.text("return_to", "The page of this server to go to once the account can be used", 1, 2000);

    private static final String COOKIE = "keystead-way-back";

    /// As long as a request for authorization waits.
    private static final Duration LIFE = Duration.ofMinutes(30);

    private WayBack() {}

    /// Has the browser keep the page of this server that the address names. Whoever comes without one wants to go
    /// nowhere else, whatever they wanted before.
    static void keep(Call call) {
        if (!begins(call)) {
            return;
        }
        Optional<String> wanted = asked(call);
        wanted.ifPresent(path -> call.set(Cookie.lasting(COOKIE, encoded(path), LIFE)));
        if (wanted.isEmpty() && call.cookie(COOKIE).isPresent()) {
            call.set(Cookie.gone(COOKIE));
        }
    }

    /// The page to sign in, which goes on to the page that was kept.
    static String signIn(Call call) {
        return call.prefix() + Door.leading("/sign-in", find(call));
    }

    /// The page's own address, to see it in another language.
    static String here(Call call) {
        return Door.leading(call.path(), find(call));
    }

    /// What the address names, or else what the browser keeps. Where nothing is named the page forgets it too.
    private static Optional<String> find(Call call) {
        return begins(call) ? asked(call) : kept(call);
    }

    /// Whether somebody comes from another page, and not from a mail.
    private static boolean begins(Call call) {
        var query = call.route().query();
        boolean fromMail = query.contains(SignUpRoutes.TOKEN)
                && call.find(SignUpRoutes.TOKEN).isPresent();
        return query.contains(RETURN_TO) && !fromMail;
    }

    private static Optional<String> asked(Call call) {
        return call.find(RETURN_TO).flatMap(Door::localPath);
    }

    private static Optional<String> kept(Call call) {
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
