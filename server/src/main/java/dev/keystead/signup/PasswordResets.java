package dev.keystead.signup;

import dev.keystead.authevent.AuthEvent;
import dev.keystead.authevent.AuthEvents;
import dev.keystead.credential.Passwords;
import dev.keystead.directory.Directory;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import dev.keystead.lockout.Lockouts;
import dev.keystead.lockout.SourceLimits;
import dev.keystead.login.Aside;
import dev.keystead.login.Flows;
import dev.keystead.login.Letters;
import dev.keystead.login.Visitor;
import dev.keystead.mail.Mails;
import dev.keystead.onetime.OneTimeTokens;
import dev.keystead.onetime.OneTimeTokens.Held;
import dev.keystead.onetime.OneTimeTokens.Purpose;
import dev.keystead.platform.http.Refusal;
import dev.keystead.session.Session;
import dev.keystead.session.Sessions;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/// A new password by mail, and the first one of somebody who was invited: both are set by whoever has the
/// link.
public final class PasswordResets {
    private final Database database;
    private final Flows flows;
    private final Directory directory;
    private final Passwords passwords;
    private final NewPassword rules;
    private final OneTimeTokens tokens;
    private final Letters letters;
    private final Mails mails;
    private final Sessions sessions;
    private final Lockouts lockouts;
    private final SourceLimits limits;
    private final AuthEvents events;
    private final Aside aside;
    private final List<ResetListener> listeners = new CopyOnWriteArrayList<>();

    public PasswordResets(
            Database database,
            Flows flows,
            Directory directory,
            Passwords passwords,
            NewPassword rules,
            OneTimeTokens tokens,
            Letters letters,
            Mails mails,
            Sessions sessions,
            Lockouts lockouts,
            SourceLimits limits,
            AuthEvents events,
            Aside aside) {
        this.database = database;
        this.flows = flows;
        this.directory = directory;
        this.passwords = passwords;
        this.rules = rules;
        this.tokens = tokens;
        this.letters = letters;
        this.mails = mails;
        this.sessions = sessions;
        this.lockouts = lockouts;
        this.limits = limits;
        this.events = events;
        this.aside = aside;
    }

    /// Learns of people who got a new password by a link, in the very transaction.
    @FunctionalInterface
    public interface ResetListener {
        void replaced(Transaction transaction, UserId user);
    }

    /// Has somebody above this layer told of every such password.
    public void onReset(ResetListener listener) {
        listeners.add(listener);
    }

    /// What became of a new password.
    public sealed interface Outcome {
        record Done(User user) implements Outcome {}

        /// It will not do; the link still works.
        ///
        /// @param key of the text that says why
        record Bad(String key, int leastLength) implements Outcome {}

        /// The link does not work, or no longer.
        record Gone() implements Outcome {}
    }

    /// Told in the transaction of the change, to write its audit entry.
    public interface Entry {
        void done(Transaction transaction, User user);
    }

    /// Sends a link, if there is somebody to send it to. Whether there is can be seen neither in the answer
    /// nor in its time.
    ///
    /// @param door the address under which the workspace's pages are found
    ///
    /// @throws Refusal when too much is asked for from where the visitor is
    public void request(Visitor visitor, String typed, String door) {
        visitor.scope()
                .call(() -> database.write(transaction -> {
                    limits.takeAsk(transaction, visitor.client().address());
                    return true;
                }));
        aside.run(
                visitor.scope(),
                () -> directory
                        .identify(typed.strip())
                        .filter(User::isActive)
                        .ifPresent(user -> database.write(transaction -> {
                            if (!lockouts.takeMail(transaction, Optional.of(user.id()), user.mailbox())) {
                                return false;
                            }
                            mail(transaction, visitor, user, door);
                            return true;
                        })));
    }

    /// Sends somebody the link with which they set a new password.
    public void mail(Transaction transaction, Visitor visitor, User user, String door) {
        String token = make(transaction, Purpose.RESET_PASSWORD, user);
        mails.send(transaction, letters.resetPassword(visitor, user, door, token));
    }

    /// Sends somebody the link with which they come in for the first time.
    public void invite(Transaction transaction, Visitor visitor, User user, String door) {
        tokens.voidAll(transaction, user.id(), Purpose.INVITATION);
        String token = make(transaction, Purpose.INVITATION, user);
        mails.send(transaction, letters.invitation(visitor, user, door, token));
    }

    private String make(Transaction transaction, Purpose purpose, User user) {
        var held = new Held(user.id(), Optional.of(user.mailbox()), Optional.empty(), Optional.empty());
        return tokens.make(transaction, purpose, held).text();
    }

    /// Whose link it is, for showing its page; nothing when it does not work.
    public Optional<User> find(Visitor visitor, Purpose purpose, String token) {
        return tokens.find(purpose, visitor.workspace().id().value(), token)
                .flatMap(held -> visitor.scope()
                        .call(() -> directory.find(held.user()))
                        .filter(user -> held.address().equals(Optional.of(user.mailbox()))))
                .filter(user -> user.isActive() || isInvited(user, purpose));
    }

    /// Somebody may be invited who signed up and never proved the address: the invitation does that.
    private static boolean isInvited(User user, Purpose purpose) {
        return purpose == Purpose.INVITATION && user.status() == User.Status.PENDING_VERIFICATION;
    }

    /// Sets the password and uses the link up, with all others by which one could be set. Every session of the account
    /// ends, and all that applications
    /// were given in its name: whoever had the old password is out.
    public Outcome confirm(Visitor visitor, Purpose purpose, String token, String password, Entry entry) {
        Optional<User> user = find(visitor, purpose, token);
        if (user.isEmpty()) {
            return new Outcome.Gone();
        }
        return switch (rules.judge(visitor.workspace(), user.get(), password)) {
            case NewPassword.Judged.Bad(String key, int least) -> new Outcome.Bad(key, least);
            case NewPassword.Judged.Good(Passwords.Prepared prepared) ->
                visitor.scope()
                        .call(() -> database.write(
                                transaction -> set(transaction, visitor, purpose, token, prepared, entry)));
        };
    }

    private Outcome set(
            Transaction transaction,
            Visitor visitor,
            Purpose purpose,
            String token,
            Passwords.Prepared prepared,
            Entry entry) {
        // Whoever has the link reads the mailbox that it went to, and nothing more: an account that has another one by
        // now is not theirs.
        Optional<User> user = tokens.consume(transaction, purpose, token)
                .flatMap(held -> directory.confirmMailbox(
                        transaction, held.user(), held.address().orElseThrow()));
        if (user.isEmpty()) {
            return new Outcome.Gone();
        }
        UserId id = user.get().id();
        replace(transaction, visitor.client(), id, prepared);
        entry.done(transaction, user.get());
        return new Outcome.Done(user.get());
    }

    /// Gives somebody who came by a link another password, and ends what began under the old one.
    public void replace(Transaction transaction, Session.Client client, UserId id, Passwords.Prepared prepared) {
        passwords.set(transaction, id, prepared);
        tokens.voidAll(transaction, id, Purpose.RESET_PASSWORD);
        tokens.voidAll(transaction, id, Purpose.INVITATION);
        flows.endOf(transaction, id);
        sessions.endOthers(transaction, id, Optional.empty(), Session.End.PASSWORD);
        listeners.forEach(listener -> listener.replaced(transaction, id));
        lockouts.unlock(transaction, id);
        events.write(transaction, AuthEvent.Type.PASSWORD_RESET, AuthEvents.About.user(id), client, Map.of());
    }
}
