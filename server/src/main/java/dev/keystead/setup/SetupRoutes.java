package dev.keystead.setup;

import dev.keystead.apikey.ApiKeyRoutes.MadeKeyView;
import dev.keystead.apikey.ApiKeys;
import dev.keystead.audit.AuditLog;
import dev.keystead.gate.BrowserSessions;
import dev.keystead.platform.html.FormErrors;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.FormFields;
import dev.keystead.platform.http.Param;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Fields;
import dev.keystead.platform.text.Texts;
import dev.keystead.signup.NewPassword;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The one-time link, for people and for scripts.
public final class SetupRoutes {
    private static final String WHY_OPEN = "the one-time token is the credential";
    private static final Param<String> TOKEN = Param.text("token", "The one-time token", 1, 200);
    private static final int LONGEST_PASSWORD = 1_000;

    private final Setup setup;
    private final AuditLog audit;
    private final SetupPages pages;

    public SetupRoutes(Setup setup, AuditLog audit, SetupPages pages) {
        this.setup = setup;
        this.audit = audit;
        this.pages = pages;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/setup", "The page behind the one-time link")
                        .open(WHY_OPEN)
                        .query(TOKEN)
                        .page(this::show),
                Route.post("/setup", "Use the one-time link: choose a password and see the first key")
                        .open(WHY_OPEN)
                        .audits("setup.redeem")
                        .query(TOKEN)
                        .form(SetupForm::read, this::redeemOnPage),
                Route.post("/v1/system/bootstrap", "Use the one-time link and get the first API key")
                        .open(WHY_OPEN)
                        .audits("setup.redeem")
                        .takes(Bootstrap.class)
                        .answers(201, Shape.of(MadeKeyView.class), this::redeem));
    }

    /// What a script sends.
    ///
    /// @param contactEmail where mail to the administrator goes
    /// @param password to sign in with; without one, the key alone lets the administrator in
    public record Bootstrap(
            String token,
            @Nullable String contactEmail,
            @Nullable String password) {
        public Bootstrap {
            var fields = new Fields();
            token = fields.text("token", token, 1, 200);
            contactEmail = fields.optional(contactEmail, value -> fields.email("contact_email", value));
            password = fields.optional(password, value -> fields.text("password", value, 1, LONGEST_PASSWORD));
            fields.refuseIfAny();
        }
    }

    /// What the page's form sends.
    record SetupForm(String token, String contactEmail, String password) {
        static SetupForm read(FormFields fields) {
            return new SetupForm(
                    fields.require("token"),
                    fields.find("contact_email").orElse("").strip(),
                    fields.find("password").orElse(""));
        }

        @Override
        public String toString() {
            return "SetupForm[" + contactEmail + "]";
        }
    }

    private Reply show(Call call) {
        Optional<String> token = call.find(TOKEN).filter(setup::isOpen);
        return token.map(open -> pages.ask(call, open, setup.hasPassword()))
                .orElseGet(() -> pages.linkDoesNotWork(call));
    }

    private Reply redeemOnPage(Call call, SetupForm form) {
        boolean again = setup.hasPassword();
        FormErrors wrong = wrong(call.language(Optional.empty()), form, again);
        if (!wrong.isEmpty()) {
            return setup.isOpen(form.token()) ? pages.askAgain(call, form, again, wrong) : pages.linkDoesNotWork(call);
        }
        Optional<String> contact = Optional.of(form.contactEmail()).filter(text -> !text.isEmpty());
        Optional<String> password = Optional.of(form.password()).filter(text -> !text.isEmpty());
        return switch (redeemed(call, form.token(), contact, password)) {
            case Setup.Outcome.Inside(ApiKeys.Made made) -> pages.done(call, made);
            case Setup.Outcome.Gone() -> pages.linkDoesNotWork(call);
            case Setup.Outcome.Bad(String key, int least) -> {
                String sentence = NewPassword.sentence(call.language(Optional.empty()), key, least);
                yield pages.askAgain(call, form, again, FormErrors.field("password", sentence));
            }
        };
    }

    private static FormErrors wrong(Texts.Language language, SetupForm form, boolean again) {
        var wrong = new LinkedHashMap<String, String>();
        if (!form.contactEmail().isEmpty() && !Fields.isEmail(form.contactEmail())) {
            wrong.put("contact_email", language.text("signup.email.needed"));
        }
        boolean missing = form.password().isEmpty() && !again;
        if (missing || form.password().length() > LONGEST_PASSWORD) {
            wrong.put("password", language.text(missing ? "form.needed" : "password.too-long"));
        }
        return new FormErrors(Optional.empty(), wrong);
    }

    private Reply redeem(Call call, Bootstrap body) {
        return switch (redeemed(
                call, body.token(), Optional.ofNullable(body.contactEmail()), Optional.ofNullable(body.password()))) {
            case Setup.Outcome.Inside(ApiKeys.Made made) -> Reply.json(201, MadeKeyView.of(made));
            case Setup.Outcome.Gone() -> Reply.refused(401, "invalid token");
            case Setup.Outcome.Bad(String key, int least) ->
                Reply.refused(
                        BadInput.member("password", NewPassword.sentence(call.language(Optional.empty()), key, least)));
        };
    }

    private Setup.Outcome redeemed(Call call, String token, Optional<String> contactEmail, Optional<String> password) {
        return setup.redeem(
                new Setup.Arrival(token, contactEmail, password, BrowserSessions.client(call)),
                (transaction, administrator, made) -> audit.write(
                        transaction,
                        call,
                        "did:keystead:" + administrator.text(),
                        made.key().id(),
                        AuditLog.Change.made(made.key().id().text())));
    }
}
