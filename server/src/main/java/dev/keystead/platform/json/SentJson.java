package dev.keystead.platform.json;

import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// JSON of somebody else's making that is kept as it is, where the rest of a request is not JSON.
public final class SentJson {
    private SentJson() {}

    /// The value in a text; nothing when it is no JSON, has a member twice, is larger or deeper than what we read
    /// again, or has something that cannot be stored.
    public static Optional<JsonNode> read(String text) {
        try {
            return Optional.of(Json.MAPPER.readTree(text)).filter(Values::isStorable);
        } catch (JacksonException _) {
            return Optional.empty();
        }
    }

    /// Whether a text that came inside of JSON can be stored: an escape can stand there for what no form could send.
    public static boolean isStorable(String text) {
        return Values.isStorable(text);
    }
}
