package dev.keystead.signup;

import dev.keystead.platform.html.Card;
import dev.keystead.platform.html.View;

/// A page that only says something.
///
/// @param base what the paths of the workspace begin with
public record ToldPage(Card card, String base, Told told) implements View {
    @Override
    public String template() {
        return "signup/told.jte";
    }

    public String text(String key, Object... arguments) {
        return card.text(key, arguments);
    }
}
