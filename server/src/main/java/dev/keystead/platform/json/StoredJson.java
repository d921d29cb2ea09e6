package dev.keystead.platform.json;

import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Reads records that were stored as JSON, perhaps by another release: what is missing is usual, what is
/// not known does not count.
public final class StoredJson {
    private StoredJson() {}

    /// The record in a stored document.
    ///
    /// @param usual gives the members that the document does not have, also inside its own records
    /// @throws IllegalStateException when what is stored is not valid
    public static <R extends Record> R read(Class<R> type, R usual, String stored) {
        Object whole = over(Json.tree(Json.text(usual)), Json.tree(stored));
        try {
            return JsonBody.read(type, Json.bytes(whole));
        } catch (BadInput wrong) {
            throw new IllegalStateException(
                    "the stored " + type.getSimpleName() + " is not valid: " + wrong.sentence(), wrong);
        }
    }

    private static Object over(JsonNode usual, JsonNode stored) {
        if (!usual.isObject() || !stored.isObject()) {
            return stored;
        }
        Map<String, Object> whole = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> member : usual.properties()) {
            JsonNode given = stored.get(member.getKey());
            whole.put(member.getKey(), given == null ? member.getValue() : over(member.getValue(), given));
        }
        return whole;
    }
}
