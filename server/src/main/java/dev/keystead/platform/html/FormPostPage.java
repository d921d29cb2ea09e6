package dev.keystead.platform.html;

import java.util.Map;

/// A page that sends something on to another site by itself (OAuth 2.0 Form Post Response Mode, SAML bindings
/// section 3.5).
public record FormPostPage(Card card, String action, Map<String, String> members) implements View {
    @Override
    public String template() {
        return "oauth/formpost.jte";
    }
}
