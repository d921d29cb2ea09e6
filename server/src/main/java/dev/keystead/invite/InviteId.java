package dev.keystead.invite;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of an invitation.
public record InviteId(UUID value) implements TypedId {
    public static InviteId make() {
        return new InviteId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.INVITE.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
