package dev.keystead.setup;

import dev.keystead.platform.html.Card;
import dev.keystead.platform.html.FormErrors;
import dev.keystead.platform.html.View;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/// Asks the first administrator for a password.
///
/// @param token the one-time token from the link, sent back by the form
/// @param csrf from `Call.csrfToken()`
/// @param again whether the administrator has a password already, and only comes back for what was lost
/// @param contactEmail what was typed before
/// @param leastLength of a password
public record SetupPage(
        Card card, String token, String csrf, boolean again, FormErrors errors, String contactEmail, int leastLength)
        implements View {
    @Override
    public String template() {
        return "setup.jte";
    }

    public String text(String key, Object... arguments) {
        return card.text(key, arguments);
    }

    /// Where the form goes. It names the token as the link does: a form that is refused is answered there, and whoever
    /// opens that address again goes on.
    public String address() {
        return "/setup?token=" + URLEncoder.encode(token, StandardCharsets.UTF_8);
    }

    /// What the administrator signs in with.
    public String name() {
        return Setup.HANDLE;
    }

    @Override
    public String toString() {
        return "SetupPage[again=" + again + "]";
    }
}
