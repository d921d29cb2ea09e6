package dev.keystead.setup;

import dev.keystead.platform.html.Card;
import dev.keystead.platform.html.View;

/// Leads to the sign-in, and shows the first API key, once.
public record SetupDonePage(Card card, String baseUrl, String apiKey) implements View {
    @Override
    public String template() {
        return "setup-done.jte";
    }

    public String text(String key, Object... arguments) {
        return card.text(key, arguments);
    }

    /// What the administrator signs in with.
    public String name() {
        return Setup.HANDLE;
    }

    public String firstCommand() {
        return "export KEYSTEAD_KEY=" + apiKey + "\ncurl " + baseUrl
                + "/v1/users \\\n  -H \"Authorization: Bearer $KEYSTEAD_KEY\"";
    }

    @Override
    public String toString() {
        return "SetupDonePage[" + baseUrl + "]";
    }
}
