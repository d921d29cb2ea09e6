package dev.keystead.platform.http.site;

import java.util.LinkedHashMap;
import java.util.Map;

/// Objects of the document, in the order written here, so that the document is the same at every start.
final class Tree {
    private Tree() {}

    static Map<String, Object> of(Object... namesAndValues) {
        var object = new LinkedHashMap<String, Object>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return object;
    }
}
