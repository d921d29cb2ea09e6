package dev.keystead.oauth.authorize;

import dev.keystead.platform.html.Card;
import dev.keystead.platform.html.View;
import java.util.List;
import java.util.Optional;

/// A page that asks somebody whether a client may have what it asks for.
///
/// @param action where the answer goes
/// @param who the person who is asked
/// @param host where the client's answers go, which is what a person can check
/// @param canBeRemembered whether the person can wish not to be asked again
public record ConsentPage(
        Card card,
        String csrf,
        String action,
        String who,
        String clientName,
        String host,
        List<String> wishes,
        List<String> details,
        boolean canBeRemembered,
        Optional<String> policyUri,
        Optional<String> tosUri)
        implements View {
    @Override
    public String template() {
        return "oauth/consent.jte";
    }

    public String text(String key, Object... arguments) {
        return card.text(key, arguments);
    }
}
