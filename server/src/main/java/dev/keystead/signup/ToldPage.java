package dev.keystead.signup;

import dev.keystead.platform.html.Card;
import dev.keystead.platform.html.View;

/// A page that only says something.
///
/// @param signIn where it goes on
public record ToldPage(Card card, String signIn, Told told) implements View {
    @Override
    public String template() {
        return "signup/told.jte";
    }

    public String text(String key, Object... arguments) {
        return card.text(key, arguments);
    }
}
