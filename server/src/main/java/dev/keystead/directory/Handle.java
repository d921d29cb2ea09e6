package dev.keystead.directory;

import dev.keystead.platform.json.Fields;
import java.util.regex.Pattern;

/// The grammar of handles: 2 to 20 of a-z, 0-9, dash and dot, beginning with a letter, no special at the end or
/// doubled.
public final class Handle {
    private static final Pattern GRAMMAR = Pattern.compile("(?=.{2,20}$)[a-z][a-z0-9]*([.-][a-z0-9]+)*");

    private Handle() {}

    public static boolean isHandle(String text) {
        return GRAMMAR.matcher(text).matches();
    }

    public static String checked(Fields fields, String value) {
        return fields.matching(
                "handle",
                value,
                GRAMMAR,
                "must be 2 to 20 characters of a-z, 0-9 and single inner dashes or dots, beginning with a letter");
    }
}
