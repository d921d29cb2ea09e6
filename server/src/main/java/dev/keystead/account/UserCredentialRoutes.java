package dev.keystead.account;

import dev.keystead.audit.AuditLog;
import dev.keystead.credential.FactorId;
import dev.keystead.credential.Passwords;
import dev.keystead.directory.Directory;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import dev.keystead.lockout.Lockouts;
import dev.keystead.login.Door;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Fields;
import dev.keystead.signup.PasswordResets;
import dev.keystead.signup.RegistrationRoutes;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What administrators do about the ways in of other people: see them, take a lost one away, let somebody try
/// again.
public final class UserCredentialRoutes {
    private static final String READ = "read:user";
    private static final String WRITE = "write:user";

    private final Door door;
    private final Directory directory;
    private final OwnFactors factors;
    private final Passwords passwords;
    private final Lockouts lockouts;
    private final PasswordResets resets;
    private final AuditLog audit;

    UserCredentialRoutes(
            Door door,
            Directory directory,
            OwnFactors factors,
            Passwords passwords,
            Lockouts lockouts,
            PasswordResets resets,
            AuditLog audit) {
        this.door = door;
        this.directory = directory;
        this.factors = factors;
        this.passwords = passwords;
        this.lockouts = lockouts;
        this.resets = resets;
        this.audit = audit;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/v1/users/{id}/mfa", "Read what a user gets in with, without secrets")
                        .tenant(READ)
                        .audits("mfa.read_admin")
                        .answers(
                                Shape.of(Factors.MfaView.class),
                                call -> Reply.ok(factors.of(existing(call)).view())),
                Route.delete("/v1/users/{id}/mfa/{factor}", "Take a user's lost passkey or authenticator app away")
                        .tenant(WRITE)
                        .audits("mfa.remove")
                        .takesNothing()
                        .prepares(204, Shape.nothing(), this::removeFactor),
                Route.get("/v1/users/{id}/lockout", "Read until when a user is locked out after wrong attempts")
                        .tenant(READ)
                        .audits("lockout.read_admin")
                        .answers(Shape.of(LockoutView.class), this::readLockout),
                Route.delete("/v1/users/{id}/lockout", "Let a user try to sign in again at once")
                        .tenant(WRITE)
                        .audits("user.unlock")
                        .takesNothing()
                        .answers(Shape.nothing(), this::unlock),
                Route.post("/v1/users/{id}:reset-password", "Mail a user the link with which they set a new password")
                        .tenant(WRITE)
                        .audits("password.request_reset")
                        .takesNothing()
                        .prepares(202, Shape.nothing(), this::resetPassword),
                Route.put("/v1/users/{id}/password-hash", "Import a password hash for a user who cannot get in yet")
                        .tenant(WRITE)
                        .audits("password.import")
                        .takes(ImportHash.class)
                        .prepares(204, Shape.nothing(), this::importHash));
    }

    /// Whether somebody may try to sign in.
    ///
    /// @param lockedUntil null for somebody who may try
    public record LockoutView(@Nullable Instant lockedUntil) {}

    /// A hash that another system made.
    public record ImportHash(String hash) {
        public ImportHash {
            var fields = new Fields();
            hash = fields.text("hash", hash, 1, 500);
            fields.refuseIfAny();
        }

        /// Never the hash, which would get into logs.
        @Override
        public String toString() {
            return "ImportHash[]";
        }
    }

    private Work.ChangingBare removeFactor(Call call) {
        UserId id = id(call);
        FactorId factor = call.id("factor", FactorId::new, Prefix.FACTOR.text());
        Me owner = Me.inPlaceOf(id, call, door);
        return (_, transaction) -> {
            User user = find(call, transaction);
            Optional<String> gone = factors.removeLost(transaction, owner, user, factor);
            gone.ifPresent(name -> audit.write(
                    transaction, call, factor, AuditLog.Change.removed(Map.of("user_id", id.text(), "name", name))));
            return gone.isPresent() ? Reply.empty() : Reply.notFound();
        };
    }

    private Reply readLockout(Call call) {
        return Reply.ok(new LockoutView(lockouts.lockedUntil(existing(call)).orElse(null)));
    }

    private Reply unlock(Call call, Transaction transaction) {
        User user = find(call, transaction);
        lockouts.unlock(transaction, user.id());
        audit.write(transaction, call, user.id(), about(user));
        return Reply.empty();
    }

    private Work.ChangingBare resetPassword(Call call) {
        UserId id = id(call);
        var visitor = door.forCaller(call);
        return (_, transaction) -> {
            User user = directory.find(transaction, id).orElseThrow(Refusal::notFound);
            if (!lockouts.takeMail(transaction, Optional.of(id), user.mailbox())) {
                throw new Refusal(RegistrationRoutes.tooManyMails());
            }
            resets.mail(transaction, visitor, user, door.addressOf(visitor.workspace()));
            audit.write(transaction, call, id, about(user));
            return Reply.empty(202);
        };
    }

    /// Only for somebody who cannot get in yet: otherwise it would be a way to become somebody else.
    private Work.ChangingBare importHash(Call call, ImportHash body) {
        UserId id = existing(call);
        Passwords.Prepared prepared = switch (passwords.prepareHash(body.hash())) {
            case Passwords.Import.Ready(Passwords.Prepared ready) -> ready;
            case Passwords.Import.Unusable(String reason) -> throw BadInput.member("hash", reason);
        };
        return (_, transaction) -> {
            User user = directory.find(transaction, id).orElseThrow(Refusal::notFound);
            if (factors.hasAny(transaction, id)) {
                return Reply.conflict("this user gets in already; a hash is imported for those only who do not");
            }
            passwords.set(transaction, id, prepared);
            audit.write(transaction, call, id, about(user));
            return Reply.empty();
        };
    }

    private static AuditLog.Change about(User user) {
        return AuditLog.Change.made(Map.of("user_id", user.id().text()));
    }

    private UserId existing(Call call) {
        return Optional.of(id(call)).flatMap(directory::find).map(User::id).orElseThrow(Refusal::notFound);
    }

    private User find(Call call, Transaction transaction) {
        return directory.find(transaction, id(call)).orElseThrow(Refusal::notFound);
    }

    private static UserId id(Call call) {
        return call.id("id", UserId::new, Prefix.USER.text());
    }
}
