package dev.keystead.oauth.authorize;

import dev.keystead.platform.html.Card;
import dev.keystead.platform.html.View;

/// A page for a request that cannot be answered to the client: it tells the person what is wrong.
public record RefusedPage(Card card, String sentence) implements View {
    @Override
    public String template() {
        return "oauth/refused.jte";
    }

    public String text(String key, Object... arguments) {
        return card.text(key, arguments);
    }
}
