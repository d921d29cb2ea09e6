package dev.keystead.tenancy.testkit;

import dev.keystead.tenancy.Axis;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// One of the two that must not see each other.
///
/// @param ids the party's id on each axis that the module uses
/// @param members how a hostile request would name the party, such as `tenant_id` and the id as shown outside
/// @param credential the value of the `Authorization` header with which the party may do everything of its own
/// @param slug the party's name in paths below `/t/`, where the module has such paths
public record Party(Map<Axis, UUID> ids, Map<String, String> members, String credential, Optional<String> slug) {
    public Party {
        ids = Map.copyOf(ids);
        members = Map.copyOf(members);
    }
}
