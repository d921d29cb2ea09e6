package dev.keystead.login;

import dev.keystead.platform.html.Card;
import dev.keystead.platform.html.FormErrors;
import dev.keystead.platform.html.View;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the pages of a sign-in show; each template takes what it needs.
///
/// @param base what the paths of the workspace begin with
/// @param identifier what was typed to say who; null before that
/// @param question for a passkey, where one can be used
/// @param signUp whether people may make an account
/// @param app of somebody who must set a second factor up, where it may be that
/// @param newPasskey the question for a passkey of somebody who must set one up, where it may be that
/// @param ways the other providers to come from: all that there are, or the one that the typed address leads to
/// @param onlyWay whether people with such an address come in by that one alone
/// @param token of a link in a mail; null when it does not work in this browser
/// @param returnTo where the sign-in leads: whoever begins again, makes an account or forgot the password wants to go
///     there too
public record SignInPage(
        String template,
        Card card,
        String csrf,
        String base,
        String flow,
        boolean isStepUp,
        @Nullable String identifier,
        FormErrors errors,
        Set<Step> next,
        Optional<PasskeyStep.Question> question,
        boolean signUp,
        List<Choice> choices,
        Optional<App> app,
        Optional<PasskeyStep.Question> newPasskey,
        List<Way> ways,
        boolean onlyWay,
        @Nullable String token,
        Optional<String> returnTo)
        implements View {

    /// Another identity provider to come from.
    ///
    /// @param text what stands on its button, if that has a text of its own
    public record Way(String id, String name, Optional<String> text) {}

    /// What stands on the button of a provider.
    public String label(Way way) {
        return way.text().orElseGet(() -> text("signin.with", way.name()));
    }

    /// Where the journey to a provider begins.
    public String to(Way way) {
        return here() + "/with/" + way.id();
    }

    /// A workspace to choose.
    public record Choice(String id, String name, String slug) {}

    /// An authenticator app to set up.
    ///
    /// @param picture an SVG of ours, with nothing in it that anybody typed
    public record App(String picture, String key) {}

    public String text(String key, Object... arguments) {
        return card.text(key, arguments);
    }

    /// Where another sign-in begins.
    public String again() {
        return leading("/sign-in");
    }

    /// Where an account is made.
    public String toSignUp() {
        return leading("/sign-up");
    }

    /// Where a new password is asked for.
    public String toReset() {
        return leading("/password-reset");
    }

    private String leading(String path) {
        return base + Door.leading(path, returnTo);
    }

    /// Where the form of a step goes.
    public String step(String word) {
        return here() + "/" + word;
    }

    /// This flow's own page.
    public String here() {
        return base + "/sign-in/" + flow;
    }
}
