package dev.keystead.account;

import dev.keystead.platform.html.View;
import java.util.List;
import java.util.Optional;

/// The page with a person's devices.
///
/// @param next the address of the next page, if there is one
public record DevicesPage(Around around, List<DeviceRow> rows, Optional<String> next) implements View {
    /// A device.
    ///
    /// @param level how far it is trusted, in words
    /// @param fingerprint the beginning of its key's, by which people tell keys apart
    /// @param certified until when it has a certificate
    public record DeviceRow(
            String id,
            String name,
            String level,
            String fingerprint,
            boolean here,
            Around.Moment since,
            Optional<Around.Moment> lastSeen,
            Optional<Around.Moment> certified) {}

    @Override
    public String template() {
        return "account/devices.jte";
    }
}
