package dev.keystead.handle;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a reservation of a handle, from its proposal on.
public record ReservationId(UUID value) implements TypedId {
    public static ReservationId make() {
        return new ReservationId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.HANDLE_RESERVATION.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
