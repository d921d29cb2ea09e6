package dev.keystead.account;

import dev.keystead.audit.Answers;
import dev.keystead.audit.AuditLog;
import dev.keystead.audit.Outcome;
import dev.keystead.directory.PersonalData;
import dev.keystead.directory.User;
import dev.keystead.directory.UserView;
import dev.keystead.login.Door;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Fields;
import dev.keystead.signup.NewPassword;
import dev.keystead.signup.RegistrationRoutes;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A person's own account for programs.
public final class MeRoutes {
    private static final String READ = "read:user:self";
    private static final String WRITE = "write:user:self";

    private final Door door;
    private final RecentProof proof;
    private final OwnProfile profile;
    private final OwnPassword password;
    private final OwnAccount account;
    private final PersonalData data;
    private final AuditLog audit;
    private final Answers<User> answers;
    private final Clock clock;

    MeRoutes(
            Door door,
            RecentProof proof,
            OwnProfile profile,
            OwnPassword password,
            OwnAccount account,
            PersonalData data,
            AuditLog audit,
            Clock clock) {
        this.door = door;
        this.proof = proof;
        this.profile = profile;
        this.password = password;
        this.account = account;
        this.data = data;
        this.audit = audit;
        this.clock = clock;
        this.answers = new Answers<>(audit, new Answers.Kind<>(User::id, User::version, UserView::of, _ -> "/v1/me"));
    }

    List<Route> routes() {
        return List.of(
                Route.get("/v1/me", "Read your own account")
                        .self(READ)
                        .answers(Shape.of(UserView.class), call -> answers.found(profile.find(me(call)))),
                Route.patch("/v1/me", "Change your own account; a new contact address needs a recent proof")
                        .self(WRITE)
                        .audits("account.update")
                        .versioned()
                        .takes(ChangeSelf.class)
                        .prepares(200, Shape.of(UserView.class), this::change),
                Route.delete("/v1/me", "Delete your own account; needs a recent proof")
                        .self(WRITE)
                        .audits("account.delete")
                        .versioned()
                        .takesNothing()
                        .prepares(204, Shape.nothing(), this::delete),
                Route.get("/v1/me/export", "Download everything that is kept about you, without secrets")
                        .self(READ)
                        .answers(Shape.media("application/json"), this::export),
                Route.put("/v1/me/password", "Set your own password, by the old one or a recent proof")
                        .self(WRITE)
                        .audits("password.change")
                        .takes(SetPassword.class)
                        .prepares(204, Shape.nothing(), this::setPassword));
    }

    /// The wish for a password.
    ///
    /// @param oldPassword not needed after a recent proof
    public record SetPassword(@Nullable String oldPassword, String password) {
        static final int LONGEST = 1_000;
        private static final String OUT_OF_BOUNDS = "must have 1 to 1000 characters";

        public SetPassword {
            var fields = new Fields();
            fields.refuseIf(oldPassword != null && isOutOfBounds(oldPassword), "old_password", OUT_OF_BOUNDS);
            fields.refuseIf(isOutOfBounds(password), "password", OUT_OF_BOUNDS);
            fields.refuseIfAny();
        }

        /// No more than the length: a page takes a password with spaces at its ends, and the two must agree.
        private static boolean isOutOfBounds(String password) {
            return password.isEmpty() || password.length() > LONGEST;
        }

        /// Never the passwords, which would get into logs.
        @Override
        public String toString() {
            return "SetPassword[]";
        }
    }

    private Work.ChangingBare change(Call call, ChangeSelf body) {
        Me me = me(call);
        boolean proven = proof.isGiven(call);
        return (_, transaction) -> {
            Outcome<User> outcome =
                    profile.change(transaction, me, call.ifMatch(), body, proven, RegistrationRoutes::tooManyMails);
            return outcome instanceof Outcome.NotAllowed<User>
                    ? RecentProof.missing()
                    : answers.to(call, transaction, outcome);
        };
    }

    private Work.ChangingBare delete(Call call) {
        proof.require(call);
        Me me = me(call);
        List<OwnAccount.Place> places = account.places();
        return (_, transaction) -> switch (account.delete(transaction, me, places, call.ifMatch())) {
            case OwnAccount.Farewell.Deleted(User user) -> {
                audit.write(transaction, call, user.id(), AuditLog.Change.removed(UserView.of(user)));
                yield Reply.empty();
            }
            case OwnAccount.Farewell.LastOwner(String workspace) ->
                throw Refusal.recorded(
                        Reply.conflict(me.visitor().language().text("account.delete.last-owner", workspace)));
            case OwnAccount.Farewell.Stale() -> throw new Refusal(Reply.versionMismatch());
            case OwnAccount.Farewell.NotFound() -> throw Refusal.notFound();
        };
    }

    private Reply export(Call call) {
        return file(me(call), data);
    }

    /// The file of everything that is kept about somebody, for pages too.
    static Reply file(Me me, PersonalData data) {
        return Reply.file(
                "application/json",
                "my-data.json",
                out -> data.write(me.tenant(), me.user(), PersonalData.Reader.SELF, out));
    }

    private Work.ChangingBare setPassword(Call call, SetPassword body) {
        Me me = me(call);
        if (me.session().isEmpty()) {
            throw new Refusal(RecentProof.missing());
        }
        return switch (password.judge(
                me, proof.isGiven(call), Optional.ofNullable(body.oldPassword()), body.password())) {
            case OwnPassword.Judged.Ready ready ->
                (_, transaction) -> {
                    password.set(transaction, me, ready);
                    audit.write(transaction, call, me.user(), changed(me));
                    return Reply.empty();
                };
            case OwnPassword.Judged.ProofNeeded() -> throw new Refusal(RecentProof.missing());
            case OwnPassword.Judged.WrongOld() ->
                throw BadInput.member("old_password", me.visitor().language().text("account.password.wrong"));
            case OwnPassword.Judged.Locked(Instant until) ->
                throw new Refusal(
                        Reply.tooManyRequests(me.visitor().language().text("signin.locked.short"), secondsTo(until)));
            case OwnPassword.Judged.Bad(String key, int least) ->
                throw BadInput.member(
                        "password", NewPassword.sentence(me.visitor().language(), key, least));
        };
    }

    private int secondsTo(Instant until) {
        return Math.toIntExact(
                Math.max(1, Duration.between(clock.instant(), until).toSeconds() + 1));
    }

    /// What the trail says of a new password: whose, and nothing else.
    static AuditLog.Change changed(Me me) {
        return AuditLog.Change.made(Map.of("user_id", me.user().text()));
    }

    private Me me(Call call) {
        return Me.of(call, door);
    }
}
