package dev.keystead.device;

import dev.keystead.directory.UserId;
import dev.keystead.event.Consumer;
import dev.keystead.event.Event;
import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.Transaction;

/// Revokes the devices of people whose account is deleted. They have no entries of their own in the audit trail:
/// the deletion that they follow has one. Sessions and grants ended with the person.
public final class DeviceEndings {
    private DeviceEndings() {}

    /// Acts when a user is deleted.
    public static Consumer consumer() {
        return new Consumer("device-endings", "user.deleted", DeviceEndings::follow);
    }

    private static void follow(Transaction transaction, Event event) {
        Prefix.USER
                .parse(event.aggregate(), UserId::new)
                .ifPresent(user -> transaction.update(
                        DeviceStore.DEVICES_END,
                        p -> p.instant(event.createdAt())
                                .instant(event.createdAt())
                                .id(user)
                                .uuid(event.tenant())));
    }
}
