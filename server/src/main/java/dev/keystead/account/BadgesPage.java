package dev.keystead.account;

import dev.keystead.badge.Badge;
import dev.keystead.platform.html.View;
import java.util.List;
import java.util.Optional;

/// The badges of somebody, and whether everybody may see them.
///
/// @param profile the page for everybody; nothing for an account that has none
public record BadgesPage(Around around, List<BadgeLine> badges, Optional<String> next, Optional<Profile> profile)
        implements View {
    /// A badge.
    ///
    /// @param kind in words
    /// @param detail where it holds and as what, in the issuer's words
    /// @param why it was revoked
    public record BadgeLine(
            String id,
            String kind,
            Badge.Status status,
            Optional<String> detail,
            String issuer,
            Around.Moment issued,
            Around.Moment until,
            Optional<String> why) {
        public boolean isValid() {
            return status == Badge.Status.VALID;
        }
    }

    /// The page for everybody.
    ///
    /// @param newer whether there are badges that it does not show yet
    public record Profile(String address, boolean shown, boolean newer) {}

    @Override
    public String template() {
        return "account/badges.jte";
    }

    /// The word for what holds of a badge.
    public String status(Badge.Status status) {
        return around.text(
                switch (status) {
                    case VALID -> "account.badges.valid";
                    case EXPIRED -> "account.badges.expired";
                    case REVOKED -> "account.badges.revoked";
                });
    }
}
