package dev.keystead.account;

import dev.keystead.account.AccountPages.Reader;
import dev.keystead.audit.AuditLog;
import dev.keystead.badge.Badge;
import dev.keystead.badge.BadgeId;
import dev.keystead.badge.BadgePayload;
import dev.keystead.badge.Badges;
import dev.keystead.platform.html.FormErrors;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.FormFields;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.http.WishedLanguage;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.id.Prefix;
import dev.keystead.profile.OwnProfileRoutes;
import dev.keystead.profile.ProfilePage;
import dev.keystead.profile.ProfilePageRoutes;
import dev.keystead.profile.PublicProfiles;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/// The page on which people see their badges, and say whether everybody may.
final class BadgePageRoutes {
    private static final int LENGTH = 20;

    private final Readers readers;
    private final Badges badges;
    private final PublicProfiles profiles;
    private final AccountPages pages;
    private final AuditLog audit;

    BadgePageRoutes(Readers readers, Accounts.Showing showing, AccountPages pages, AuditLog audit) {
        this.readers = readers;
        this.badges = showing.badges();
        this.profiles = showing.profiles();
        this.pages = pages;
        this.audit = audit;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/account/badges", "The page with your badges")
                        .signedIn()
                        .query(AccountPages.DONE, WishedLanguage.UI_LOCALES, Paging.CURSOR)
                        .page(this::show),
                Route.get("/account/badges/{id}/file", "Download one of your badges")
                        .signedIn()
                        .answers(Shape.media("application/json"), this::download),
                Route.post("/account/badges/profile", "Say whether everybody may see your profile page")
                        .signedIn()
                        .audits("profile.update")
                        .preparedForm(FormFields::values, this::choose));
    }

    private Reply show(Call call) {
        Reader reader = readers.of(call);
        var paging = new Paging(call.find(Paging.CURSOR).map(Cursor::parse), LENGTH);
        Optional<UUID> before = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        Page<Badge> page = Page.of(
                badges.listOwn(before, paging.fetch()),
                paging,
                badge -> Cursor.of(badge.id().value()),
                Function.identity());
        Optional<BadgesPage.Profile> profile = handle(reader)
                .map(handle -> profile(
                        ProfilePageRoutes.path(handle),
                        profiles.shownAt(reader.me().user())));
        return pages.show(
                reader,
                Tab.BADGES,
                FormErrors.none(),
                200,
                around -> new BadgesPage(
                        around,
                        page.items().stream().map(badge -> line(around, badge)).toList(),
                        Optional.ofNullable(page.nextCursor())
                                .map(next -> reader.at(Tab.BADGES.path()) + "?cursor=" + next),
                        profile));
    }

    private BadgesPage.Profile profile(String address, Optional<Instant> shownAt) {
        return new BadgesPage.Profile(
                address,
                shownAt.isPresent(),
                shownAt.filter(badges::hasOwnNewer).isPresent());
    }

    /// Handles are people's of the system workspace: no other account has a page for everybody.
    private static Optional<String> handle(Reader reader) {
        return reader.user().handle();
    }

    private BadgesPage.BadgeLine line(Around around, Badge badge) {
        BadgePayload claims = badge.file().claims();
        return new BadgesPage.BadgeLine(
                badge.id().text(),
                ProfilePage.kind(badge.kind(), around.card().language()),
                badges.status(badge),
                ProfilePage.detail(claims),
                claims.issuer(),
                around.moment(badge.issuedAt()),
                around.moment(badge.expiresAt()),
                badge.revocationReason());
    }

    private Reply download(Call call) {
        BadgeId id = call.id("id", BadgeId::new, Prefix.BADGE.text());
        return badges.findOwn(id).map(ProfilePageRoutes::file).orElseGet(Reply::notFound);
    }

    private Work.ChangingBare choose(Call call, Map<String, String> form) {
        Reader reader = readers.of(call);
        if (handle(reader).isEmpty()) {
            throw Refusal.notFound();
        }
        boolean shown = form.getOrDefault("shown", "").equals("yes");
        boolean anew = shown
                && profiles.shownAt(reader.me().user())
                        .filter(badges::hasOwnNewer)
                        .isPresent();
        return (_, transaction) -> {
            if (profiles.show(transaction, reader.me().user(), shown, anew)) {
                var change = OwnProfileRoutes.PublicProfileView.change(shown, anew);
                audit.write(transaction, call, reader.me().user(), change);
            } else {
                call.markUnchanged();
            }
            return Reply.seeOther(Done.SAVED.at(reader.at(Tab.BADGES.path())));
        };
    }
}
