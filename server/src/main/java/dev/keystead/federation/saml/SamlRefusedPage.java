package dev.keystead.federation.saml;

import dev.keystead.platform.html.Card;
import dev.keystead.platform.html.View;

/// A page that says why a message of an identity provider does not count.
///
/// @param number of the request, by which an administrator finds the line in the log
/// @param again where a new sign-in begins
public record SamlRefusedPage(Card card, String sentence, String number, String again) implements View {
    @Override
    public String template() {
        return "federation/saml-refused.jte";
    }

    public String text(String key, Object... arguments) {
        return card.text(key, arguments);
    }
}
