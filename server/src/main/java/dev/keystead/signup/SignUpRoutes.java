package dev.keystead.signup;

import dev.keystead.audit.AuditLog;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import dev.keystead.gate.BrowserSessions;
import dev.keystead.login.Door;
import dev.keystead.login.Visitor;
import dev.keystead.onetime.OneTimeTokens.Purpose;
import dev.keystead.platform.html.FormErrors;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.FormFields;
import dev.keystead.platform.http.Param;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.WishedLanguage;
import dev.keystead.session.Session;
import dev.keystead.signup.AddressProofs.Link;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.Workspace;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// The pages of a first or forgotten sign-in.
public final class SignUpRoutes {
    static final String WHY_OPEN = "whoever comes for the first time, or forgot the password, has no credential";
    static final String ASIDE = "what depends on the account happens after the answer, and is recorded there";
    static final String LINK = "the link is the credential";
    static final Param<String> TOKEN = Param.text("token", "The token of the link", 1, 200);
    private static final Param<String> HANDLE = Param.text("handle", "The handle that was typed so far", 0, 100);
    private static final int UNPROCESSABLE = 422;

    private final Door door;
    private final Registrations registrations;
    private final AddressProofs proofs;
    private final PasswordResets resets;
    private final BrowserSessions browsers;
    private final SignUpPages pages;
    private final Consumer<String> handleBrake;
    private final AuditLog audit;

