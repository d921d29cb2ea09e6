package dev.keystead.signup;

import dev.keystead.platform.html.View;
import dev.keystead.platform.text.Texts.Language;
import java.util.Optional;

/// What stands below a field for a handle while somebody types: a part of a page.
///
/// @param fault the key of the text that says why they cannot have it; nothing when they can
/// @param empty whether nothing was typed
public record HandleTold(Language language, Optional<String> fault, boolean empty) implements View {
    @Override
    public String template() {
        return "signup/handle.jte";
    }

    public String text() {
        return empty ? "" : language.text(fault.orElse("signup.handle.free"));
    }
}
