package dev.keystead.mail;

import dev.keystead.platform.html.View;

/// A mail as a page for programs that show one.
public record MailPage(Mail mail) implements View {
    @Override
    public String template() {
        return "mail.jte";
    }

    public String language() {
        return mail.language().toLanguageTag();
    }

    /// The address on the button; only asked for when there is one.
    public String link() {
        return mail.action().map(action -> action.link().toString()).orElse("");
    }

    public String label() {
        return mail.action().map(Mail.Action::label).orElse("");
    }
}
