package dev.keystead.federation.saml;

import dev.keystead.platform.json.Json;
import dev.keystead.platform.json.JsonBody;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/// What is remembered of a question until its answer comes.
///
/// @param id of the message
/// @param fresh whether somebody had to prove themselves again
public record Question(String id, Instant askedAt, boolean fresh) {
    String text() {
        return Json.text(this);
    }

    static Question read(String memory) {
        return JsonBody.read(Question.class, memory.getBytes(StandardCharsets.UTF_8));
    }
}
