package dev.keystead.contract.text;

import java.util.Locale;

/// A piece of a statement.
///
/// @param text a word as it is written; a quoted name or a string without its quotes; a number; a symbol of one
///     character
/// @param line where it begins, counted from 1
public record SqlToken(Kind kind, String text, int line) {
    public enum Kind {
        WORD,
        QUOTED_NAME,
        STRING,
        NUMBER,
        SYMBOL
    }

    /// Whether this is the keyword or symbol, in any case.
    public boolean is(String keywordOrSymbol) {
        return (kind == Kind.WORD || kind == Kind.SYMBOL) && text.equalsIgnoreCase(keywordOrSymbol);
    }

    public boolean isName() {
        return kind == Kind.WORD || kind == Kind.QUOTED_NAME;
    }

    /// The name that this means: unquoted words are folded to lower case, as PostgreSQL does and SQLite permits.
    public String name() {
        return kind == Kind.WORD ? text.toLowerCase(Locale.ROOT) : text;
    }
}
