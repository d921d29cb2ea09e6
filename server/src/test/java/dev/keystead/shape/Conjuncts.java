package dev.keystead.shape;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// Reads the conditions of a plan.
final class Conjuncts {
    private Conjuncts() {}

    /// The conditions that all must hold for a row to be read.
    static List<String> of(JsonNode scan) {
        return Stream.of("Index Cond", "Recheck Cond", "Filter")
                .flatMap(name -> of(scan.path(name).asString("")).stream())
                .toList();
    }

    /// PostgreSQL writes `((a) AND (b))`, or `(a)` when there is one condition.
    static List<String> of(String condition) {
        var parts = new ArrayList<String>();
        int depth = 0;
        int begin = 0;
        String inner = unwrapped(condition);
        for (int i = 0; i < inner.length(); i++) {
            depth += inner.charAt(i) == '(' ? 1 : inner.charAt(i) == ')' ? -1 : 0;
            if (depth == 0 && inner.startsWith(" AND ", i)) {
                parts.add(unwrapped(inner.substring(begin, i)));
                begin = i + " AND ".length();
            } else if (depth == 0 && inner.startsWith(" OR ", i)) {
                return List.of(inner);
            }
        }
        parts.add(unwrapped(inner.substring(begin)));
        return parts;
    }

    /// The text without the one pair of brackets around all of it.
    private static String unwrapped(String text) {
        String stripped = text.strip();
        if (!stripped.startsWith("(")) {
            return stripped;
        }
        int depth = 0;
        for (int i = 0; i < stripped.length() - 1; i++) {
            depth += stripped.charAt(i) == '(' ? 1 : stripped.charAt(i) == ')' ? -1 : 0;
            if (depth == 0) {
                return stripped;
            }
        }
        return stripped.substring(1, stripped.length() - 1);
    }
}
