package dev.keystead.account;

import dev.keystead.account.AccountPages.Reader;
import dev.keystead.audit.AuditLog;
import dev.keystead.audit.Outcome;
import dev.keystead.directory.User;
import dev.keystead.directory.UserView;
import dev.keystead.platform.html.FormErrors;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.FormFields;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.WishedLanguage;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Change;
import dev.keystead.tenancy.Transaction;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The page on which people say who they are and where mail reaches them.
final class AccountRoutes {
    private final Readers readers;
    private final RecentProof proof;
    private final OwnProfile profile;
    private final ProfilePages pages;
    private final AuditLog audit;

    AccountRoutes(Readers readers, RecentProof proof, OwnProfile profile, ProfilePages pages, AuditLog audit) {
        this.readers = readers;
        this.proof = proof;
        this.profile = profile;
        this.pages = pages;
        this.audit = audit;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/account", "The page with your profile")
                        .signedIn()
                        .query(AccountPages.DONE, WishedLanguage.UI_LOCALES)
                        .page(call -> pages.show(readers.of(call), Map.of(), FormErrors.none(), 200)),
                Route.post("/account", "Change your profile")
                        .signedIn()
                        .audits("account.update")
                        .preparedForm(FormFields::values, this::change),
                Route.post("/account/address", "Change the address where mail reaches you")
                        .signedIn()
                        .audits("account.update")
                        .preparedForm(FormFields::values, this::changeAddress),
                Route.post("/account/address/proof", "Have the link mailed again that proves your address")
                        .signedIn()
                        .audits("email.request")
                        .preparedForm(FormFields::values, (call, _) -> mailProof(call)));
    }

    private Work.ChangingBare change(Call call, Map<String, String> form) {
        Reader reader = readers.of(call);
        String language = form.getOrDefault("locale", "");
        try {
            var wish = new ChangeSelf(
                    Change.to(form.getOrDefault("display_name", "").strip()),
                    Change.to(language),
                    Change.to(form.getOrDefault("timezone", "")),
                    Change.keep(),
                    Change.keep());
            // The language that was chosen is the one to read on in.
            String next = reader.at(Tab.PROFILE.path()) + "?ui_locales="
                    + URLEncoder.encode(language, StandardCharsets.UTF_8);
            return (_, transaction) -> {
                Outcome<User> outcome = profile.change(
                        transaction, reader.me(), Optional.empty(), wish, false, () -> tooMany(reader, form));
                tell(call, transaction, outcome);
                return Reply.seeOther(Done.SAVED.at(next));
            };
        } catch (BadInput wrong) {
            return Work.instead(pages.show(reader, form, sentences(reader, wrong), AccountPages.UNPROCESSABLE));
        }
    }

    private static FormErrors sentences(Reader reader, BadInput wrong) {
        var sentences = new LinkedHashMap<String, String>();
        wrong.fields()
                .keySet()
                .forEach(field -> sentences.put(
                        field,
                        reader.text(
                                switch (field) {
                                    case "display_name" -> "signup.name.needed";
                                    case "contact_email" -> "signup.email.needed";
                                    case "timezone" -> "account.timezone.unknown";
                                    default -> "account.language.unknown";
                                })));
        return new FormErrors(Optional.empty(), sentences);
    }

    /// Links that let people in are sent to this address, so that a proof must be there before it moves.
    private Work.ChangingBare changeAddress(Call call, Map<String, String> form) {
        Reader reader = readers.of(call);
        if (!proof.isGiven(call)) {
            return Work.instead(Reply.seeOther(RecentProof.address(call, Tab.PROFILE.path())));
        }
        String typed = form.getOrDefault("contact_email", "").strip();
        try {
            var wish = new ChangeSelf(
                    Change.keep(),
                    Change.keep(),
                    Change.keep(),
                    Change.to(typed.isEmpty() ? null : typed),
                    Change.keep());
            boolean moves = OwnProfile.movesMailbox(reader.user(), wish);
            Reply tooMany = tooMany(reader, form);
            return (_, transaction) -> {
                tell(
                        call,
                        transaction,
                        profile.change(transaction, reader.me(), Optional.empty(), wish, true, () -> tooMany));
                Done done = moves ? Done.ADDRESS : Done.SAVED;
                return Reply.seeOther(done.at(reader.at(Tab.PROFILE.path())));
            };
        } catch (BadInput wrong) {
            return Work.instead(pages.show(reader, form, sentences(reader, wrong), AccountPages.UNPROCESSABLE));
        }
    }

    private void tell(Call call, Transaction transaction, Outcome<User> outcome) {
        if (outcome instanceof Outcome.Changed<User>(User before, User after)) {
            audit.write(transaction, call, after.id(), new AuditLog.Change(UserView.of(before), UserView.of(after)));
        } else {
            call.markUnchanged();
        }
    }

    /// Read before a transaction is opened.
    private Reply tooMany(Reader reader, Map<String, String> form) {
        return pages.show(reader, form, FormErrors.whole(reader.text("account.address.too-often")), 429);
    }

    private Work.ChangingBare mailProof(Call call) {
        Reader reader = readers.of(call);
        Reply tooMany = tooMany(reader, Map.of());
        return (_, transaction) -> {
            if (!profile.mailProof(transaction, reader.me(), reader.user())) {
                return tooMany;
            }
            audit.write(transaction, call, reader.me().user(), MeRoutes.changed(reader.me()));
            return Reply.seeOther(Done.MAILED.at(reader.at(Tab.PROFILE.path())));
        };
    }
}
