package dev.keystead.contract.text;

import dev.keystead.contract.Dialect;
import java.util.List;

/// Tells whether a semicolon ends a statement. In three places it does not: inside a SQLite trigger, inside a
/// PostgreSQL routine with a `begin atomic` body, and inside the parentheses of a PostgreSQL rule.
final class StatementEnd {
    private static final int HEAD = 5;

    private final Dialect dialect;
    private Form form = Form.PLAIN;
    private int depth;

    private enum Form {
        PLAIN,
        TRIGGER,
        ROUTINE,
        RULE
    }

    StatementEnd(Dialect dialect) {
        this.dialect = dialect;
    }

    void reset() {
        form = Form.PLAIN;
        depth = 0;
    }

    /// Called after each token, with all tokens of the statement so far.
    void saw(List<SqlToken> tokens) {
        SqlToken last = tokens.getLast();
        if (form == Form.PLAIN && tokens.size() <= HEAD && tokens.getFirst().is("create")) {
            form = formOf(last);
        } else if (form == Form.ROUTINE) {
            boolean atomic = last.is("atomic")
                    && tokens.size() > 1
                    && tokens.get(tokens.size() - 2).is("begin");
            if (atomic || (depth > 0 && last.is("case"))) {
                depth++;
            } else if (depth > 0 && last.is("end")) {
                depth--;
            }
        } else if (form == Form.RULE) {
            depth += last.is("(") ? 1 : last.is(")") ? -1 : 0;
        }
    }

    private Form formOf(SqlToken word) {
        return switch (dialect) {
            case SQLITE -> word.is("trigger") ? Form.TRIGGER : Form.PLAIN;
            case POSTGRES ->
                word.is("function") || word.is("procedure") ? Form.ROUTINE : word.is("rule") ? Form.RULE : Form.PLAIN;
        };
    }

    boolean isHere(List<SqlToken> tokens) {
        return switch (form) {
            case PLAIN -> true;
            case ROUTINE, RULE -> depth <= 0;
            case TRIGGER ->
                tokens.size() > 1
                        && tokens.getLast().is("end")
                        && tokens.get(tokens.size() - 2).is(";");
        };
    }
}
