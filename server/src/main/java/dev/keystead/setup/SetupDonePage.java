package dev.keystead.setup;

import dev.keystead.platform.html.View;

/// Shows the first API key, once.
public record SetupDonePage(String baseUrl, String workspaceName, String apiKey) implements View {
    @Override
    public String template() {
        return "setup-done.jte";
    }

    public String exportCommand() {
        return "export KEYSTEAD_KEY=" + apiKey;
    }

    public String firstCommand() {
        return "curl " + baseUrl + "/v1/users \\\n  -H \"Authorization: Bearer $KEYSTEAD_KEY\"";
    }

    @Override
    public String toString() {
        return "SetupDonePage[" + workspaceName + "]";
    }
}
