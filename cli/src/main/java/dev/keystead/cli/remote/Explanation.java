package dev.keystead.cli.remote;

import dev.keystead.cli.ExitCode;
import dev.keystead.platform.json.Json;
import dev.keystead.platform.log.Printable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Why modules are on or off at a node: what it stands under, with the licence that decided at the node it is on.
///
/// @param path the organisation's node first, the node that was asked about last
/// @param items what was decided about each module
record Explanation(String day, List<JsonNode> path, List<JsonNode> items) {
    private static final String INDENT = "   ";

    /// @param call of the entitlements of a node; its parameter `module` is ours
    static Explanation of(Api api, Call call) {
        var query = new LinkedHashMap<>(call.query());
        Optional<String> module = Optional.ofNullable(query.remove("module"));
        JsonNode answer = api.answer(read(call.path(), query));
        String node = call.path().replaceFirst("/entitlements$", "");
        var path = new ArrayList<JsonNode>();
        path.add(api.answer(read(node, Map.of())));
        api.answer(read(node + "/ancestors", Map.of())).path("items").forEach(path::add);
        List<JsonNode> items = answer.path("items")
                .valueStream()
                .filter(item -> module.isEmpty()
                        || module.get().equals(item.path("module").asString()))
                .toList();
        if (items.isEmpty() && module.isPresent()) {
            throw new Stop(
                    ExitCode.NOT_FOUND, "There is no module '" + module.get() + "'; see 'keystead module list'.");
        }
        return new Explanation(answer.path("day").asString(), path.reversed(), items);
    }

    private static Call read(String path, Map<String, String> query) {
        return new Call("GET", path, query, Optional.empty(), Optional.empty());
    }

    JsonNode json() {
        var members = new LinkedHashMap<String, Object>();
        members.put("day", day);
        members.put("path", path);
        members.put("items", items);
        return Json.treeOf(members);
    }

    /// The tree, for people.
    String text() {
        var text = new StringBuilder();
        String indent = "";
        for (JsonNode node : path) {
            boolean asked = node.equals(path.getLast());
            text.append(indent)
                    .append(word(node, "kind"))
                    .append(' ')
                    .append(word(node, "name"))
                    .append(" (")
                    .append(word(node, "id"))
                    .append(')')
                    .append(asked ? " on " + Printable.line(day, 20) + ":" : "")
                    .append('\n');
            indent += INDENT;
            String id = node.path("id").asString();
            for (JsonNode item : items) {
                if (item.at("/source/node_id").asString("").equals(id)) {
                    text.append(indent).append(line(item, id)).append('\n');
                }
            }
        }
        for (JsonNode item : items) {
            if (item.path("source").isMissingNode() || item.path("source").isNull()) {
                text.append(indent).append(line(item, "")).append('\n');
            }
        }
        return text.toString();
    }

    /// What was decided about a module, as it reads below a node.
    static String line(JsonNode item, String node) {
        boolean granted = item.path("granted").asBoolean(false);
        String license = word(item.path("source"), "license_id");
        return (granted ? "+ " : "- ")
                + word(item, "module")
                + ": "
                + reason(item, granted, !license.isEmpty(), above(item, node).isEmpty() ? "here" : "above")
                + (license.isEmpty() ? "" : " (" + license + above(item, node) + ")");
    }

    /// Where the licence is, if that is another node.
    private static String above(JsonNode item, String node) {
        String source = word(item.path("source"), "node_id");
        return source.equals(node) ? "" : " on " + source;
    }

    private static String reason(JsonNode item, boolean granted, boolean licensed, String where) {
        if (granted) {
            return licensed ? "licensed " + where : "always on";
        }
        return switch (item.path("reason").asString("")) {
            case "NOT_LICENSED" -> "no licence here or above";
            case "SUSPENDED" -> "the licence " + where + " is suspended";
            case "EXPIRED" -> "the licence " + where + " has ended";
            case "NODE_TYPE" -> "cannot be used on a node of this kind";
            case "DEPENDENCY" -> "needs " + word(item, "dependency") + ", which is off";
            case "SEATS" -> "no seat";
            case "CAP" -> "used up";
            default -> Printable.line(item.path("reason").asString("unknown"), 40);
        };
    }

    private static String word(JsonNode node, String member) {
        return Printable.line(node.path(member).asString(""), 100);
    }
}
