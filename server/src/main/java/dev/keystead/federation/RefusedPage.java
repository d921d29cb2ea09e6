package dev.keystead.federation;

import dev.keystead.platform.html.Card;
import dev.keystead.platform.html.View;

/// A page for somebody who came back from another identity provider and is not let in.
///
/// @param back where to go on
/// @param inside whether that is their account
public record RefusedPage(Card card, Why why, String back, boolean inside) implements View {
    @Override
    public String template() {
        return "federation/refused.jte";
    }

    public String text(String key, Object... arguments) {
        return card.text(key, arguments);
    }

    public String title() {
        return text(why.title());
    }

    public String sentence() {
        return text(why.sentence());
    }
}
