package dev.keystead.account;

import dev.keystead.credential.AuthenticatorApp;
import dev.keystead.credential.Passkey;
import dev.keystead.login.PasskeyStep;
import dev.keystead.platform.html.View;
import dev.keystead.policy.MfaPolicy;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// What the pages about getting in show.
public final class SecurityPages {
    private SecurityPages() {}

    /// Everything that somebody gets in with.
    ///
    /// @param mayHavePasskeys whether another passkey can be made here
    /// @param open whether things can be changed: its owner proved a moment ago who they are
    /// @param stepUp where they do that
    public record Overview(
            Around around,
            boolean password,
            List<Passkey> passkeys,
            Optional<AuthenticatorApp> app,
            int codes,
            MfaPolicy policy,
            boolean mayHavePasskeys,
            int leastLength,
            boolean open,
            String stepUp)
            implements View {
        @Override
        public String template() {
            return "account/security.jte";
        }

        public boolean mayHaveApp() {
            return policy.allows(MfaPolicy.Factor.TOTP);
        }

        public boolean mayHaveCodes() {
            return policy.allows(MfaPolicy.Factor.RECOVERY) && (app.isPresent() || !passkeys.isEmpty());
        }
    }

    /// A passkey is made here.
    ///
    /// @param question nothing after an answer that was not taken: the next attempt needs a new one
    public record NewPasskey(Around around, Optional<PasskeyStep.Question> question) implements View {
        @Override
        public String template() {
            return "account/passkey.jte";
        }
    }

    /// An app is set up here.
    ///
    /// @param secret nothing after a code that was not right: the app has it already
    public record NewApp(Around around, Optional<Secret> secret) implements View {
        @Override
        public String template() {
            return "account/app.jte";
        }

        /// What the app is given.
        ///
        /// @param picture an SVG of ours, with nothing in it that anybody typed
        public record Secret(String picture, String key) {}
    }

    /// Recovery codes, shown once.
    public record Codes(Around around, List<String> codes) implements View {
        @Override
        public String template() {
            return "account/codes.jte";
        }

        public String text() {
            return String.join("\n", codes);
        }

        /// The codes as a file, without another request.
        public String file() {
            String heading =
                    around.text("account.codes.file", around.card().brand().name());
            return "data:text/plain;charset=utf-8,"
                    + URLEncoder.encode(heading + "\n\n" + text() + "\n", StandardCharsets.UTF_8)
                            .replace("+", "%20");
        }
    }
}
