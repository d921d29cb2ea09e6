package dev.keystead.account;

import dev.keystead.account.AccountPages.Reader;
import dev.keystead.platform.html.FormErrors;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.WishedLanguage;
import dev.keystead.platform.text.Texts;
import dev.keystead.trust.Component;
import dev.keystead.trust.Trust;
import java.util.List;
import java.util.stream.Stream;

/// The page on which people see how far they are trusted, and why.
final class TrustPageRoutes {
    private static final int DAYS = 30;

    private final Readers readers;
    private final Trust trust;
    private final AccountPages pages;

    TrustPageRoutes(Readers readers, Trust trust, AccountPages pages) {
        this.readers = readers;
        this.trust = trust;
        this.pages = pages;
    }

    List<Route> routes() {
        return List.of(Route.get("/account/trust", "The page with how far you are trusted, and why")
                .signedIn()
                .query(AccountPages.DONE, WishedLanguage.UI_LOCALES)
                .page(this::show));
    }

    private Reply show(Call call) {
        Reader reader = readers.of(call);
        Trust.Standing standing = trust.find(reader.me().user()).orElseThrow(Refusal::notFound);
        List<Trust.Earlier> history = trust.recently(reader.me().user(), DAYS);
        Texts.Language language = reader.me().visitor().language();
        List<TrustPage.Part> parts = Stream.of(Component.values())
                .map(component -> new TrustPage.Part(
                        component.name(language),
                        component.points(standing.score()),
                        component.most(),
                        component.explanation(language)))
                .toList();
        return pages.show(
                reader,
                Tab.TRUST,
                FormErrors.none(),
                200,
                around -> new TrustPage(around, standing.score().value(), parts, standing.allowance(), history));
    }
}
