package dev.keystead.platform.http;

import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Fields;
import dev.keystead.platform.json.Members;
import java.util.List;
import java.util.function.Function;

/// A query parameter that a route takes, with its type. Declare it once, name it in the route, read it by [Call#find].
public record Param<T>(String name, String about, Kind kind, Function<String, T> parse) {
    /// What the document says about the parameter's type.
    public sealed interface Kind {
        record Text(int shortest, int longest) implements Kind {}

        record WholeNumber(int least, int most) implements Kind {}

        record Flag() implements Kind {}

        record Word(List<String> words) implements Kind {}
    }

    public static Param<String> text(String name, String about) {
        return text(name, about, 1, 200);
    }

    public static Param<String> text(String name, String about, int shortest, int longest) {
        return new Param<>(name, about, new Kind.Text(shortest, longest), value -> {
            var fields = new Fields();
            String checked = fields.text(name, value, shortest, longest);
            fields.refuseIfAny();
            return checked;
        });
    }

    public static Param<Integer> number(String name, String about, int least, int most) {
        return new Param<>(
                name, about, new Kind.WholeNumber(least, most), value -> parseNumber(name, value, least, most));
    }

    public static Param<Boolean> flag(String name, String about) {
        return new Param<>(name, about, new Kind.Flag(), value -> switch (value) {
            case "true" -> true;
            case "false" -> false;
            default -> throw BadInput.member(name, "must be true or false");
        });
    }

    /// One of the words of an enum, in lower case.
    public static <E extends Enum<E>> Param<E> word(String name, String about, Class<E> type) {
        List<E> constants = List.of(type.getEnumConstants());
        List<String> words = constants.stream().map(Param::word).toList();
        return new Param<>(
                name,
                about,
                new Kind.Word(words),
                value -> constants.stream()
                        .filter(constant -> word(constant).equals(value))
                        .findFirst()
                        .orElseThrow(() -> BadInput.member(name, "must be one of " + String.join(", ", words))));
    }

    private static String word(Enum<?> constant) {
        return Members.snakeCase(constant.name());
    }

    private static int parseNumber(String name, String value, int least, int most) {
        // Nine digits cannot overflow; signs, spaces and leading zeros are other spellings of the same number.
        if (value.matches("0|[1-9][0-9]{0,8}")) {
            int number = Integer.parseInt(value);
            if (number >= least && number <= most) {
                return number;
            }
        }
        throw BadInput.member(name, "must be a number from " + least + " to " + most);
    }

    @Override
    public String toString() {
        return name;
    }
}
