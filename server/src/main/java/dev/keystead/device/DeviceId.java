package dev.keystead.device;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a device.
public record DeviceId(UUID value) implements TypedId {
    public static DeviceId make() {
        return new DeviceId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.DEVICE.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
