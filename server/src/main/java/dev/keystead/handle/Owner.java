package dev.keystead.handle;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.IdText;
import java.util.UUID;

/// Whose a handle is.
///
/// @param home the workspace whose user or service identity it is
/// @param user the id of either
public record Owner(UUID home, UUID user) {
    /// The person as everybody writes them.
    public String userText() {
        return IdText.encode(Prefix.USER.text(), user);
    }

    /// The machine as everybody writes it.
    public String botText() {
        return IdText.encode(Prefix.SERVICE_IDENTITY.text(), user);
    }

    /// The workspace as everybody writes it.
    public String homeText() {
        return IdText.encode(Prefix.WORKSPACE.text(), home);
    }
}
