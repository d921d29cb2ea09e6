package dev.keystead.device.authority;

import dev.keystead.device.Device;
import java.time.Instant;
import java.util.UUID;

/// Makes certificates that nobody keeps, for those who look what that costs.
public final class Making {
    private Making() {}

    public static Certificate of(Certificates.Desk desk, UUID tenant, Device device, Instant now) {
        return desk.make(tenant, device, now);
    }
}
