package dev.keystead.signup;

import dev.keystead.audit.AuditLog;
import dev.keystead.directory.User;
import dev.keystead.handle.Handle;
import dev.keystead.invite.Invite;
import dev.keystead.invite.InviteView;
import dev.keystead.login.Door;
import dev.keystead.login.Visitor;
import dev.keystead.platform.html.FormErrors;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.FormFields;
import dev.keystead.platform.http.Param;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.http.WishedLanguage;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Fields;
import dev.keystead.signup.Redemptions.Link;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.Workspace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The way in for those whom somebody invited: a page, and the same for programs.
public final class RedemptionRoutes {
    private static final Param<String> TOKEN = Param.text("token", "The token of the link", 1, 200);
    private static final String LINK = "the invitation is the credential";
    private static final int CONFLICT = 409;
    private static final int UNPROCESSABLE = 422;

    private final Door door;
    private final Redemptions redemptions;
    private final SignUpPages pages;
    private final AuditLog audit;

    public RedemptionRoutes(Door door, Redemptions redemptions, SignUpPages pages, AuditLog audit) {
        this.door = door;
        this.redemptions = redemptions;
        this.pages = pages;
        this.audit = audit;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/invite", "The page behind an invitation: who invites, why, and what comes of it")
                        .open(LINK)
                        .query(TOKEN, WishedLanguage.UI_LOCALES)
                        .page(this::show),
                Route.post("/invite", "Make an account by an invitation")
                        .open(LINK)
                        .audits("invite.redeem")
                        .query(TOKEN)
                        .form(FormFields::values, this::join),
                Route.post("/v1/invites:redeem", "Make an account by an invitation; a mail proves the address")
                        .open(LINK)
                        .audits("invite.redeem")
                        .takes(RedeemInvite.class)
                        .answers(201, Shape.of(JoinedView.class), this::redeem));
    }

    /// The wish for an account by an invitation.
    ///
    /// @param inviteToken from the link
    /// @param email where mail reaches you, to prove the address
    public record RedeemInvite(String inviteToken, String handle, String displayName, String email, String password) {
        public RedeemInvite {
            var fields = new Fields();
            inviteToken = fields.text("invite_token", inviteToken, 1, 200);
            handle = Handle.checked(fields, handle);
            displayName = fields.text("display_name", displayName, 1, 200);
            email = fields.email("email", email);
            fields.refuseIf(!SignUpForm.isBounded(password), "password", "must have 1 to 1000 characters");
            fields.refuseIfAny();
        }
    }

    /// A new account, which comes alive once its address is proven.
    public record JoinedView(String userId, String handle, String inviteId, String inviterId) {}

    private Reply redeem(Call call, RedeemInvite body) {
        Visitor visitor = door.newProgram(call).visitor();
        var wish =
                new Registrations.Wish(body.email(), Optional.of(body.handle()), body.displayName(), body.password());
        return switch (redemptions.redeem(visitor, body.inviteToken(), wish, door.address(call), entry(call))) {
            case Redemptions.Outcome.Made(User user, Invite invite) ->
                Reply.json(
                        201,
                        new JoinedView(
                                user.id().text(),
                                user.handle().orElseThrow(),
                                invite.id().text(),
                                invite.inviter().text()));
            case Redemptions.Outcome.Wrong(Link.Open _, String field, String key, int number) ->
                Reply.refused(BadInput.member(field, NewPassword.sentence(visitor.language(), key, number)));
            case Redemptions.Outcome.Elsewhere(Link.Open _, Workspace place) ->
                Reply.refused(BadInput.member(
                        "email", visitor.language().text("signup.email.elsewhere", door.addressOf(place))));
            case Redemptions.Outcome.Not(Link link) -> refusal(link);
        };
    }

    private static Reply refusal(Link link) {
        return switch (link) {
            case Link.Over(Invite.Status status) ->
                Reply.conflict(
                        switch (status) {
                            case REDEEMED -> "this invitation was used already; ask for another one";
                            case REVOKED -> "this invitation was taken back; ask whoever sent it for another one";
                            // One that was open a moment ago and is not now was overtaken by its end.
                            case OPEN, EXPIRED -> "this invitation has expired; ask whoever sent it for another one";
                        });
            case Link.Resting(), Link.Open _ ->
                Reply.conflict("this invitation cannot be used at the moment; ask whoever sent it");
            case Link.Unknown() -> Reply.refused(401, "invalid token");
        };
    }

    private Reply show(Call call) {
        Visitor visitor = door.browser(call);
        String token = call.find(TOKEN).orElse("");
        return switch (redemptions.find(visitor, token)) {
            case Link.Open open -> form(call, visitor, open, token, FormErrors.none(), Map.of(), 200);
            case Link link -> told(call, visitor, link);
        };
    }

    private Reply told(Call call, Visitor visitor, Link link) {
        return switch (link) {
            case Link.Over(Invite.Status status) ->
                pages.told(
                        call,
                        visitor,
                        switch (status) {
                            case REDEEMED -> Told.INVITE_USED;
                            case REVOKED -> Told.INVITE_REVOKED;
                            case OPEN, EXPIRED -> Told.INVITE_EXPIRED;
                        },
                        CONFLICT);
            case Link.Resting(), Link.Open _ -> pages.told(call, visitor, Told.INVITE_RESTING, CONFLICT);
            case Link.Unknown() -> pages.told(call, visitor, Told.INVITE_UNKNOWN, 404);
        };
    }

    private Reply form(
            Call call,
            Visitor visitor,
            Link.Open open,
            String token,
            FormErrors errors,
            Map<String, String> typed,
            int status) {
        Invite invite = open.invite();
        var values = new LinkedHashMap<String, String>();
        invite.intendedEmail().ifPresent(email -> values.put("email", email));
        values.putAll(typed);
        values.put("inviter", open.inviter().displayName());
        values.put("inviter_handle", open.inviter().handle().orElse(""));
        values.put("reason", invite.reason().map(RedemptionRoutes::reasonKey).orElse(""));
        values.put("detail", invite.detail().orElse(""));
        values.put("public", Boolean.toString(invite.publicVerifiable()));
        return pages.show(call, visitor, "invite", errors, values, token, status);
    }

    /// The key of how the two know each other, in words.
    public static String reasonKey(Invite.Reason reason) {
        return switch (reason) {
            case COLLEAGUE -> "invite.reason.colleague";
            case FRIEND -> "invite.reason.friend";
            case PROJECT -> "invite.reason.project";
            case COMMUNITY -> "invite.reason.community";
            case OTHER -> "invite.reason.other";
        };
    }

    private Reply join(Call call, Map<String, String> fields) {
        Visitor visitor = door.browser(call);
        String token = fields.getOrDefault("token", "");
        var filled = new SignUpForm(fields);
        FormErrors errors = filled.errors(visitor);
        if (!errors.isEmpty()) {
            return switch (redemptions.find(visitor, token)) {
                case Link.Open open -> form(call, visitor, open, token, errors, filled.kept(), UNPROCESSABLE);
                case Link link -> told(call, visitor, link);
            };
        }
        return switch (redemptions.redeem(visitor, token, filled.wish(visitor), door.address(call), entry(call))) {
            case Redemptions.Outcome.Made _ -> pages.told(call, visitor, Told.REGISTERED, 200);
            case Redemptions.Outcome.Wrong(Link.Open open, String field, String key, int number) -> {
                var wrong = FormErrors.field(field, NewPassword.sentence(visitor.language(), key, number));
                yield form(call, visitor, open, token, wrong, filled.kept(), UNPROCESSABLE);
            }
            case Redemptions.Outcome.Elsewhere(Link.Open open, Workspace place) -> {
                String sentence = visitor.language().text("signup.email.elsewhere", door.addressOf(place));
                yield form(
                        call, visitor, open, token, FormErrors.field("email", sentence), filled.kept(), UNPROCESSABLE);
            }
            case Redemptions.Outcome.Not(Link link) -> told(call, visitor, link);
        };
    }

    private Redemptions.Entry entry(Call call) {
        return (Transaction transaction, User user, Invite invite) -> audit.write(
                transaction,
                call,
                "did:keystead:" + user.id().text(),
                invite.id(),
                AuditLog.Change.made(InviteView.of(invite)));
    }
}
