package dev.keystead.badge;

import dev.keystead.directory.UserId;
import dev.keystead.event.Consumer;
import dev.keystead.event.Event;
import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.Transaction;

/// Revokes the badges of people whose account is deleted, in every workspace that issued one. They have no
/// entries of their own in the audit trail: the deletion that they follow has one.
public final class BadgeEndings {
    private BadgeEndings() {}

    /// Acts when a user is deleted.
    public static Consumer consumer() {
        return new Consumer("badge-endings", "user.deleted", BadgeEndings::follow);
    }

    private static void follow(Transaction transaction, Event event) {
        Prefix.USER
                .parse(event.aggregate(), UserId::new)
                .ifPresent(user -> transaction.update(
                        BadgeStore.BADGES_END,
                        p -> p.instant(event.createdAt()).id(user).uuid(event.tenant())));
    }
}
