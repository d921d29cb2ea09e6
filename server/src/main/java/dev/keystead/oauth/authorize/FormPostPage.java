package dev.keystead.oauth.authorize;

import dev.keystead.platform.html.Card;
import dev.keystead.platform.html.View;
import java.util.Map;

/// A page that sends an answer on to a client by itself (OAuth 2.0 Form Post Response Mode).
public record FormPostPage(Card card, String action, Map<String, String> members) implements View {
    @Override
    public String template() {
        return "oauth/formpost.jte";
    }
}
