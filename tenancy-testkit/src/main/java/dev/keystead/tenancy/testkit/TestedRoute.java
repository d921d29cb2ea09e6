package dev.keystead.tenancy.testkit;

import dev.keystead.tenancy.Axis;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// A route of the module under test, as its router knows it.
///
/// @param template the path with its variables in braces, such as `/v1/users/{id}`
/// @param axis the axis that it is scoped by, or nothing for a route that is open to all
/// @param variables the kind of thing that each variable of the template names
/// @param body makes a sound JSON object for the request, new at each call, where the route takes one
/// @param lists the kind of thing whose ids the answer lists, where it is a list
/// @param headers what every request to the route must carry, such as `If-Match`
public record TestedRoute(
        String method,
        String template,
        Optional<Axis> axis,
        Map<String, String> variables,
        Optional<Supplier<String>> body,
        Optional<String> lists,
        Map<String, String> headers) {
    private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");

    public TestedRoute {
        variables = Map.copyOf(variables);
        headers = Map.copyOf(headers);
        for (String name : VARIABLE.matcher(template)
                .results()
                .map(match -> match.group(1))
                .toList()) {
            if (!variables.containsKey(name)) {
                throw new IllegalArgumentException(
                        method + " " + template + ": say which kind of thing {" + name + "} names");
            }
        }
    }

    /// A route without a body, a list or headers of its own.
    public static TestedRoute of(String method, String template, Axis axis, Map<String, String> variables) {
        return new TestedRoute(
                method, template, Optional.of(axis), variables, Optional.empty(), Optional.empty(), Map.of());
    }

    /// A route that needs no credential.
    public static TestedRoute open(String method, String template) {
        return new TestedRoute(
                method, template, Optional.empty(), Map.of(), Optional.empty(), Optional.empty(), Map.of());
    }

    public TestedRoute withBody(Supplier<String> body) {
        return new TestedRoute(method, template, axis, variables, Optional.of(body), lists, headers);
    }

    public TestedRoute listing(String kind) {
        return new TestedRoute(method, template, axis, variables, body, Optional.of(kind), headers);
    }

    String name() {
        return method + " " + template;
    }

    String path(Map<String, String> values) {
        return VARIABLE.matcher(template).replaceAll((MatchResult match) -> values.getOrDefault(match.group(1), ""));
    }

    /// A value for each variable, chosen by its name.
    Map<String, String> values(Function<String, String> choice) {
        var values = new LinkedHashMap<String, String>();
        variables.keySet().stream().sorted().forEach(name -> values.put(name, choice.apply(name)));
        return values;
    }
}
