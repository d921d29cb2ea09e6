package dev.keystead.platform.db;

import java.util.Locale;

/// Closed sets of words: an enum in code, lower-case text behind a CHECK in the database.
public final class Words {
    private Words() {}

    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    public static <E extends Enum<E>> E parse(Class<E> type, String word) {
        return Enum.valueOf(type, word.toUpperCase(Locale.ROOT));
    }
}
