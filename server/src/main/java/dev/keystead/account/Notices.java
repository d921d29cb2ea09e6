package dev.keystead.account;

import dev.keystead.authevent.AuthEvent;
import dev.keystead.authevent.AuthEvents;
import dev.keystead.directory.User;
import dev.keystead.login.Letters;
import dev.keystead.mail.Mails;
import dev.keystead.tenancy.Transaction;
import java.util.Map;

/// Tells of a change that decides who gets in: an event at the door, and a mail to the owner.
final class Notices {
    private final AuthEvents events;
    private final Letters letters;
    private final Mails mails;

    Notices(AuthEvents events, Letters letters, Mails mails) {
        this.events = events;
        this.letters = letters;
        this.mails = mails;
    }

    /// In the transaction of the change.
    ///
    /// @param owner as they were before it: the mail goes where they were reached until now
    void tell(Transaction transaction, Me me, User owner, AuthEvent.Type type, Notice notice) {
        events.write(transaction, type, me.about(), me.visitor().client(), Map.of());
        write(transaction, me, owner, notice);
    }

    /// A change that is no event at the door.
    void write(Transaction transaction, Me me, User owner, Notice notice) {
        mails.send(transaction, letters.notice(me.visitor(), owner, me.door(), notice.key()));
    }
}
