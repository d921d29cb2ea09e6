package dev.keystead.contract.text;

import dev.keystead.contract.text.Definition.Act;
import dev.keystead.contract.text.Definition.Thing;
import java.util.List;
import java.util.Optional;

/// One statement of a file.
///
/// @param sql its text from its first to its last token, comments inside it included, without the semicolon
/// @param line where it begins, counted from 1
/// @param lastLine where it ends
/// @param tokens its pieces, without comments and the semicolon
/// @param above the comments directly above it: no blank line between them and it
/// @param within the comments inside it, and behind it on its last line
public record SqlStatement(
        String sql, int line, int lastLine, List<SqlToken> tokens, List<Comment> above, List<Comment> within) {
    public SqlStatement {
        tokens = List.copyOf(tokens);
        above = List.copyOf(above);
        within = List.copyOf(within);
    }

    /// Whether it begins with these keywords, in any case.
    public boolean begins(String... keywords) {
        if (tokens.size() < keywords.length) {
            return false;
        }
        for (int i = 0; i < keywords.length; i++) {
            if (!tokens.get(i).is(keywords[i])) {
                return false;
            }
        }
        return true;
    }

    /// Whether rows or values are lost for good. A deletion with a condition is a repair.
    public boolean destroys() {
        Optional<Definition> table = Definition.of(this).filter(it -> it.thing() == Thing.TABLE);
        return table.filter(it -> it.act() == Act.DROP).isPresent()
                || (table.filter(it -> it.act() == Act.ALTER).isPresent() && contains("drop", "column"))
                || begins("drop", "schema")
                || begins("truncate")
                || (begins("delete") && tokens.stream().noneMatch(token -> token.is("where")));
    }

    private boolean contains(String first, String second) {
        for (int i = 0; i + 1 < tokens.size(); i++) {
            if (tokens.get(i).is(first) && tokens.get(i + 1).is(second)) {
                return true;
            }
        }
        return false;
    }
}
