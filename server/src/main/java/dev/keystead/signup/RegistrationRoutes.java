package dev.keystead.signup;

import dev.keystead.audit.AuditLog;
import dev.keystead.directory.Directory;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import dev.keystead.handle.Handle;
import dev.keystead.lockout.Lockouts;
import dev.keystead.login.Door;
import dev.keystead.login.Visitor;
import dev.keystead.onetime.OneTimeTokens.Purpose;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Fields;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.Workspace;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A first or forgotten sign-in for programs, and invitations by administrators.
public final class RegistrationRoutes {
    private static final int SECONDS_OF_AN_HOUR = 3_600;
    private static final String OUT_OF_BOUNDS = "must have 1 to 1000 characters";
    private static final String ELSEWHERE =
            "this link works where it was asked for only: send that browser's key, or open it there";
    private static final String NEEDED =
            "is needed, as the account was asked for elsewhere: the one that was chosen there does not count";

    private final Door door;
    private final Registrations registrations;
    private final AddressProofs proofs;
    private final PasswordResets resets;
    private final Directory directory;
    private final Lockouts lockouts;
    private final AuditLog audit;

    public RegistrationRoutes(
            Door door,
            Registrations registrations,
            AddressProofs proofs,
            PasswordResets resets,
            Directory directory,
            Lockouts lockouts,
            AuditLog audit) {
        this.door = door;
        this.registrations = registrations;
        this.proofs = proofs;
        this.resets = resets;
        this.directory = directory;
        this.lockouts = lockouts;
        this.audit = audit;
    }

    public List<Route> routes() {
        return List.of(
                Route.post("/v1/registrations", "Make an account for yourself; a mail proves the address")
                        .open(SignUpRoutes.WHY_OPEN)
                        .auditsNothing(SignUpRoutes.ASIDE)
                        .takes(Register.class)
                        .answers(202, Shape.nothing(), this::register),
                Route.post("/v1/password-resets", "Have a link for a new password mailed")
                        .open(SignUpRoutes.WHY_OPEN)
                        .auditsNothing(SignUpRoutes.ASIDE)
                        .takes(RequestReset.class)
                        .answers(202, Shape.nothing(), this::requestReset),
                Route.post("/v1/password-resets:confirm", "Set a new password by the token of a link")
                        .open(SignUpRoutes.LINK)
                        .audits("password.reset")
                        .takes(ConfirmReset.class)
                        .answers(204, Shape.nothing(), this::confirmReset),
                Route.post("/v1/email-verifications:confirm", "Prove an address by the token of a link")
                        .open(SignUpRoutes.LINK)
                        .audits("email.verify")
                        .takes(ConfirmEmail.class)
                        .answers(204, Shape.nothing(), this::confirmEmail),
                Route.post("/v1/me/email-verifications", "Have a link mailed that proves your address")
                        .self("write:user:self")
                        .audits("email.request")
                        .takesNothing()
                        .answers(202, Shape.nothing(), this::requestEmail),
                Route.post("/v1/users/{id}:invite", "Mail a user the link with which they come in for the first time")
                        .tenant("write:user")
                        .audits("user.invite")
                        .takesNothing()
                        .answers(202, Shape.nothing(), this::invite));
    }

    /// The wish for an account. The handle is needed in the system workspace, whose addresses follow from
    /// handles.
    public record Register(String email, @Nullable String handle, String displayName, String password) {
        public Register {
            var fields = new Fields();
            email = fields.email("email", email);
            handle = fields.optional(handle, value -> Handle.checked(fields, value));
            displayName = fields.text("display_name", displayName, 1, 200);
            fields.refuseIf(isOutOfBounds(password), "password", OUT_OF_BOUNDS);
            fields.refuseIfAny();
        }
    }

    public record RequestReset(String identifier) {
        public RequestReset {
            var fields = new Fields();
            identifier = fields.text("identifier", identifier, 1, 320);
            fields.refuseIfAny();
        }
    }

    public record ConfirmReset(String token, String password) {
        public ConfirmReset {
            var fields = new Fields();
            token = fields.text("token", token, 1, 200);
            fields.refuseIf(isOutOfBounds(password), "password", OUT_OF_BOUNDS);
            fields.refuseIfAny();
        }
    }

    /// The token of a link that proves an address.
    ///
    /// @param password for a new account, when the link is used elsewhere than where the account was asked
    ///     for: the one that was chosen there does not count; not looked at otherwise
    public record ConfirmEmail(String token, @Nullable String password) {
        public ConfirmEmail {
            var fields = new Fields();
            token = fields.text("token", token, 1, 200);
            fields.refuseIf(password != null && isOutOfBounds(password), "password", OUT_OF_BOUNDS);
            fields.refuseIfAny();
        }
    }

