package dev.keystead.profile;

import dev.keystead.audit.AuditLog;
import dev.keystead.badge.Badges;
import dev.keystead.directory.Directory;
import dev.keystead.directory.UserId;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.PublicAddress;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.http.Work;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One's own choice whether everybody may see one's page.
public final class OwnProfileRoutes {
    private static final String PATH = "/v1/me/public-profile";
    private static final String NOT_HERE = "only people with an individual account have a profile page";

    private final PublicProfiles profiles;
    private final Badges badges;
    private final Directory directory;
    private final PublicAddress address;
    private final AuditLog audit;

    public OwnProfileRoutes(
            PublicProfiles profiles, Badges badges, Directory directory, PublicAddress address, AuditLog audit) {
        this.profiles = profiles;
        this.badges = badges;
        this.directory = directory;
        this.address = address;
        this.audit = audit;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(PATH, "Read whether everybody may see your profile page")
                        .self("read:user:self")
                        .answers(Shape.of(PublicProfileView.class), this::read),
                Route.put(PATH, "Say whether everybody may see your profile page")
                        .self("write:user:self")
                        .audits("profile.update")
                        .takes(ShowProfile.class)
                        .prepares(200, Shape.of(PublicProfileView.class), this::show));
    }

    /// The choice.
    public record ShowProfile(boolean shown) {}

    /// The choice as it stands.
    ///
    /// @param address where the page is; missing for an account that has none
    /// @param newer whether workspaces issued badges since, which appear there once you choose again to show it
    public record PublicProfileView(boolean shown, @Nullable String address, boolean newer) {
        /// What the trail keeps of a choice.
        ///
        /// @param anew whether the page was shown before, and shows more now
        public static AuditLog.Change change(boolean shown, boolean anew) {
            return new AuditLog.Change(new Chosen(anew || !shown, anew), new Chosen(shown, false));
        }
    }

    /// A choice in the trail.
    ///
    /// @param newer whether there were badges that did not appear
    private record Chosen(boolean shown, boolean newer) {}

    private Reply read(Call call) {
        UserId user = self(call);
        Optional<Instant> shownAt = profiles.shownAt(user);
        return Reply.ok(view(shownAt.isPresent(), page(user), hasNewer(shownAt)));
    }

    private boolean hasNewer(Optional<Instant> shownAt) {
        return shownAt.filter(badges::hasOwnNewer).isPresent();
    }

    private Work.ChangingBare show(Call call, ShowProfile body) {
        UserId user = self(call);
        Optional<String> page = page(user);
        if (page.isEmpty()) {
            return Work.instead(Reply.conflict(NOT_HERE));
        }
        boolean anew = body.shown() && hasNewer(profiles.shownAt(user));
        return (_, transaction) -> {
            if (profiles.show(transaction, user, body.shown(), anew)) {
                audit.write(transaction, call, user, PublicProfileView.change(body.shown(), anew));
            } else {
                call.markUnchanged();
            }
            return Reply.ok(view(body.shown(), page, false));
        };
    }

    private Optional<String> page(UserId user) {
        return directory
                .find(user)
                .orElseThrow(Refusal::notFound)
                .handle()
                .map(handle -> address.get() + ProfilePageRoutes.path(handle));
    }

    private static PublicProfileView view(boolean shown, Optional<String> page, boolean newer) {
        return new PublicProfileView(shown, page.orElse(null), newer);
    }

    private static UserId self(Call call) {
        return new UserId(call.caller().user().orElseThrow());
    }
}
