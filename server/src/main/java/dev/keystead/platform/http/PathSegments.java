package dev.keystead.platform.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Splits a raw path into decoded segments, so that an encoded slash or dot never becomes structure.
final class PathSegments {
    private PathSegments() {}

    /// The segments, or nothing when the path has an empty, dotted or malformed one. The root has none.
    static Optional<List<String>> of(String path) {
        if (!path.startsWith("/")) {
            return Optional.empty();
        }
        if (path.equals("/")) {
            return Optional.of(List.of());
        }
        var segments = new ArrayList<String>();
        for (String raw : path.substring(1).split("/", -1)) {
            Optional<String> segment = UrlEncoded.decode(raw, false);
            if (segment.isEmpty() || !isPlain(segment.get())) {
                return Optional.empty();
            }
            segments.add(segment.get());
        }
        return Optional.of(segments);
    }

    private static boolean isPlain(String segment) {
        return !segment.isEmpty() && !segment.equals(".") && !segment.equals("..") && !hasStructure(segment);
    }

    private static boolean hasStructure(String segment) {
        for (int i = 0; i < segment.length(); i++) {
            char c = segment.charAt(i);
            if (c == '/' || c == '\\' || c == ';' || Character.isISOControl(c)) {
                return true;
            }
        }
        return false;
    }
}
