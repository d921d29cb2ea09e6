package dev.keystead.handle;

import dev.keystead.platform.json.Fields;
import java.util.regex.Pattern;

/// The grammar of handles: 2 to 20 of a-z, 0-9, dash and dot, beginning with a letter, no special at the end or
/// doubled. Those of machines end in `.bot`, and no others do.
public final class Handle {
    /// What the handles of machines end in.
    public static final String BOT = ".bot";

    /// The longest one.
    public static final int LONGEST = 20;

    private static final Pattern GRAMMAR = Pattern.compile("(?=.{2," + LONGEST + "}$)[a-z][a-z0-9]*([.-][a-z0-9]+)*");

    private Handle() {}

    public static boolean isHandle(String text) {
        return GRAMMAR.matcher(text).matches();
    }

    /// Whether only a machine can have it.
    public static boolean isBot(String handle) {
        return handle.endsWith(BOT);
    }

    /// The handle of a machine without what all of them end in.
    static String botName(String handle) {
        return handle.substring(0, handle.length() - BOT.length());
    }

    public static String checked(Fields fields, String value) {
        return fields.matching(
                "handle",
                value,
                GRAMMAR,
                "must be 2 to 20 characters of a-z, 0-9 and single inner dashes or dots, beginning with a letter");
    }
}