    /// Whether it is worth judging: the rules for passwords say the rest.
    private static boolean isOutOfBounds(String password) {
        return password.isEmpty() || password.length() > 1_000;
    }

    private Reply register(Call call, Register body) {
        Visitor visitor = door.newProgram(call).visitor();
        var wish = new Registrations.Wish(
                body.email(), Optional.ofNullable(body.handle()), body.displayName(), body.password());
        return switch (registrations.register(visitor, wish, door.address(call))) {
            case Registrations.Outcome.Mailed() -> Reply.empty(202);
            case Registrations.Outcome.Closed() -> Reply.notFound();
            case Registrations.Outcome.Elsewhere(Workspace place) ->
                Reply.refused(BadInput.member(
                        "email", visitor.language().text("signup.email.elsewhere", door.addressOf(place))));
            case Registrations.Outcome.Wrong(String field, String key, int number) ->
                Reply.refused(BadInput.member(field, NewPassword.sentence(visitor.language(), key, number)));
        };
    }

    private Reply requestReset(Call call, RequestReset body) {
        resets.request(door.newProgram(call).visitor(), body.identifier(), door.address(call));
        return Reply.empty(202);
    }

    private Reply confirmReset(Call call, ConfirmReset body) {
        Visitor visitor = door.newProgram(call).visitor();
        return switch (resets.confirm(
                visitor,
                Purpose.RESET_PASSWORD,
                body.token(),
                body.password(),
                (transaction, user) -> tell(call, transaction, user))) {
            case PasswordResets.Outcome.Done _ -> Reply.empty();
            case PasswordResets.Outcome.Gone() -> Reply.refused(401, "invalid token");
            case PasswordResets.Outcome.Bad(String key, int least) ->
                Reply.refused(BadInput.member("password", NewPassword.sentence(visitor.language(), key, least)));
        };
    }

    private Reply confirmEmail(Call call, ConfirmEmail body) {
        Visitor visitor = door.newProgram(call).visitor();
        return switch (proofs.confirm(
                visitor,
                Optional.empty(),
                body.token(),
                Optional.ofNullable(body.password()),
                (transaction, user) -> tell(call, transaction, user))) {
            case AddressProofs.Outcome.Done _ -> Reply.empty();
            case AddressProofs.Outcome.Bad(User _, String key, int least) ->
                Reply.refused(BadInput.member("password", NewPassword.sentence(visitor.language(), key, least)));
            case AddressProofs.Outcome.Not(AddressProofs.Link link) ->
                switch (link) {
                    case AddressProofs.Link.NeedsPassword _ -> Reply.refused(BadInput.member("password", NEEDED));
                    case AddressProofs.Link.Elsewhere() -> Reply.conflict(ELSEWHERE);
                    case AddressProofs.Link.Ready _, AddressProofs.Link.Gone() -> Reply.refused(401, "invalid token");
                };
        };
    }

    private void tell(Call call, Transaction transaction, User user) {
        audit.write(
                transaction,
                call,
                "did:keystead:" + user.id().text(),
                user.id(),
                AuditLog.Change.made(Map.of("user_id", user.id().text())));
    }

    private Reply requestEmail(Call call, Transaction transaction) {
        var self = new UserId(call.caller().user().orElseThrow());
        return mail(
                call,
                transaction,
                self,
                (visitor, user) -> proofs.mail(transaction, visitor, user, door.addressOf(visitor.workspace())));
    }

    private Reply invite(Call call, Transaction transaction) {
        UserId id = call.id("id", UserId::new, Prefix.USER.text());
        return mail(
                call,
                transaction,
                id,
                (visitor, user) -> resets.invite(transaction, visitor, user, door.addressOf(visitor.workspace())));
    }

    private interface Mailing {
        void send(Visitor visitor, User user);
    }

    /// The answer when a mailbox got as many mails as it may for now.
    public static Reply tooManyMails() {
        return Reply.tooManyRequests("too many mails went to this address; try again later", SECONDS_OF_AN_HOUR);
    }

    private Reply mail(Call call, Transaction transaction, UserId id, Mailing mailing) {
        Optional<User> user = directory.find(transaction, id);
        if (user.isEmpty()) {
            return Reply.notFound();
        }
        if (!lockouts.takeMail(transaction, Optional.of(id), user.get().mailbox())) {
            throw new Refusal(tooManyMails());
        }
        mailing.send(door.forCaller(call, transaction), user.get());
        audit.write(transaction, call, id, AuditLog.Change.made(Map.of("user_id", id.text())));
        return Reply.empty(202);
    }
}
