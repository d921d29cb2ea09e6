package dev.keystead.account;

import dev.keystead.audit.Outcome;
import dev.keystead.directory.ChangeUser;
import dev.keystead.directory.Directory;
import dev.keystead.directory.User;
import dev.keystead.lockout.Lockouts;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.signup.AddressProofs;
import dev.keystead.tenancy.Transaction;
import java.util.Optional;
import java.util.function.Supplier;

/// How people present themselves, and where mail reaches them.
final class OwnProfile {
    private final Directory directory;
    private final AddressProofs proofs;
    private final Lockouts lockouts;
    private final Notices notices;

    OwnProfile(Directory directory, AddressProofs proofs, Lockouts lockouts, Notices notices) {
        this.directory = directory;
        this.proofs = proofs;
        this.lockouts = lockouts;
        this.notices = notices;
    }

    Optional<User> find(Me me) {
        return directory.find(me.user());
    }

    /// Whether the change moves the mailbox, to which links are sent that let people in.
    static boolean movesMailbox(User user, ChangeSelf change) {
        return !change.asChangeOfUser().over(user).mailbox().equals(user.mailbox());
    }

    /// Changes what there is to change. A new address is unproven until the link is used that is sent to it;
    /// the old one is told.
    ///
    /// @param mayMoveMailbox whether its owner has shown who they are
    /// @param tooMany the answer when the new address got too many mails already: nobody fills a stranger's
    ///     mailbox by going to and fro
    /// @throws Refusal with that answer
    Outcome<User> change(
            Transaction transaction,
            Me me,
            Optional<Long> ifVersion,
            ChangeSelf wish,
            boolean mayMoveMailbox,
            Supplier<Reply> tooMany) {
        ChangeUser change = wish.asChangeOfUser();
        Optional<User> stored = directory.find(transaction, me.user());
        if (!mayMoveMailbox && stored.filter(user -> movesMailbox(user, wish)).isPresent()) {
            return new Outcome.NotAllowed<>();
        }
        Outcome<User> outcome = directory.change(transaction, me.user(), ifVersion, change::over);
        if (outcome instanceof Outcome.Changed<User>(User before, User after)
                && !before.mailbox().equals(after.mailbox())) {
            if (!mailProof(transaction, me, after)) {
                throw new Refusal(tooMany.get());
            }
            notices.write(transaction, me, before, Notice.ADDRESS);
        }
        return outcome;
    }

    /// Sends the link again that proves the address; not too often.
    boolean mailProof(Transaction transaction, Me me, User user) {
        boolean allowed = lockouts.takeMail(transaction, Optional.of(me.user()), user.mailbox());
        if (allowed) {
            proofs.mail(transaction, me.visitor(), user, me.door());
        }
        return allowed;
    }
}
