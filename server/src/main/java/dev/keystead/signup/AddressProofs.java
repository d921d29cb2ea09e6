package dev.keystead.signup;

import dev.keystead.authevent.AuthEvent;
import dev.keystead.authevent.AuthEvents;
import dev.keystead.credential.Passwords;
import dev.keystead.directory.Directory;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import dev.keystead.login.Letters;
import dev.keystead.login.Visitor;
import dev.keystead.mail.Mails;
import dev.keystead.onetime.OneTimeTokens;
import dev.keystead.onetime.OneTimeTokens.Held;
import dev.keystead.onetime.OneTimeTokens.Purpose;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.util.Map;
import java.util.Optional;

/// The proof that mail to an address reaches the person of an account.
///
/// Anybody can type somebody else's address. Whoever opens an unasked-for link must not make a stranger's
/// account theirs, nor their address a stranger's: outside the browser that asked for it, the link of a new
/// account sets another password, and the link of an account that is in use does nothing.
public final class AddressProofs {
    private final Database database;
    private final Directory directory;
    private final Passwords passwords;
    private final NewPassword rules;
    private final OneTimeTokens tokens;
    private final Letters letters;
    private final Mails mails;
    private final AuthEvents events;

    public AddressProofs(
            Database database,
            Directory directory,
            Passwords passwords,
            NewPassword rules,
            OneTimeTokens tokens,
            Letters letters,
            Mails mails,
            AuthEvents events) {
        this.database = database;
        this.directory = directory;
        this.passwords = passwords;
        this.rules = rules;
        this.tokens = tokens;
        this.letters = letters;
        this.mails = mails;
        this.events = events;
    }

    /// What a link can do for whoever opened it.
    public sealed interface Link {
        /// It proves the address.
        record Ready(User user) implements Link {}

        /// It does so together with a new password: the one that was chosen elsewhere may be a stranger's.
        record NeedsPassword(User user) implements Link {}

        /// It works in the browser that asked for it, or for whoever is signed in to the account.
        record Elsewhere() implements Link {}

        /// It does not work, or no longer.
        record Gone() implements Link {}
    }

    /// What became of a proof.
    public sealed interface Outcome {
        record Done(User user) implements Outcome {}

        /// The password will not do; the link still works.
        ///
        /// @param key of the text that says why
        record Bad(User user, String key, int leastLength) implements Outcome {}

        /// Nothing was done, as the link stands.
        record Not(Link link) implements Outcome {}
    }

    /// Told in the transaction of the change, to write its audit entry.
    public interface Entry {
        void done(Transaction transaction, User user);
    }

    /// Sends somebody a link that proves their address.
    ///
    /// @param visitor who asks for it: the link is for their browser
    public void mail(Transaction transaction, Visitor visitor, User user, String door) {
        var held = new Held(user.id(), Optional.of(user.mailbox()), Optional.empty(), Optional.of(visitor.browser()));
        String token = tokens.make(transaction, Purpose.VERIFY_EMAIL, held).text();
        mails.send(transaction, letters.verifyEmail(visitor, user, door, token));
    }

    /// What a link would do now, for showing its page.
    ///
    /// @param insider who is signed in where it was opened
    public Link find(Visitor visitor, Optional<UserId> insider, String token) {
        return tokens.find(Purpose.VERIFY_EMAIL, visitor.workspace().id().value(), token)
                .map(held -> visitor.scope().call(() -> judge(visitor, insider, held)))
                .orElseGet(Link.Gone::new);
    }

    private Link judge(Visitor visitor, Optional<UserId> insider, Held held) {
        Optional<User> found =
                directory.find(held.user()).filter(user -> held.address().equals(Optional.of(user.mailbox())));
        if (found.isEmpty()) {
            return new Link.Gone();
        }
        User user = found.get();
        boolean asked = held.browser().equals(Optional.of(visitor.browser()));
        if (user.status() == User.Status.PENDING_VERIFICATION) {
            boolean kept = asked && passwords.find(user.id()).isPresent();
            return kept ? new Link.Ready(user) : new Link.NeedsPassword(user);
        }
        boolean own = asked || insider.equals(Optional.of(user.id()));
        return own ? new Link.Ready(user) : new Link.Elsewhere();
    }

    /// Proves an address.
    ///
    /// @param password of a new account, where the link asks for one; not looked at elsewhere
    public Outcome confirm(
            Visitor visitor, Optional<UserId> insider, String token, Optional<String> password, Entry entry) {
        return switch (find(visitor, insider, token)) {
            case Link.Ready _ -> take(visitor, token, Optional.empty(), entry);
            case Link.NeedsPassword(User user)
            when password.isPresent() ->
                switch (rules.judge(visitor.workspace(), user, password.get())) {
                    case NewPassword.Judged.Bad(String key, int least) -> new Outcome.Bad(user, key, least);
                    case NewPassword.Judged.Good(Passwords.Prepared prepared) ->
                        take(visitor, token, Optional.of(prepared), entry);
                };
            case Link link -> new Outcome.Not(link);
        };
    }

    /// The link that is used up voids the others of its account, so that none of them brings a password
    /// later.
    private Outcome take(Visitor visitor, String token, Optional<Passwords.Prepared> password, Entry entry) {
        return visitor.scope()
                .call(() -> database.write(transaction -> tokens.consume(transaction, Purpose.VERIFY_EMAIL, token)
                        .flatMap(held -> directory.confirmMailbox(
                                transaction, held.user(), held.address().orElseThrow()))
                        .<Outcome>map(user -> {
                            tokens.voidAll(transaction, user.id(), Purpose.VERIFY_EMAIL);
                            password.ifPresent(chosen -> passwords.set(transaction, user.id(), chosen));
                            events.write(
                                    transaction,
                                    AuthEvent.Type.EMAIL_VERIFIED,
                                    AuthEvents.About.user(user.id()),
                                    visitor.client(),
                                    Map.of());
                            entry.done(transaction, user);
                            return new Outcome.Done(user);
                        })
                        .orElseGet(() -> new Outcome.Not(new Link.Gone()))));
    }
}
