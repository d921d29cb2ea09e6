package dev.keystead.account;

import dev.keystead.authevent.AuthEvent;
import dev.keystead.credential.Passwords;
import dev.keystead.credential.password.HashingOverloaded;
import dev.keystead.directory.Directory;
import dev.keystead.directory.User;
import dev.keystead.lockout.Lockouts;
import dev.keystead.login.Flows;
import dev.keystead.onetime.OneTimeTokens;
import dev.keystead.policy.Policies;
import dev.keystead.session.Session;
import dev.keystead.session.Sessions;
import dev.keystead.signup.NewPassword;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.Optional;

/// A person's own password: [#judge] before the transaction, [#set] inside it.
final class OwnPassword {
    private final Database database;
    private final Directory directory;
    private final Passwords passwords;
    private final NewPassword rules;
    private final Policies policies;
    private final Lockouts lockouts;
    private final OneTimeTokens tokens;
    private final Flows flows;
    private final Sessions sessions;
    private final Notices notices;

    OwnPassword(
            Database database,
            Directory directory,
            Passwords passwords,
            NewPassword rules,
            Policies policies,
            Lockouts lockouts,
            OneTimeTokens tokens,
            Flows flows,
            Sessions sessions,
            Notices notices) {
        this.database = database;
        this.directory = directory;
        this.passwords = passwords;
        this.rules = rules;
        this.policies = policies;
        this.lockouts = lockouts;
        this.tokens = tokens;
        this.flows = flows;
        this.sessions = sessions;
        this.notices = notices;
    }

    /// What became of the wish for a new password.
    sealed interface Judged {
        record Ready(User user, Passwords.Prepared prepared) implements Judged {}

        /// Neither was the old one given, nor did its owner prove a moment ago who they are.
        record ProofNeeded() implements Judged {}

        record WrongOld() implements Judged {}

        /// The old one was guessed at too often.
        record Locked(Instant until) implements Judged {}

        /// The new one will not do.
        ///
        /// @param key of the text that says why
        record Bad(String key, int leastLength) implements Judged {}
    }

    /// Whether a new password may be set, and what is to be kept then.
    ///
    /// @param proven whether its owner proved a moment ago who they are
    /// @param old the password until now, as far as it was given
    Judged judge(Me me, boolean proven, Optional<String> old, String wanted) {
        Optional<User> user = directory.find(me.user());
        if (user.isEmpty()) {
            return new Judged.ProofNeeded();
        }
        Optional<Judged> refused = proven ? Optional.empty() : judgeOld(me, user.get(), old);
        return refused.orElseGet(() -> switch (rules.judge(me.workspace(), user.get(), wanted)) {
            case NewPassword.Judged.Good(Passwords.Prepared prepared) -> new Judged.Ready(user.get(), prepared);
            case NewPassword.Judged.Bad(String key, int least) -> new Judged.Bad(key, least);
        });
    }

    /// Guesses at the old one are counted like those at the door: a session that was left open gains nothing.
    private Optional<Judged> judgeOld(Me me, User user, Optional<String> old) {
        Optional<Passwords.Stored> stored = passwords.find(me.user());
        if (old.isEmpty() || stored.isEmpty()) {
            return Optional.of(new Judged.ProofNeeded());
        }
        var attempt = new Lockouts.Attempt(
                Optional.of(me.user()),
                user.email(),
                me.visitor().client().address(),
                me.visitor().browser());
        Lockouts.Limits limits = limits(me);
        return switch (lockouts.take(attempt, limits)) {
            case Lockouts.Turn.Locked(Instant until) -> Optional.of(new Judged.Locked(until));
            case Lockouts.Turn.Taken taken ->
                switch (check(taken, stored, old.get())) {
                    case Passwords.Check.Wrong() -> Optional.of(new Judged.WrongOld());
                    case Passwords.Check.Right _ -> {
                        database.write(transaction -> {
                            lockouts.succeeded(transaction, me.user(), taken.counted());
                            return true;
                        });
                        yield Optional.empty();
                    }
                };
        };
    }

    /// A machine that is too busy to judge has not found anything wrong.
    private Passwords.Check check(Lockouts.Turn.Taken taken, Optional<Passwords.Stored> stored, String old) {
        try {
            return passwords.check(stored, old);
        } catch (HashingOverloaded e) {
            database.write(transaction -> {
                lockouts.giveBack(transaction, taken.counted());
                return true;
            });
            throw e;
        }
    }

    private Lockouts.Limits limits(Me me) {
        return Lockouts.Limits.of(policies.lockout(me.tenant()));
    }

    /// Sets the password. Every other session ends: whoever had the old one is out.
    void set(Transaction transaction, Me me, Judged.Ready ready) {
        passwords.set(transaction, me.user(), ready.prepared());
        tokens.voidAll(transaction, me.user(), OneTimeTokens.Purpose.RESET_PASSWORD);
        tokens.voidAll(transaction, me.user(), OneTimeTokens.Purpose.INVITATION);
        flows.endOf(transaction, me.user());
        sessions.endOthers(transaction, me.user(), me.session(), Session.End.PASSWORD);
        notices.tell(transaction, me, ready.user(), AuthEvent.Type.PASSWORD_CHANGED, Notice.PASSWORD);
    }
}
