package dev.keystead.license.usage;

import dev.keystead.directory.UserId;
import dev.keystead.event.Consumer;
import dev.keystead.event.Event;
import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.Transaction;

/// Frees the seats that people had in the workspace whose users they were, when their account is deleted; elsewhere
/// seats end with the membership. They have no entries of their own in the audit trail: the deletion that they follow
/// has one.
public final class SeatEndings {
    private SeatEndings() {}

    /// Acts when a user is deleted.
    public static Consumer consumer() {
        return new Consumer("seat-endings", "user.deleted", SeatEndings::follow);
    }

    private static void follow(Transaction transaction, Event event) {
        Prefix.USER
                .parse(event.aggregate(), UserId::new)
                .ifPresent(user -> transaction.update(SeatStore.SEATS_LEAVE, p -> p.id(user)));
    }
}
