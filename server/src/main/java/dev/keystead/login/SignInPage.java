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
/// @param app of somebody who must set one up
/// @param token of a link in a mail; null when it does not work in this browser
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
        @Nullable String token)
        implements View {

    /// A workspace to choose.
    public record Choice(String id, String name, String slug) {}

    /// An authenticator app to set up.
    ///
    /// @param picture an SVG of ours, with nothing in it that anybody typed
    public record App(String picture, String key) {}

    public String text(String key, Object... arguments) {
        return card.text(key, arguments);
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
