package dev.keystead.platform.http;

import dev.keystead.tenancy.AccessScope;
import java.util.Set;
import java.util.UUID;

/// Who calls: the actor's DID, the tenant and organisation in force, and the rights held there.
public record Caller(String actor, UUID tenant, UUID org, Set<AccessScope> rights) {
    public Caller {
        rights = Set.copyOf(rights);
    }

    /// Whether one of the held rights is enough.
    public boolean allows(AccessScope needed) {
        return rights.stream().anyMatch(held -> held.covers(needed));
    }
}
