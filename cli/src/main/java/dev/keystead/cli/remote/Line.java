package dev.keystead.cli.remote;

import dev.keystead.cli.ExitCode;
import dev.keystead.platform.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What a person has typed, once it was parsed.
record Line(CommandSpec spec) {
    private static final int MOST_BODY = 1 << 20;

    private @Nullable Object value(String option) {
        OptionSpec found = spec.findOption(option);
        return found == null ? null : found.getValue();
    }

    Optional<String> text(String option) {
        return value(option) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    boolean has(String option) {
        return Boolean.TRUE.equals(value(option));
    }

    Form form() {
        return value("-o") instanceof Form form ? form : Form.table;
    }

    /// The members that the person wants to see.
    Optional<List<String>> columns() {
        return text("--columns")
                .map(list -> Stream.of(list.split(",", -1))
                        .map(String::strip)
                        .filter(each -> !each.isEmpty())
                        .map(each -> "/" + each.replace('.', '/'))
                        .toList());
    }

    long most() {
        return value("--limit") instanceof Long most ? most : Long.MAX_VALUE;
    }

    Place.Given place() {
        return new Place.Given(
                text("--context"), text("--server"), text("--workspace"), text("--ca"), text("--key-file"));
    }

    Map<String, String> places(Route route) {
        var values = new LinkedHashMap<String, String>();
        List<String> names = route.places();
        for (int at = 0; at < names.size(); at++) {
            values.put(
                    names.get(at),
                    Objects.toString(spec.positionalParameters().get(at).getValue()));
        }
        return values;
    }

    /// The values of a verb's flags that were given, by the names of their members.
    private Map<String, Object> members(Verb verb) {
        var given = new LinkedHashMap<String, Object>();
        int place = verb.route().places().size();
        for (Flag flag : verb.flags()) {
            Object value =
                    flag.positional() ? spec.positionalParameters().get(place++).getValue() : value(flag.option());
            if (value != null && !value.equals(List.of()) && !value.equals(false)) {
                given.put(flag.member(), read(flag, value));
            }
        }
        return given;
    }

    private static Object read(Flag flag, Object value) {
        return switch (flag.kind()) {
            case TRUTH -> truth(flag, value);
            case JSON -> json(flag, value);
            case PAIRS -> pairs(flag, value);
            case TEXT, NUMBER, YES, LIST -> value;
        };
    }

    private static JsonNode json(Flag flag, Object text) {
        try {
            if (Json.tree(text.toString()) instanceof ObjectNode object) {
                return object;
            }
        } catch (JacksonException _) {
            // Told below, like what is JSON and no object.
        }
        throw new Stop(ExitCode.USAGE, flag.option() + " is a JSON object, such as '{\"theme\":\"dark\"}'.");
    }

    private static boolean truth(Flag flag, Object word) {
        return switch (word.toString()) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new Stop(ExitCode.USAGE, flag.option() + " is true or false.");
        };
    }

    private static List<Map<String, String>> pairs(Flag flag, Object value) {
        List<?> texts = value instanceof List<?> several ? several : List.of();
        return texts.stream()
                .map(String::valueOf)
                .map(text -> {
                    int at = text.indexOf('@');
                    if (at < 1 || at == text.length() - 1) {
                        throw new Stop(
                                ExitCode.USAGE, flag.option() + " takes two things with '@' between them; see --help.");
                    }
                    return Map.of(
                            flag.parts().getFirst(), text.substring(0, at),
                            flag.parts().getLast(), text.substring(at + 1));
                })
                .toList();
    }

    Map<String, String> query(Verb verb) {
        var query = new LinkedHashMap<String, String>();
        members(verb)
                .forEach((member, value) -> query.put(
                        member,
                        value instanceof List<?> several
                                ? several.stream().map(String::valueOf).collect(Collectors.joining(","))
                                : String.valueOf(value)));
        return query;
    }

    /// The body: what `--from` names, and over it the flags. A verb that takes nothing sends nothing.
    Optional<JsonNode> body(Verb verb, Surroundings around) {
        if (verb.flags().isEmpty()) {
            return Optional.empty();
        }
        ObjectNode body = text("--from").map(file -> object(file, around)).orElseGet(Line::nothing);
        members(verb).forEach((member, value) -> {
            int dot = member.indexOf('.');
            ObjectNode within = dot < 0 ? body : body.withObject("/" + member.substring(0, dot));
            within.set(member.substring(dot + 1), Json.treeOf(value));
        });
        for (Flag flag : verb.flags()) {
            if (flag.required()
                    && body.at("/" + flag.member().replace('.', '/')).isMissingNode()) {
                throw new Stop(ExitCode.USAGE, flag.option() + " is missing; see --help.");
            }
        }
        return Optional.of(body);
    }

    private static ObjectNode nothing() {
        return (ObjectNode) Json.treeOf(Map.of());
    }

    private static ObjectNode object(String file, Surroundings around) {
        try (InputStream in = "-".equals(file) ? around.in() : Files.newInputStream(Path.of(file))) {
            byte[] bytes = in.readNBytes(MOST_BODY + 1);
            if (bytes.length <= MOST_BODY
                    && Json.tree(new String(bytes, StandardCharsets.UTF_8)) instanceof ObjectNode object) {
                return object;
            }
            throw new Stop(ExitCode.USAGE, "What --from names is no JSON object of at most 1 MiB.");
        } catch (IOException | InvalidPathException _) {
            throw new Stop(ExitCode.USAGE, "What --from names cannot be read.");
        } catch (JacksonException _) {
            throw new Stop(ExitCode.USAGE, "What --from names is no JSON object.");
        }
    }
}
