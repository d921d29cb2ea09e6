package dev.keystead.device.authority;

import dev.keystead.directory.UserId;
import dev.keystead.event.Consumer;
import dev.keystead.event.Event;
import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.Transaction;

/// Revokes the certificates of people whose account is deleted. They have no entries of their own in the audit
/// trail: the deletion that they follow has one.
public final class CertificateEndings {
    private CertificateEndings() {}

    /// Acts when a user is deleted.
    public static Consumer consumer() {
        return new Consumer("certificate-endings", "user.deleted", CertificateEndings::follow);
    }

    private static void follow(Transaction transaction, Event event) {
        Prefix.USER
                .parse(event.aggregate(), UserId::new)
                .ifPresent(user -> transaction.update(
                        CertificateStore.CERTIFICATES_END,
                        p -> p.instant(event.createdAt()).id(user).uuid(event.tenant())));
    }
}
