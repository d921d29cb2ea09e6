package dev.keystead.cli.remote;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A path of the API with places for what a line names, such as `/v1/users/{id}`.
///
/// @param method GET, POST, …
record Route(String method, String path) {
    private static final Pattern PLACE = Pattern.compile("\\{([a-z_]+)}");

    /// A place that nobody types: the id of the workspace that the line is about.
    static final String WORKSPACE = "workspace";

    /// Whether the path names the workspace that the line is about.
    boolean inWorkspace() {
        return path.contains("{" + WORKSPACE + "}");
    }

    /// The names of what must be given, in their order.
    List<String> places() {
        var names = new ArrayList<String>();
        Matcher each = PLACE.matcher(path);
        while (each.find()) {
            if (!WORKSPACE.equals(each.group(1))) {
                names.add(each.group(1));
            }
        }
        return names;
    }

    boolean reads() {
        return "GET".equals(method);
    }

    /// Whether what is given goes into a body.
    boolean hasBody() {
        return !reads() && !"DELETE".equals(method);
    }

    /// The path with every place filled.
    String filled(Map<String, String> values) {
        return PLACE.matcher(path)
                .replaceAll(
                        place -> Matcher.quoteReplacement(encoded(Objects.requireNonNull(values.get(place.group(1))))));
    }

    /// The path and a query.
    static String with(String path, Map<String, String> query) {
        if (query.isEmpty()) {
            return path;
        }
        return path + "?"
                + query.entrySet().stream()
                        .map(each -> encoded(each.getKey()) + "=" + encoded(each.getValue()))
                        .collect(Collectors.joining("&"));
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
