package dev.keystead.setup;

import dev.keystead.platform.html.View;

/// Asks for the one confirmation that makes the first administrator.
///
/// @param token the one-time token from the link, sent back by the form
/// @param csrf from `Call.csrfToken()`
/// @param workspaceName the workspace that the key will administer
public record SetupPage(String token, String csrf, String workspaceName) implements View {
    @Override
    public String template() {
        return "setup.jte";
    }
}
