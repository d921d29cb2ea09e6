package dev.keystead.account;

import dev.keystead.audit.Outcome;
import dev.keystead.directory.Directory;
import dev.keystead.directory.User;
import dev.keystead.handle.Availability;
import dev.keystead.handle.Handles;
import dev.keystead.signup.AddressProofs;
import dev.keystead.signup.HandleWords;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.Optional;

/// The handle of one's own account, from which the address follows. Sessions and tokens stay as they are.
final class OwnHandle {
    private final Directory directory;
    private final Handles handles;
    private final AddressProofs proofs;
    private final Notices notices;

    OwnHandle(Directory directory, Handles handles, AddressProofs proofs, Notices notices) {
        this.directory = directory;
        this.handles = handles;
        this.proofs = proofs;
        this.notices = notices;
    }

    /// When the person may change it again; nothing when they may now.
    Optional<Instant> nextChange(Me me) {
        return directory.nextRename(me.user());
    }

    /// The key of the text that says why the person cannot have a handle; nothing when they can, or have it. Before a
    /// transaction is opened.
    Optional<String> fault(User user, String handle) {
        Availability found = handles.judge(handle);
        boolean own = user.handle().filter(handle::equals).isPresent()
                || (found instanceof Availability.Alike(String other)
                        && user.handle().filter(other::equals).isPresent());
        return own ? Optional.empty() : HandleWords.fault(found);
    }

    /// Changes it, and tells the owner. Where the address is also the mailbox, it is unproven until the link is used
    /// that is sent to it.
    Outcome<User> change(Transaction transaction, Me me, Optional<Long> ifVersion, String handle) {
        Outcome<User> outcome = directory.rename(transaction, me.user(), ifVersion, handle);
        if (outcome instanceof Outcome.Changed<User>(User before, User after)) {
            if (!before.mailbox().equals(after.mailbox())) {
                proofs.mail(transaction, me.visitor(), after, me.door());
            }
            notices.write(transaction, me, before, Notice.HANDLE);
        }
        return outcome;
    }
}
