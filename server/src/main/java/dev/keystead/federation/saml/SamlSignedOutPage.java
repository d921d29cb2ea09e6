package dev.keystead.federation.saml;

import dev.keystead.platform.html.Card;
import dev.keystead.platform.html.View;

/// A page that says that somebody is signed out.
///
/// @param everywhere whether the provider says that it signed them out too
/// @param again where a new sign-in begins
public record SamlSignedOutPage(Card card, boolean everywhere, String again) implements View {
    @Override
    public String template() {
        return "federation/saml-signed-out.jte";
    }

    public String text(String key, Object... arguments) {
        return card.text(key, arguments);
    }
}
