package dev.keystead.profile;

import dev.keystead.badge.Badge;
import dev.keystead.badge.BadgeId;
import dev.keystead.badge.Badges;
import dev.keystead.directory.User;
import dev.keystead.login.Door;
import dev.keystead.login.SignInPages;
import dev.keystead.login.Visitor;
import dev.keystead.platform.html.Pages;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.http.WishedLanguage;
import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.Scope;
import java.util.List;
import java.util.Optional;

/// The page of a person for everybody, and their badges as files.
public final class ProfilePageRoutes {
    private static final String WHY_OPEN = "the person chose to show it to everybody";
    private static final String JSON = "application/json";
    private static final int MOST_BADGES = 50;

    private final PublicProfiles profiles;
    private final Badges badges;
    private final Door door;
    private final SignInPages frame;
    private final Pages pages;

    public ProfilePageRoutes(PublicProfiles profiles, Badges badges, Door door, SignInPages frame, Pages pages) {
        this.profiles = profiles;
        this.badges = badges;
        this.door = door;
        this.frame = frame;
        this.pages = pages;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/p/{handle}", "The page of a person who lets everybody see it")
                        .open(WHY_OPEN)
                        .query(WishedLanguage.UI_LOCALES)
                        .page(this::show),
                Route.get("/p/{handle}/badges/{id}", "Download a badge of a person who lets everybody see their page")
                        .open(WHY_OPEN)
                        .anyOrigin()
                        .answers(Shape.media(JSON), this::download));
    }

    /// Where the page of a handle is, below the public address.
    public static String path(String handle) {
        return "/p/" + handle;
    }

    private Reply show(Call call) {
        PublicProfiles.Shown shown = person(call);
        User user = shown.user();
        String handle = user.handle().orElseThrow();
        Visitor visitor = door.passerBy(call);
        List<Badge> held = badges(shown);
        return Reply.page(pages.html(new ProfilePage(
                frame.card(call, visitor, Optional.of(path(handle))),
                user.displayName(),
                handle,
                held.stream()
                        .map(badge -> ProfilePage.BadgeRow.of(
                                badge,
                                visitor.language(),
                                path(handle) + "/badges/" + badge.id().text()))
                        .toList())));
    }

    private Reply download(Call call) {
        BadgeId id = call.id("id", BadgeId::new, Prefix.BADGE.text());
        return badges(person(call)).stream()
                .filter(badge -> badge.id().equals(id))
                .findFirst()
                .map(ProfilePageRoutes::file)
                .orElseThrow(Refusal::notFound);
    }

    private List<Badge> badges(PublicProfiles.Shown shown) {
        return Scope.user(shown.user().id().value()).call(() -> badges.listOwnShown(shown.shownAt(), MOST_BADGES));
    }

    /// A badge as a file that browsers save.
    public static Reply file(Badge badge) {
        byte[] bytes = badge.file().bytes();
        return Reply.file(JSON, badge.fileName(), out -> out.write(bytes));
    }

    /// Handles are people's of the system workspace: no other has such pages.
    private PublicProfiles.Shown person(Call call) {
        if (call.workspaceSlug().isPresent()) {
            throw Refusal.notFound();
        }
        return profiles.find(call.variable("handle")).orElseThrow(Refusal::notFound);
    }
}
