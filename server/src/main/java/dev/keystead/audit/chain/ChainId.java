package dev.keystead.audit.chain;

import dev.keystead.audit.Trail;
import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.IdText;
import java.util.UUID;

/// One chain: what one workspace has in one trail.
public record ChainId(UUID tenant, Trail trail) {
    /// The workspace in its outside form.
    public String workspace() {
        return IdText.encode(Prefix.WORKSPACE.text(), tenant);
    }

    /// The first line of its checkpoints.
    ///
    /// @param key the name of the installation's key
    public String origin(String key) {
        return key + "/" + this;
    }

    @Override
    public String toString() {
        return workspace() + "/" + trail.word();
    }
}
