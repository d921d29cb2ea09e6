package dev.keystead.contract.text;

import dev.keystead.contract.Dialect;
import dev.keystead.contract.text.SqlToken.Kind;
import java.util.ArrayList;
import java.util.List;

/// Cuts a file into statements. One is used once.
final class SqlLexer {
    private static final String TAG_END = "$";

    private final String text;
    private final Dialect dialect;
    private final StatementEnd end;
    private final List<SqlStatement> statements = new ArrayList<>();
    private final List<Comment> comments = new ArrayList<>();

    /// The comments since the last statement, and those of the statement that is being read.
    private final List<Comment> waiting = new ArrayList<>();

    private final List<Comment> within = new ArrayList<>();
    private final List<SqlToken> tokens = new ArrayList<>();
    private int at;
    private int line = 1;
    private int begin;
    private int lastTokenEnd;

    SqlLexer(String text, Dialect dialect) {
        this.text = text;
        this.dialect = dialect;
        this.end = new StatementEnd(dialect);
    }

    SqlText read() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\n') {
                line++;
                at++;
            } else if (Character.isWhitespace(c)) {
                at++;
            } else if (starts("--")) {
                lineComment();
            } else if (starts("/*")) {
                blockComment();
            } else if (c == ';' && end.isHere(tokens)) {
                at++;
                finish();
            } else {
                token(c);
            }
        }
        finish();
        return new SqlText(statements, comments);
    }

    private void token(char c) {
        if (tokens.isEmpty()) {
            begin = at;
        }
        int first = line;
        int from = at;
        SqlToken token;
        if (c == '\'') {
            token = new SqlToken(Kind.STRING, quoted('\'', '\'', false), first);
        } else if (c == '"') {
            token = new SqlToken(Kind.QUOTED_NAME, quoted('"', '"', false), first);
        } else if (dialect == Dialect.SQLITE && c == '`') {
            token = new SqlToken(Kind.QUOTED_NAME, quoted('`', '`', false), first);
        } else if (dialect == Dialect.SQLITE && c == '[') {
            token = new SqlToken(Kind.QUOTED_NAME, bracketed(), first);
        } else if (dialect == Dialect.POSTGRES && c == '$' && dollarTag() > 0) {
            token = new SqlToken(Kind.STRING, dollarQuoted(dollarTag()), first);
        } else if (isEscapeString(c)) {
            at++;
            token = new SqlToken(Kind.STRING, quoted('\'', '\'', true), first);
        } else if (isWordStart(c)) {
            while (at < text.length() && isWordPart(text.charAt(at))) {
                at++;
            }
            token = new SqlToken(Kind.WORD, text.substring(from, at), first);
        } else if (isDigit(c)) {
            while (at < text.length() && (isWordPart(text.charAt(at)) || text.charAt(at) == '.')) {
                at++;
            }
            token = new SqlToken(Kind.NUMBER, text.substring(from, at), first);
        } else {
            at++;
            token = new SqlToken(Kind.SYMBOL, String.valueOf(c), first);
        }
        tokens.add(token);
        end.saw(tokens);
        lastTokenEnd = at;
    }

    /// Reads to the closing quote, which counts as text when it is doubled; a missing one ends with the file.
    private String quoted(char open, char close, boolean backslashes) {
        assert text.charAt(at) == open;
        var content = new StringBuilder();
        at++;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '\n') {
                line++;
            }
            if (backslashes && c == '\\' && at < text.length()) {
                char escaped = text.charAt(at++);
                if (escaped == '\n') {
                    line++;
                }
                content.append(c).append(escaped);
            } else if (c != close) {
                content.append(c);
            } else if (at < text.length() && text.charAt(at) == close) {
                content.append(close);
                at++;
            } else {
                break;
            }
        }
        return content.toString();
    }

    private String bracketed() {
        int close = text.indexOf(']', at);
        String content = text.substring(at + 1, close < 0 ? text.length() : close);
        skipTo(close < 0 ? text.length() : close + 1);
        return content;
    }

    /// The length of the tag that begins here, such as 2 for `$$` and 6 for `$body$`; 0 when none does.
    private int dollarTag() {
        int i = at + 1;
        while (i < text.length() && isTagPart(text.charAt(i), i == at + 1)) {
            i++;
        }
        return i < text.length() && text.startsWith(TAG_END, i) ? i + 1 - at : 0;
    }

    private String dollarQuoted(int tagLength) {
        String tag = text.substring(at, at + tagLength);
        int from = at + tagLength;
        int close = text.indexOf(tag, from);
        int to = close < 0 ? text.length() : close;
        skipTo(close < 0 ? to : close + tagLength);
        return text.substring(from, to);
    }

    private void lineComment() {
        int newline = text.indexOf('\n', at);
        int to = newline < 0 ? text.length() : newline;
        comment(new Comment(text.substring(at + 2, to).strip(), line, line));
        at = to;
    }

    /// PostgreSQL nests block comments, SQLite does not; in both, a missing end is the end of the file.
    private void blockComment() {
        int first = line;
        int from = at + 2;
        int depth = 1;
        int i = from;
        while (i < text.length() && depth > 0) {
            if (text.startsWith("*/", i)) {
                depth--;
                i += 2;
            } else if (dialect == Dialect.POSTGRES && text.startsWith("/*", i)) {
                depth++;
                i += 2;
            } else {
                i++;
            }
        }
        int to = depth == 0 ? i - 2 : i;
        skipTo(i);
        comment(new Comment(text.substring(Math.min(from, to), to).strip(), first, line));
    }

    private void comment(Comment comment) {
        comments.add(comment);
        if (!tokens.isEmpty()) {
            within.add(comment);
        } else if (!statements.isEmpty() && statements.getLast().lastLine() == comment.line()) {
            SqlStatement before = statements.removeLast();
            var more = new ArrayList<>(before.within());
            more.add(comment);
            statements.add(new SqlStatement(
                    before.sql(), before.line(), before.lastLine(), before.tokens(), before.above(), more));
        } else {
            waiting.add(comment);
        }
    }

    private void finish() {
        if (!tokens.isEmpty()) {
            int first = tokens.getFirst().line();
            statements.add(new SqlStatement(
                    text.substring(begin, lastTokenEnd), first, line, tokens, directlyAbove(first), within));
            waiting.clear();
        }
        tokens.clear();
        within.clear();
        end.reset();
    }

    private List<Comment> directlyAbove(int first) {
        int reached = first;
        int from = waiting.size();
        while (from > 0 && waiting.get(from - 1).lastLine() >= reached - 1) {
            reached = waiting.get(--from).line();
        }
        return waiting.subList(from, waiting.size());
    }

    private void skipTo(int target) {
        for (int i = at; i < target; i++) {
            if (text.charAt(i) == '\n') {
                line++;
            }
        }
        at = target;
    }

    private boolean starts(String mark) {
        return text.startsWith(mark, at);
    }

    private boolean isEscapeString(char c) {
        return dialect == Dialect.POSTGRES && (c == 'e' || c == 'E') && text.startsWith("'", at + 1);
    }

    private static boolean isWordStart(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c > 127;
    }

    private static boolean isWordPart(char c) {
        return isWordStart(c) || isDigit(c) || c == '$';
    }

    private static boolean isTagPart(char c, boolean first) {
        return isWordStart(c) || (!first && isDigit(c));
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
