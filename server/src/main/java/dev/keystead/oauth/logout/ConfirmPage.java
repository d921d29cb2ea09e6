package dev.keystead.oauth.logout;

import dev.keystead.platform.html.Card;
import dev.keystead.platform.html.View;
import java.util.Map;
import java.util.Optional;

/// A page that asks somebody whether they want to sign out.
///
/// @param action where the answer goes
/// @param who the person who is asked
/// @param clientName the application that wants it, if it said who it is
/// @param request what the application sent, which goes along with the answer
public record ConfirmPage(
        Card card, String csrf, String action, String who, Optional<String> clientName, Map<String, String> request)
        implements View {
    @Override
    public String template() {
        return "oauth/logout.jte";
    }

    public String text(String key, Object... arguments) {
        return card.text(key, arguments);
    }
}
