package dev.keystead.platform.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One message, taken apart once.
record Message(List<Part> parts, Set<Integer> placeholders) {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([0-9])(?:\\|([^{}|]*)\\|([^{}|]*))?}");

    /// A piece of a message.
    sealed interface Part {
        record Words(String text) implements Part {}

        record Argument(int index) implements Part {}

        /// A word that follows a number.
        record Counted(int index, String one, String other) implements Part {}
    }

    /// Reads a message.
    ///
    /// @throws IllegalArgumentException when a brace opens or closes nothing
    static Message parse(String text) {
        var parts = new ArrayList<Part>();
        Matcher placeholder = PLACEHOLDER.matcher(text);
        int at = 0;
        while (placeholder.find()) {
            parts.add(words(text, at, placeholder.start()));
            int index = Integer.parseInt(placeholder.group(1));
            parts.add(
                    placeholder.group(2) == null
                            ? new Part.Argument(index)
                            : new Part.Counted(index, placeholder.group(2), placeholder.group(3)));
            at = placeholder.end();
        }
        parts.add(words(text, at, text.length()));
        Set<Integer> placeholders = parts.stream()
                .flatMap(part -> switch (part) {
                    case Part.Words _ -> Stream.<Integer>empty();
                    case Part.Argument(int index) -> Stream.of(index);
                    case Part.Counted(int index, String _, String _) -> Stream.of(index);
                })
                .collect(Collectors.toUnmodifiableSet());
        return new Message(List.copyOf(parts), placeholders);
    }

    private static Part words(String text, int from, int to) {
        String words = text.substring(from, to);
        if (words.contains("{") || words.contains("}")) {
            throw new IllegalArgumentException("a brace is not part of a placeholder in: " + text);
        }
        return new Part.Words(words);
    }

    /// The message with its arguments, of which there must be as many as placeholders.
    String with(Object... arguments) {
        if (arguments.length != placeholders.size()) {
            throw new IllegalArgumentException(
                    "a text takes " + placeholders.size() + " arguments, " + arguments.length + " were given");
        }
        var text = new StringBuilder();
        for (Part part : parts) {
            switch (part) {
                case Part.Words(String words) -> text.append(words);
                case Part.Argument(int index) -> text.append(arguments[index]);
                case Part.Counted(int index, String one, String other) ->
                    text.append(arguments[index] instanceof Number number && number.longValue() == 1 ? one : other);
            }
        }
        return text.toString();
    }
}
