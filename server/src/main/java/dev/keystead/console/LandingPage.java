package dev.keystead.console;

import dev.keystead.platform.html.View;
import java.util.Optional;

/// The front page: what this is, whether it runs, and what to do next.
///
/// @param baseUrl the address of this server as the visitor sees it
/// @param version the product's version
/// @param state how far the installation is
/// @param ready whether every readiness check passes
/// @param inbox where mails are shown that go nowhere else, on a server for development
public record LandingPage(String baseUrl, String version, State state, boolean ready, Optional<String> inbox)
        implements View {
    /// How far the installation is.
    public sealed interface State {
        /// Nobody administers it yet. The link is given out by the server's own log, never by this page.
        record SetupPending(Optional<String> hint) implements State {}

        record InUse() implements State {}
    }

    @Override
    public String template() {
        return "landing.jte";
    }

    public boolean setupPending() {
        return switch (state) {
            case State.SetupPending _ -> true;
            case State.InUse _ -> false;
        };
    }

    /// Where to look for the one-time link.
    public String setupHint() {
        return switch (state) {
            case State.SetupPending(Optional<String> hint) -> hint.orElse("");
            case State.InUse _ -> "";
        };
    }

    public String healthCommand() {
        return "curl " + baseUrl + "/readyz";
    }

    public String listCommand() {
        return "curl " + baseUrl + "/v1/users \\\n  -H \"Authorization: Bearer $KEYSTEAD_KEY\"";
    }

    public String createCommand() {
        return """
                curl %s/v1/users \\
                  -H "Authorization: Bearer $KEYSTEAD_KEY" \\
                  -H "Content-Type: application/json" \\
                  -d '{"email":"ada@example.org","display_name":"Ada Lovelace"}'""".formatted(baseUrl);
    }
}
