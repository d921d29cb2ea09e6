package dev.keystead.platform.html;

import dev.keystead.platform.text.Texts.Language;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// What the layout `card.jte` needs around a page for people who sign in or look after their account.
///
/// @param language what the page is written in
/// @param brand whose page it is
/// @param here the address of this page without `ui_locales`, to see it in another language; nothing for a page that
///         cannot be opened again, such as one that shows a secret once
public record Card(Language language, Brand brand, Optional<String> here) {
    /// A text of the page's language.
    public String text(String key, Object... arguments) {
        return language.text(key, arguments);
    }

    /// This page's address in a language.
    public String addressIn(Language other) {
        String address = here.orElseThrow();
        return address + (address.contains("?") ? "&" : "?") + "ui_locales="
                + URLEncoder.encode(other.tag(), StandardCharsets.UTF_8);
    }
}