    /// @param handleBrake refuses whoever asks too often from an address whether handles are free
    public SignUpRoutes(
            Door door,
            Registrations registrations,
            AddressProofs proofs,
            PasswordResets resets,
            BrowserSessions browsers,
            SignUpPages pages,
            Consumer<String> handleBrake,
            AuditLog audit) {
        this.door = door;
        this.registrations = registrations;
        this.proofs = proofs;
        this.resets = resets;
        this.browsers = browsers;
        this.pages = pages;
        this.handleBrake = handleBrake;
        this.audit = audit;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/sign-up", "The page to make an account")
                        .open(WHY_OPEN)
                        .query(WayBack.RETURN_TO, WishedLanguage.UI_LOCALES)
                        .page(this::showSignUp),
                Route.get("/sign-up/handle", "Whether a handle is free, below the field in which it is typed")
                        .open(WHY_OPEN)
                        .query(HANDLE)
                        .page(this::checkHandle),
                Route.post("/sign-up", "Make an account")
                        .open(WHY_OPEN)
                        .auditsNothing(ASIDE)
                        .form(FormFields::values, this::signUp),
                Route.get("/password-reset", "The page to get a new password")
                        .open(WHY_OPEN)
                        .query(TOKEN, WayBack.RETURN_TO, WishedLanguage.UI_LOCALES)
                        .page(this::showReset),
                Route.post("/password-reset", "Have a link for a new password mailed")
                        .open(WHY_OPEN)
                        .auditsNothing(ASIDE)
                        .form(FormFields::values, this::requestReset),
                Route.get("/password-reset/confirm", "The page to set a new password by a link, again")
                        .open(LINK)
                        .query(TOKEN, WishedLanguage.UI_LOCALES)
                        .page(this::showConfirm),
                Route.post("/password-reset/confirm", "Set a new password by a link")
                        .open(LINK)
                        .audits("password.reset")
                        .query(TOKEN)
                        .form(FormFields::values, (call, form) -> setPassword(call, Purpose.RESET_PASSWORD, form)),
                Route.get("/welcome", "The page behind an invitation")
                        .open(LINK)
                        .query(TOKEN, WishedLanguage.UI_LOCALES)
                        .page(this::showWelcome),
                Route.post("/welcome", "Accept an invitation and set the first password")
                        .open(LINK)
                        .audits("invitation.accept")
                        .query(TOKEN)
                        .form(FormFields::values, (call, form) -> setPassword(call, Purpose.INVITATION, form)),
                Route.get("/verify-email", "The page behind the link that proves an address")
                        .open(LINK)
                        .query(TOKEN, WishedLanguage.UI_LOCALES)
                        .page(this::showVerify),
                Route.post("/verify-email", "Prove an address by a link")
                        .open(LINK)
                        .audits("email.verify")
                        .query(TOKEN)
                        .form(FormFields::values, this::verify));
    }

    private Reply showSignUp(Call call) {
        Visitor visitor = openDoor(call);
        WayBack.keep(call);
        return pages.show(call, visitor, "sign-up", FormErrors.none(), Map.of(), "", 200);
    }

    private Reply checkHandle(Call call) {
        Visitor visitor = openDoor(call);
        if (!isIndividual(visitor)) {
            throw Refusal.notFound();
        }
        String typed = call.find(HANDLE).orElse("").strip();
        if (!typed.isEmpty()) {
            handleBrake.accept(call.remoteAddress());
        }
        Optional<String> fault = typed.isEmpty() ? Optional.empty() : registrations.handleFault(visitor, typed);
        return pages.handleTold(new HandleTold(visitor.language(), fault, typed.isEmpty()));
    }

    private static boolean isIndividual(Visitor visitor) {
        return visitor.workspace().kind() == Workspace.Kind.SYSTEM;
    }

    /// A page that is not for anybody here looks like one that is not there.
    private Visitor openDoor(Call call) {
        Visitor visitor = door.browser(call);
        if (!registrations.isOpen(visitor.workspace())) {
            throw Refusal.notFound();
        }
        return visitor;
    }

    private Reply signUp(Call call, Map<String, String> form) {
        Visitor visitor = openDoor(call);
        var filled = new SignUpForm(form);
        FormErrors errors = filled.errors(visitor);
        if (!errors.isEmpty()) {
            return again(call, visitor, form, errors);
        }
        return switch (registrations.register(visitor, filled.wish(visitor), door.address(call))) {
            case Registrations.Outcome.Mailed() -> pages.told(call, visitor, Told.REGISTERED, 200);
            case Registrations.Outcome.Closed() -> throw Refusal.notFound();
            case Registrations.Outcome.Elsewhere(Workspace place) -> {
                String sentence = visitor.language().text("signup.email.elsewhere", door.addressOf(place));
                yield again(call, visitor, form, FormErrors.field("email", sentence));
            }
            case Registrations.Outcome.Wrong(String field, String key, int number) ->
                again(
                        call,
                        visitor,
                        form,
                        FormErrors.field(field, NewPassword.sentence(visitor.language(), key, number)));
        };
    }

    private Reply again(Call call, Visitor visitor, Map<String, String> form, FormErrors errors) {
        return pages.show(call, visitor, "sign-up", errors, new SignUpForm(form).kept(), "", UNPROCESSABLE);
    }

    private Reply showReset(Call call) {
        Visitor visitor = door.browser(call);
        WayBack.keep(call);
        return call.find(TOKEN)
                .map(token -> showNewPassword(call, visitor, Purpose.RESET_PASSWORD, token, FormErrors.none(), 200))
                .orElseGet(() -> pages.show(call, visitor, "forgot", FormErrors.none(), Map.of(), "", 200));
    }

    /// Where a form that was refused is answered. Without a token there is nothing to confirm, but a link to ask for.
    private Reply showConfirm(Call call) {
        Visitor visitor = door.browser(call);
        return call.find(TOKEN)
                .map(token -> showNewPassword(call, visitor, Purpose.RESET_PASSWORD, token, FormErrors.none(), 200))
                .orElseGet(() -> Reply.seeOther(call.prefix() + "/password-reset"));
    }

    private Reply showWelcome(Call call) {
        Visitor visitor = door.browser(call);
        String token = call.find(TOKEN).orElse("");
        return showNewPassword(call, visitor, Purpose.INVITATION, token, FormErrors.none(), 200);
    }

    private Reply showNewPassword(
            Call call, Visitor visitor, Purpose purpose, String token, FormErrors errors, int status) {
        Optional<User> user = resets.find(visitor, purpose, token);
        if (user.isEmpty()) {
            return pages.told(call, visitor, Told.DEAD_LINK, 404);
        }
        var reason = purpose == Purpose.INVITATION ? NewPasswordFor.INVITATION : NewPasswordFor.RESET;
        return pages.newPassword(call, visitor, reason, user.get(), token, errors, status);
    }

    private Reply requestReset(Call call, Map<String, String> form) {
        Visitor visitor = door.browser(call);
        String typed = form.getOrDefault("identifier", "").strip();
        if (typed.isEmpty() || typed.length() > 320) {
            String sentence = visitor.language().text("signin.identifier.needed");
            var errors = FormErrors.field("identifier", sentence);
            return pages.show(call, visitor, "forgot", errors, Map.of(), "", UNPROCESSABLE);
        }
        resets.request(visitor, typed, door.address(call));
        return pages.told(call, visitor, Told.RESET, 200);
    }

    private Reply setPassword(Call call, Purpose purpose, Map<String, String> form) {
        Visitor visitor = door.browser(call);
        String token = form.getOrDefault("token", "");
        String password = form.getOrDefault("password", "");
        if (!SignUpForm.isBounded(password)) {
            var errors = FormErrors.field("password", visitor.language().text("form.needed"));
            return showNewPassword(call, visitor, purpose, token, errors, UNPROCESSABLE);
        }
        return switch (resets.confirm(
                visitor, purpose, token, password, (transaction, user) -> tell(call, transaction, user))) {
            case PasswordResets.Outcome.Done _ -> pages.told(call, visitor, Told.PASSWORD_SET, 200);
            case PasswordResets.Outcome.Gone() -> pages.told(call, visitor, Told.DEAD_LINK, 404);
            case PasswordResets.Outcome.Bad(String key, int least) -> {
                var errors = FormErrors.field("password", NewPassword.sentence(visitor.language(), key, least));
                yield showNewPassword(call, visitor, purpose, token, errors, UNPROCESSABLE);
            }
        };
    }

    private Reply showVerify(Call call) {
        Visitor visitor = door.browser(call);
        String token = call.find(TOKEN).orElse("");
        return show(call, visitor, proofs.find(visitor, insider(call), token), token, FormErrors.none(), 200);
    }

    private Reply show(Call call, Visitor visitor, Link link, String token, FormErrors errors, int status) {
        return switch (link) {
            case Link.Ready _ -> pages.show(call, visitor, "verify", errors, Map.of(), token, status);
            case Link.NeedsPassword(User user) ->
                pages.newPassword(call, visitor, NewPasswordFor.ACCOUNT, user, token, errors, status);
            case Link.Elsewhere() -> pages.told(call, visitor, Told.ELSEWHERE, 409);
            case Link.Gone() -> pages.told(call, visitor, Told.DEAD_LINK, 404);
        };
    }

    private Reply verify(Call call, Map<String, String> form) {
        Visitor visitor = door.browser(call);
        String token = form.getOrDefault("token", "");
        Optional<String> password = Optional.ofNullable(form.get("password")).filter(SignUpForm::isBounded);
        return switch (proofs.confirm(
                visitor, insider(call), token, password, (transaction, user) -> tell(call, transaction, user))) {
            case AddressProofs.Outcome.Done _ -> pages.told(call, visitor, Told.VERIFIED, 200);
            case AddressProofs.Outcome.Bad(User user, String key, int least) -> {
                var errors = FormErrors.field("password", NewPassword.sentence(visitor.language(), key, least));
                yield pages.newPassword(call, visitor, NewPasswordFor.ACCOUNT, user, token, errors, UNPROCESSABLE);
            }
            case AddressProofs.Outcome.Not(Link link) -> {
                var errors = FormErrors.field("password", visitor.language().text("form.needed"));
                yield show(call, visitor, link, token, errors, UNPROCESSABLE);
            }
        };
    }

    /// Who is signed in in this browser.
    private Optional<UserId> insider(Call call) {
        return browsers.find(call).map(Session::user);
    }

    private void tell(Call call, Transaction transaction, User user) {
        audit.write(
                transaction,
                call,
                "did:keystead:" + user.id().text(),
                user.id(),
                AuditLog.Change.made(Map.of("user_id", user.id().text())));
    }
}
