package dev.keystead.oauth.logout;

import dev.keystead.platform.html.Card;
import dev.keystead.platform.html.View;
import java.util.List;
import java.util.Optional;

/// A page that says how it ended: signed out, or not.
///
/// @param stayed whether the person chose to stay
/// @param frames pages of applications that sign out there (OpenID Connect Front-Channel Logout section 3)
/// @param onward where the browser goes when those are done
/// @param inside the page to go to otherwise
public record SignedOutPage(Card card, boolean stayed, List<String> frames, Optional<String> onward, String inside)
        implements View {
    @Override
    public String template() {
        return "oauth/signedout.jte";
    }

    public String text(String key, Object... arguments) {
        return card.text(key, arguments);
    }
}
