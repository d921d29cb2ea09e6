package dev.keystead.platform.http;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The path of a route: literal segments, variables, and variables with a verb, as in `/v1/users/{id}:suspend`.
public record Template(String text, List<Segment> segments) {
    private static final Pattern LITERAL = Pattern.compile("[A-Za-z0-9._~-]+(:[a-z][a-z-]*)?");
    private static final Pattern VARIABLE = Pattern.compile("\\{([a-z][A-Za-z0-9]*)}(?::([a-z][a-z-]*))?");

    public sealed interface Segment {
        record Literal(String text) implements Segment {}

        /// Any text without a colon; with a verb, text and `:verb`.
        record Variable(String name, Optional<String> verb) implements Segment {}
    }

    /// Reads a template.
    ///
    /// @throws IllegalArgumentException when the text is no template
    public static Template of(String text) {
        if (!text.startsWith("/")) {
            throw new IllegalArgumentException("the template '" + text + "' must begin with /");
        }
        var segments = new ArrayList<Segment>();
        var names = new HashSet<String>();
        if (!text.equals("/")) {
            for (String part : text.substring(1).split("/", -1)) {
                segments.add(segment(text, part, names));
            }
        }
        return new Template(text, List.copyOf(segments));
    }

    private static Segment segment(String template, String part, HashSet<String> names) {
        Matcher variable = VARIABLE.matcher(part);
        if (variable.matches()) {
            String name = variable.group(1);
            if (!names.add(name)) {
                throw new IllegalArgumentException("the template '" + template + "' names {" + name + "} twice");
            }
            return new Segment.Variable(name, Optional.ofNullable(variable.group(2)));
        }
        if (LITERAL.matcher(part).matches()) {
            return new Segment.Literal(part);
        }
        throw new IllegalArgumentException("'" + part + "' in '" + template + "' is neither a word nor a {variable}");
    }

    /// The names of the variables, in order.
    public List<String> variables() {
        return segments.stream()
                .filter(Segment.Variable.class::isInstance)
                .map(segment -> ((Segment.Variable) segment).name())
                .toList();
    }

    @Override
    public String toString() {
        return text;
    }
}
