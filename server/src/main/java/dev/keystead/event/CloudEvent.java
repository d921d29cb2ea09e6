package dev.keystead.event;

import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.Json;
import dev.keystead.tenancy.IdText;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/// An event as others see it: CloudEvents 1.0, with two extensions, `tenantid` and `actor`.
///
/// @param source the issuer of the workspace
/// @param type what happened, such as `identity.user.created.v1`
/// @param subject the id of the thing that it happened to
public record CloudEvent(
        String specversion,
        String id,
        String source,
        String type,
        String subject,
        Instant time,
        String datacontenttype,
        String tenantid,
        String actor,
        JsonNode data) {
    /// The media type of [#bytes].
    public static final String MEDIA_TYPE = "application/cloudevents+json";

    /// The event with the issuer of its workspace as its source.
    public static CloudEvent of(Event event, String issuer) {
        return new CloudEvent(
                "1.0",
                event.id().text(),
                issuer,
                event.subject(),
                event.aggregate(),
                event.createdAt(),
                "application/json",
                IdText.encode(Prefix.WORKSPACE.text(), event.tenant()),
                event.actor(),
                Json.tree(event.payload()));
    }

    public byte[] bytes() {
        return Json.bytes(this);
    }
}
