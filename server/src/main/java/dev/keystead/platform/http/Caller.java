package dev.keystead.platform.http;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.tenancy.IdText;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// Who calls, and what they may do in the tenant and organisation in force.
///
/// @param actor the DID under which the audit trail knows them
/// @param user the person, unless a machine calls
/// @param rights what the credential was given
/// @param ceiling what the caller's place in the workspace allows at most, whatever the credential says
/// @param session the session they are in, unless they hold a key
public record Caller(
        String actor,
        Optional<UUID> user,
        UUID tenant,
        UUID org,
        Set<AccessScope> rights,
        Set<AccessScope> ceiling,
        Optional<SignIn> session) {
    /// A session as far as a request needs to know.
    ///
    /// @param tenant the workspace that the person signed in to, whichever they act in
    /// @param provenAt when the person last proved who they are
    public record SignIn(UUID id, UUID tenant, Instant provenAt) {}

    public Caller {
        rights = Set.copyOf(rights);
        ceiling = Set.copyOf(ceiling);
    }

    /// Whether the credential and the caller's place both are enough.
    public boolean allows(AccessScope needed) {
        return carries(needed) && covers(ceiling, needed);
    }

    /// Whether the credential alone is enough in the workspace in force. A right that names a workspace
    /// counts in that one.
    boolean carries(AccessScope needed) {
        return holds(needed)
                || (needed.modifier().isEmpty() && holds(needed.on(IdText.encode(Prefix.WORKSPACE.text(), tenant))));
    }

    /// Whether the credential alone is enough, for what is the caller's own.
    boolean holds(AccessScope needed) {
        return covers(rights, needed);
    }

    private static boolean covers(Set<AccessScope> held, AccessScope needed) {
        return held.stream().anyMatch(right -> right.covers(needed));
    }
}
