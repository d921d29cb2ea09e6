package dev.keystead.event;

import dev.keystead.platform.json.Json;
import java.time.Instant;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/// Something that happened in a workspace.
///
/// @param subject what happened, such as `identity.user.created.v1`
/// @param aggregate the id of the thing that it happened to
/// @param payload the data, as JSON
/// @param actor who did it, a DID
public record Event(
        EventId id,
        UUID tenant,
        String subject,
        String aggregate,
        String payload,
        String actor,
        String requestId,
        Instant createdAt) {

    /// The thing as it was after the event, or as it last was; absent where the event shows none.
    public JsonNode resource() {
        return Json.tree(payload).path("resource");
    }
}
