package dev.keystead.directory;

import java.text.Normalizer;

/// The form in which addresses and names are compared and searched: compatibility-normalised, lower case.
///
/// Computed here and stored, because an expression in the database is neither the same in every version nor usable as
/// an
/// index condition behind row-level security.
final class SearchKey {
    private SearchKey() {}

    static String of(String text) {
        var folded = new StringBuilder();
        Normalizer.normalize(text, Normalizer.Form.NFKC)
                .codePoints()
                .map(SearchKey::folded)
                .forEach(folded::appendCodePoint);
        return Normalizer.normalize(folded, Normalizer.Form.NFKC);
    }

    /// Letter by letter and by way of upper case, unlike lower-casing a word. There a sigma's form depends on
    /// whether the word goes on, so the start of a name would not be the start of its key. And letters that
    /// share one upper case (s and long s, i and dotless i) are the same to whoever types in any case.
    private static int folded(int codePoint) {
        return Character.toLowerCase(Character.toUpperCase(codePoint));
    }
}
