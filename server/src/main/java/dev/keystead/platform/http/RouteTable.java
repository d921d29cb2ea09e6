package dev.keystead.platform.http;

import dev.keystead.platform.http.Template.Segment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// All routes of the server, found by path without a search through patterns.
///
/// A literal segment wins over a variable. Two routes that would answer the same request are refused when
/// the table is made, as are two names for one variable.
public final class RouteTable {
    private static final Pattern SLUG = Pattern.compile("[a-z][a-z0-9-]{1,62}");

    private final List<Route> routes;
    private final Node root = new Node();

    private static final class Node {
        final Map<String, Node> literals = new HashMap<>();
        final Map<String, Node> verbs = new HashMap<>();
        final Map<Method, Route> routes = new EnumMap<>(Method.class);

        @Nullable
        Node variable;
    }

    /// What a path leads to.
    public record Match(Map<Method, Route> routes, Map<String, String> variables, WorkspaceName workspace) {
        /// The methods that may be used, for the Allow header.
        public List<String> allowed() {
            var names = new ArrayList<>(routes.keySet().stream().map(Enum::name).toList());
            if (routes.containsKey(Method.GET)) {
                names.add(1, "HEAD");
            }
            names.add("OPTIONS");
            return names;
        }
    }

    public RouteTable(List<Route> routes) {
        this.routes = List.copyOf(routes);
        this.routes.forEach(this::add);
    }

    /// The routes, in the order in which they were given.
    public List<Route> routes() {
        return routes;
    }

    /// The routes at a raw path, which may begin with `/t/{slug}`; nothing when no template fits. Where the
    /// host names a workspace already, the path must not: readers would differ on which one counts.
    Optional<Match> find(String path, WorkspaceName atHost) {
        Optional<List<String>> decoded = PathSegments.of(path);
        if (decoded.isEmpty() || !atHost.findSlug().map(RouteTable::isSlug).orElse(true)) {
            return Optional.empty();
        }
        List<String> segments = decoded.get();
        if (segments.size() < 2 || !segments.getFirst().equals("t")) {
            return find(segments, atHost);
        }
        String slug = segments.get(1);
        return atHost instanceof WorkspaceName.None() && isSlug(slug)
                ? find(segments.subList(2, segments.size()), new WorkspaceName.InPath(slug))
                : Optional.empty();
    }

    /// The nearest address above a raw path at which a page is shown.
    Optional<String> pageAbove(String path, WorkspaceName atHost) {
        String above = path;
        while (above.length() > 1) {
            above = above.substring(0, Math.max(1, above.lastIndexOf('/')));
            boolean page = find(above, atHost)
                    .map(match -> match.routes().get(Method.GET))
                    .filter(Route::isPage)
                    .isPresent();
            if (page) {
                return Optional.of(above);
            }
        }
        return Optional.empty();
    }

    private static boolean isSlug(String text) {
        return SLUG.matcher(text).matches();
    }

    private Optional<Match> find(List<String> segments, WorkspaceName workspace) {
        var values = new ArrayList<String>();
        Node found = find(root, segments, 0, values);
        if (found == null) {
            return Optional.empty();
        }
        Route any = found.routes.values().iterator().next();
        List<String> names = any.template().variables();
        var variables = new HashMap<String, String>();
        for (int i = 0; i < names.size(); i++) {
            variables.put(names.get(i), values.get(i));
        }
        return Optional.of(new Match(Collections.unmodifiableMap(found.routes), variables, workspace));
    }

    private static @Nullable Node find(Node node, List<String> segments, int at, List<String> values) {
        if (at == segments.size()) {
            return node.routes.isEmpty() ? null : node;
        }
        String segment = segments.get(at);
        Node literal = node.literals.get(segment);
        Node found = literal == null ? null : find(literal, segments, at + 1, values);
        if (found != null) {
            return found;
        }
        int colon = segment.lastIndexOf(':');
        Node next = colon < 0 ? node.variable : node.verbs.get(segment.substring(colon + 1));
        String value = colon < 0 ? segment : segment.substring(0, colon);
        if (next == null || value.isEmpty()) {
            return null;
        }
        values.add(value);
        found = find(next, segments, at + 1, values);
        if (found == null) {
            values.removeLast();
        }
        return found;
    }

    private void add(Route route) {
        Node node = root;
        for (Segment segment : route.template().segments()) {
            node = switch (segment) {
                case Segment.Literal(String text) -> node.literals.computeIfAbsent(text, _ -> new Node());
                case Segment.Variable(String _, Optional<String> verb)
                when verb.isPresent() -> node.verbs.computeIfAbsent(verb.get(), _ -> new Node());
                case Segment.Variable _ -> variableOf(node);
            };
        }
        for (Route other : node.routes.values()) {
            if (!other.template().variables().equals(route.template().variables())) {
                throw new IllegalArgumentException(other + " and " + route + " name their variables differently");
            }
        }
        Route before = node.routes.put(route.method(), route);
        if (before != null) {
            throw new IllegalArgumentException(before + " and " + route + " would answer the same requests");
        }
        if (route.template().segments().size() > 1
                && route.template().segments().getFirst().equals(new Segment.Literal("t"))) {
            throw new IllegalArgumentException(route + " stands where /t/{slug} selects a workspace");
        }
    }

    private static Node variableOf(Node node) {
        if (node.variable == null) {
            node.variable = new Node();
        }
        return node.variable;
    }

    /// The audit actions that the routes name.
    public Set<String> auditActions() {
        var actions = new TreeSet<String>();
        for (Route route : routes) {
            if (route.audit() instanceof Audit.Action(String name)) {
                actions.add(name);
            }
        }
        return actions;
    }
}
