package dev.keystead.oauth.device;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a wish of a device.
public record DeviceCodeId(UUID value) implements TypedId {
    public static DeviceCodeId make() {
        return new DeviceCodeId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.DEVICE_CODE.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
