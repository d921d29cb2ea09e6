package dev.keystead.signup;

import dev.keystead.platform.html.Card;
import dev.keystead.platform.html.FormErrors;
import dev.keystead.platform.html.View;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// What the pages of a first or forgotten sign-in show; each template takes what it needs.
///
/// @param base what the paths of the workspace begin with
/// @param signIn where those go who have an account
/// @param values what was typed before, without passwords
/// @param token of the link that led here, or empty
/// @param individual whether accounts have a handle here, from which their address follows
/// @param leastLength of a password
public record SignUpPage(
        String template,
        Card card,
        String csrf,
        String base,
        String signIn,
        FormErrors errors,
        Map<String, String> values,
        String token,
        boolean individual,
        int leastLength)
        implements View {
    public String text(String key, Object... arguments) {
        return card.text(key, arguments);
    }

    /// Why a password is to be set here.
    public NewPasswordFor reason() {
        return NewPasswordFor.valueOf(value("reason"));
    }

    /// What the form for a password is headed by: only a welcome names the place.
    public String passwordTitle() {
        return reason() == NewPasswordFor.INVITATION
                ? text(reason().title(), card.brand().name())
                : text(reason().title());
    }

    /// Where the form of a page behind a link goes. The address names the token as the link in the mail does: a form
    /// that is refused is answered there, and whoever opens that address again goes on.
    public String behindLink(String path) {
        return base + path + "?token=" + URLEncoder.encode(token, StandardCharsets.UTF_8);
    }

    public String value(String name) {
        return values.getOrDefault(name, "");
    }
}
