package dev.keystead.login;

import dev.keystead.platform.html.Card;
import dev.keystead.platform.html.View;

/// The page for somebody who signed out here and may want to sign out of the provider that they came from.
///
/// @param again where to sign in again
public record SignedOutPage(Card card, Exits.Exit exit, String again) implements View {
    @Override
    public String template() {
        return "signin/signedout.jte";
    }

    public String text(String key, Object... arguments) {
        return card.text(key, arguments);
    }
}
