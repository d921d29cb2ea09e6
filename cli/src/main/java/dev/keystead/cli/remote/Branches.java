package dev.keystead.cli.remote;

import dev.keystead.platform.log.Printable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// A picture of what stands below what: every item of a list, in a line of its own, indented below its parent. It is
/// drawn without recursion, because nothing says how deep a list goes.
final class Branches {
    private final String id;
    private final String parent;
    private final Function<JsonNode, String> label;
    private final List<JsonNode> items = new ArrayList<>();

    /// @param id the pointer to what an item is known by
    /// @param parent the pointer to the same of the item above it
    private Branches(String id, String parent, Function<JsonNode, String> label) {
        this.id = id;
        this.parent = parent;
        this.label = label;
    }

    static Branches ofNodes() {
        return new Branches(
                "/node/id", "/node/parent_id", item -> word(item, "/node/kind") + " " + word(item, "/node/name"));
    }

    static Branches ofKin() {
        return new Branches("/user_id", "/inviter_id", item -> {
            String handle = word(item, "/handle");
            return handle.isEmpty() ? "somebody" : handle;
        });
    }

    void add(List<JsonNode> more) {
        items.addAll(more);
    }

    private record Drawn(JsonNode item, int depth) {}

    String text() {
        if (items.isEmpty()) {
            return "There is none below.\n";
        }
        Set<String> known = new HashSet<>();
        items.forEach(item -> known.add(word(item, id)));
        Map<String, List<JsonNode>> below = new LinkedHashMap<>();
        var roots = new ArrayList<JsonNode>();
        for (JsonNode item : items) {
            String above = word(item, parent);
            if (known.contains(above) && !above.equals(word(item, id))) {
                below.computeIfAbsent(above, _ -> new ArrayList<>()).add(item);
            } else {
                roots.add(item);
            }
        }
        return draw(roots, below);
    }

    private String draw(List<JsonNode> roots, Map<String, List<JsonNode>> below) {
        var text = new StringBuilder();
        Deque<Drawn> next = new ArrayDeque<>();
        roots.reversed().forEach(root -> next.push(new Drawn(root, 0)));
        while (!next.isEmpty()) {
            Drawn drawn = next.pop();
            text.repeat(' ', 3 * drawn.depth())
                    .append(label.apply(drawn.item()))
                    .append(" (")
                    .append(word(drawn.item(), id))
                    .append(")\n");
            // Taken away, so that a list that leads back to itself ends.
            List<JsonNode> children = below.remove(word(drawn.item(), id));
            if (children != null) {
                children.reversed().forEach(child -> next.push(new Drawn(child, drawn.depth() + 1)));
            }
        }
        return text.toString();
    }

    private static String word(JsonNode item, String pointer) {
        return Printable.line(item.at(pointer).asString(""), 100);
    }
}
