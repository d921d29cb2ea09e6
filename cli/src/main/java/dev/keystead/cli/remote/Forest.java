package dev.keystead.cli.remote;

import dev.keystead.platform.json.Json;
import dev.keystead.platform.log.Printable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// A node and what stands under it, each with what it may use and by which licence.
///
/// @param places the top first, whatever is above another before it
record Forest(List<JsonNode> places) {
    private static final String INDENT = "   ";

    /// The tree, for people.
    String text() {
        Map<String, List<JsonNode>> below = new LinkedHashMap<>();
        for (JsonNode place : places.subList(Math.min(1, places.size()), places.size())) {
            below.computeIfAbsent(place.path("parent_id").asString(""), _ -> new ArrayList<>())
                    .add(place);
        }
        var text = new StringBuilder();
        if (!places.isEmpty()) {
            write(text, "", places.getFirst(), below);
        }
        return text.toString();
    }

    private static void write(StringBuilder text, String indent, JsonNode place, Map<String, List<JsonNode>> below) {
        String id = place.path("node_id").asString("");
        text.append(indent)
                .append(word(place, "kind"))
                .append(' ')
                .append(word(place, "name"))
                .append(" (")
                .append(Printable.line(id, 100))
                .append(")\n");
        for (JsonNode entitlement : place.path("entitlements")) {
            text.append(indent)
                    .append(INDENT)
                    .append(Explanation.line(entitlement, id))
                    .append('\n');
        }
        // What has been written is gone, so that no answer of a server goes round in circles.
        List<JsonNode> children = below.remove(id);
        if (children != null) {
            children.forEach(child -> write(text, indent + INDENT, child, below));
        }
    }

    /// A line for each module of each node.
    List<JsonNode> lines() {
        var lines = new ArrayList<JsonNode>();
        for (JsonNode place : places) {
            for (JsonNode entitlement : place.path("entitlements")) {
                lines.add(Json.treeOf(Map.of(
                        "node_id", place.path("node_id"),
                        "kind", place.path("kind"),
                        "name", place.path("name"),
                        "entitlement", entitlement)));
            }
        }
        return lines;
    }

    private static String word(JsonNode node, String member) {
        return Printable.line(node.path(member).asString(""), 100);
    }
}
