package dev.keystead.setup;

import dev.keystead.platform.html.Card;
import dev.keystead.platform.html.View;

/// Told in the same words for a used, an expired and an invented link.
public record SetupClosedPage(Card card) implements View {
    @Override
    public String template() {
        return "setup-closed.jte";
    }

    public String text(String key, Object... arguments) {
        return card.text(key, arguments);
    }

    public String command() {
        return "bin/keystead admin link";
    }
}
