package dev.keystead.mail;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a mail.
record MailId(UUID value) implements TypedId {
    static MailId make() {
        return new MailId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.MAIL.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
