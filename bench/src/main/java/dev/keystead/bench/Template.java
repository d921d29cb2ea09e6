package dev.keystead.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Text with places to fill in anew for every iteration.
///
/// | placeholder | becomes |
/// |---|---|
/// | `{tenant}` | the tenant of this iteration |
/// | `{id}` | one of the ids, at random |
/// | `{n}`, `{n:4}` | a number that is used once in an invocation, with at least so many digits |
/// | `{stamp}` | letters and digits that differ from one invocation to the next |
///
/// Every other brace stands for itself, so JSON can be written as it is.
final class Template {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{(?:(tenant|id|stamp|n)|n:([1-9]))}");

    /// What the places become in one iteration.
    record Values(String tenant, String id, String stamp, long number) {}

    private sealed interface Part {
        record Literal(String text) implements Part {}

        record Tenant() implements Part {}

        record Id() implements Part {}

        record Stamp() implements Part {}

        record Counted(int digits) implements Part {}
    }

    private final String source;
    private final List<Part> parts;

    private Template(String source, List<Part> parts) {
        this.source = source;
        this.parts = List.copyOf(parts);
    }

    static Template parse(String source) {
        List<Part> parts = new ArrayList<>();
        Matcher place = PLACEHOLDER.matcher(source);
        int from = 0;
        while (place.find()) {
            if (place.start() > from) {
                parts.add(new Part.Literal(source.substring(from, place.start())));
            }
            parts.add(part(place));
            from = place.end();
        }
        if (from < source.length()) {
            parts.add(new Part.Literal(source.substring(from)));
        }
        return new Template(source, parts);
    }

    private static Part part(Matcher place) {
        String digits = place.group(2);
        return switch (place.group()) {
            case "{tenant}" -> new Part.Tenant();
            case "{id}" -> new Part.Id();
            case "{stamp}" -> new Part.Stamp();
            default -> new Part.Counted(digits == null ? 1 : Integer.parseInt(digits));
        };
    }

    /// A template for an address on this machine; refuses other hosts and placeholders that do not exist.
    static Template parseUrl(String key, String source) {
        Template template = parse(source);
        String example = template.render(new Values("t", "i", "s", 1));
        if (example.indexOf('{') >= 0 || example.indexOf('}') >= 0) {
            throw new Refusal("The address `" + source + "` of `" + key
                    + "` holds an unknown placeholder: use {tenant}, {id}, {n}, {n:4} or {stamp}.");
        }
        HttpUrl.parse(example).loopbackAddress();
        return template;
    }

    boolean usesTenant() {
        return parts.stream().anyMatch(Part.Tenant.class::isInstance);
    }

    boolean usesId() {
        return parts.stream().anyMatch(Part.Id.class::isInstance);
    }

    String render(Values values) {
        if (parts.size() == 1 && parts.getFirst() instanceof Part.Literal(String text)) {
            return text;
        }
        StringBuilder rendered = new StringBuilder(source.length() + 32);
        for (Part part : parts) {
            switch (part) {
                case Part.Literal(String text) -> rendered.append(text);
                case Part.Tenant() -> rendered.append(values.tenant());
                case Part.Id() -> rendered.append(values.id());
                case Part.Stamp() -> rendered.append(values.stamp());
                case Part.Counted(int digits) -> {
                    String number = Long.toString(values.number());
                    rendered.repeat('0', Math.max(0, digits - number.length())).append(number);
                }
            }
        }
        return rendered.toString();
    }

    @Override
    public String toString() {
        return source;
    }
}
