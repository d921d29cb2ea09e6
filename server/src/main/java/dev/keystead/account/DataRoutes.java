package dev.keystead.account;

import dev.keystead.account.AccountPages.Reader;
import dev.keystead.audit.AuditLog;
import dev.keystead.directory.PersonalData;
import dev.keystead.directory.User;
import dev.keystead.directory.UserView;
import dev.keystead.gate.BrowserSessions;
import dev.keystead.platform.html.FormErrors;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.FormFields;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.http.WishedLanguage;
import dev.keystead.platform.http.Work;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The page on which people get what is kept about them, or go.
final class DataRoutes {
    private final Readers readers;
    private final RecentProof proof;
    private final PersonalData data;
    private final OwnAccount account;
    private final BrowserSessions browsers;
    private final AccountPages pages;
    private final AuditLog audit;

    DataRoutes(
            Readers readers,
            RecentProof proof,
            PersonalData data,
            OwnAccount account,
            BrowserSessions browsers,
            AccountPages pages,
            AuditLog audit) {
        this.readers = readers;
        this.proof = proof;
        this.data = data;
        this.account = account;
        this.browsers = browsers;
        this.pages = pages;
        this.audit = audit;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/account/data", "The page to download your data or delete your account")
                        .signedIn()
                        .query(AccountPages.DONE, WishedLanguage.UI_LOCALES)
                        .page(call -> show(readers.of(call), proof.isGiven(call), FormErrors.none(), 200)),
                Route.get("/account/data/export", "Download everything that is kept about you, without secrets")
                        .signedIn()
                        .answers(
                                Shape.media("application/json"),
                                call -> MeRoutes.file(readers.of(call).me(), data)),
                Route.post("/account/data/delete", "Delete your account")
                        .signedIn()
                        .audits("account.delete")
                        .preparedForm(FormFields::values, this::delete));
    }

    private Reply show(Reader reader, boolean open, FormErrors errors, int status) {
        return pages.show(
                reader,
                Tab.DATA,
                errors,
                status,
                around -> new ListPages.DataPage(
                        around, name(reader.user()), open, RecentProof.address(reader.call(), Tab.DATA.path())));
    }

    /// What must be typed: nobody deletes an account by one wrong click.
    private static String name(User user) {
        return user.handle().orElse(user.email());
    }

    private Work.ChangingBare delete(Call call, Map<String, String> form) {
        if (!proof.isGiven(call)) {
            return Work.instead(Reply.seeOther(RecentProof.address(call, Tab.DATA.path())));
        }
        Reader reader = readers.of(call);
        String typed = form.getOrDefault("confirm", "").strip();
        if (!typed.equalsIgnoreCase(name(reader.user()))
                && !typed.equalsIgnoreCase(reader.user().email())) {
            String sentence = reader.text("account.delete.confirm-needed", name(reader.user()));
            return Work.instead(show(reader, true, FormErrors.field("confirm", sentence), AccountPages.UNPROCESSABLE));
        }
        List<OwnAccount.Place> places = account.places();
        return (_, transaction) -> switch (account.delete(transaction, reader.me(), places, Optional.empty())) {
            case OwnAccount.Farewell.Deleted(User user) -> {
                audit.write(transaction, call, user.id(), AuditLog.Change.removed(UserView.of(user)));
                browsers.forget(call);
                yield pages.showOnce(reader, Tab.DATA, FormErrors.none(), 200, GonePage::new);
            }
            case OwnAccount.Farewell.LastOwner(String workspace) ->
                throw Refusal.recorded(
                        show(reader, true, FormErrors.whole(reader.text("account.delete.last-owner", workspace)), 409));
            case OwnAccount.Farewell.Stale(), OwnAccount.Farewell.NotFound() -> throw Refusal.notFound();
        };
    }
}
