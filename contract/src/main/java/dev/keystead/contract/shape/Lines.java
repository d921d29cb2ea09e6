package dev.keystead.contract.shape;

import dev.keystead.contract.scratch.Step;
import dev.keystead.contract.scratch.Table;
import dev.keystead.contract.text.Definition;
import dev.keystead.contract.text.SqlStatement;
import dev.keystead.contract.text.SqlToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/// Finds the line of a migration that brings a breach.
final class Lines {
    private final Step step;
    private final Origins origins;

    Lines(Step step, Origins origins) {
        this.step = step;
        this.origins = origins;
    }

    int of(Table table, Anchor anchor) {
        return switch (anchor) {
            case Anchor.OfTable() -> ofTable(table);
            case Anchor.OfKey() -> inStatements(table, Lines::ofKey).orElseGet(() -> ofTable(table));
            case Anchor.OfColumn(String name) -> ofColumn(table, name);
            case Anchor.OfIndex index -> ofIndex(table, index);
            case Anchor.OfForeignKey key ->
                inStatements(table, statement -> ofReference(statement, key)).orElseGet(() -> ofTable(table));
            case Anchor.OfPolicy(String name) -> ofPolicy(name).orElseGet(() -> ofTable(table));
            case Anchor.OfOther(String name) -> ofOther(name);
        };
    }

    private int ofTable(Table table) {
        Optional<Origins.Origin> made =
                origins.of(table).filter(origin -> origin.migration().equals(step.migration()));
        if (made.isPresent()) {
            return made.get().statement().line();
        }
        return step.statements().stream()
                .filter(statement -> Origins.isAbout(table, statement))
                .reduce((_, last) -> last)
                .map(SqlStatement::line)
                .orElseGet(this::firstLine);
    }

    private int firstLine() {
        return step.statements().isEmpty() ? 1 : step.statements().getFirst().line();
    }

    private int ofColumn(Table table, String column) {
        return inStatements(table, statement -> first(Definition.columns(statement), column))
                .or(() -> inStatements(table, statement -> first(statement.tokens(), column)))
                .orElseGet(() -> ofTable(table));
    }

    private int ofIndex(Table table, Anchor.OfIndex index) {
        Optional<Origins.Origin> made = origins.ofIndex(table, index.name(), index.columns())
                .filter(origin -> origin.migration().equals(step.migration()));
        if (made.isPresent()) {
            return made.get().statement().line();
        }
        return inStatements(table, statement -> constraint(statement, index)).orElseGet(() -> ofTable(table));
    }

    private Optional<Integer> ofPolicy(String name) {
        return step.statements().stream()
                .filter(statement -> Definition.of(statement)
                        .filter(it -> it.thing() == Definition.Thing.POLICY)
                        .filter(it -> it.name().equalsIgnoreCase(name))
                        .isPresent())
                .reduce((_, last) -> last)
                .map(SqlStatement::line);
    }

    /// The line of a view, a routine or a schema.
    int ofOther(String name) {
        return step.statements().stream()
                .filter(statement -> Definition.of(statement)
                        .filter(it -> Origins.key(it.name()).equals(Origins.key(name)))
                        .isPresent())
                .reduce((_, last) -> last)
                .map(SqlStatement::line)
                .orElseGet(this::firstLine);
    }

    private interface Search {
        OptionalInt line(SqlStatement statement);
    }

    /// The last statement of the step about the table, or the one that made it under another name, that has
    /// an answer.
    private Optional<Integer> inStatements(Table table, Search search) {
        Optional<SqlStatement> made = origins.of(table)
                .filter(origin -> origin.migration().equals(step.migration()))
                .map(Origins.Origin::statement);
        return step.statements().stream()
                .filter(statement -> made.filter(statement::equals).isPresent() || Origins.isAbout(table, statement))
                .map(search::line)
                .filter(OptionalInt::isPresent)
                .map(OptionalInt::getAsInt)
                .reduce((_, last) -> last);
    }

    private static OptionalInt first(List<SqlToken> tokens, String name) {
        return tokens.stream()
                .filter(token -> token.isName() && token.text().equalsIgnoreCase(name))
                .mapToInt(SqlToken::line)
                .findFirst();
    }

    private static OptionalInt ofKey(SqlStatement statement) {
        List<SqlToken> tokens = statement.tokens();
        return IntStream.range(0, Math.max(0, tokens.size() - 1))
                .filter(i -> tokens.get(i).is("primary") && tokens.get(i + 1).is("key"))
                .map(i -> tokens.get(i).line())
                .findFirst();
    }

    /// Where a table's statement declares the unique constraint behind an index; the statement's line when it
    /// does not say.
    static int ofConstraint(SqlStatement statement, Anchor.OfIndex index) {
        return constraint(statement, index).orElse(statement.line());
    }

    private static OptionalInt constraint(SqlStatement statement, Anchor.OfIndex index) {
        OptionalInt named = first(statement.tokens(), index.name());
        if (named.isPresent()) {
            return named;
        }
        List<SqlToken> tokens = statement.tokens();
        for (int i = 0; i < tokens.size(); i++) {
            if (tokens.get(i).is("unique")) {
                boolean listed = i + 1 < tokens.size() && tokens.get(i + 1).is("(");
                List<String> columns = listed
                        ? itemsInFirstParentheses(tokens.subList(i, tokens.size()))
                        : List.of(declaredBefore(statement, i));
                if (columns.equals(index.columns())) {
                    return OptionalInt.of(tokens.get(i).line());
                }
            }
        }
        return OptionalInt.empty();
    }

    /// The column whose declaration the token belongs to.
    private static String declaredBefore(SqlStatement statement, int token) {
        List<SqlToken> before = statement.tokens().subList(0, token);
        return Definition.columns(statement).stream()
                .filter(before::contains)
                .reduce((_, last) -> last)
                .map(SqlToken::name)
                .orElse("");
    }

    private static OptionalInt ofReference(SqlStatement statement, Anchor.OfForeignKey key) {
        List<SqlToken> tokens = statement.tokens();
        for (int i = 0; i < tokens.size(); i++) {
            if (tokens.get(i).is("references")) {
                List<SqlToken> declaration = tokens.subList(declarationStart(tokens, i), i);
                boolean all = key.columns().stream()
                        .allMatch(column -> first(declaration, column).isPresent());
                if (all) {
                    return OptionalInt.of(tokens.get(i).line());
                }
            }
        }
        return OptionalInt.empty();
    }

    /// Back to the comma or the parenthesis that the declaration of a token begins behind.
    private static int declarationStart(List<SqlToken> tokens, int token) {
        int depth = 0;
        int at = token;
        while (at > 0) {
            SqlToken before = tokens.get(at - 1);
            depth += before.is(")") ? 1 : before.is("(") ? -1 : 0;
            if (depth < 0 || (depth == 0 && before.is(","))) {
                break;
            }
            at--;
        }
        return at;
    }

    /// What the first parentheses list, each without its collation, order or operator class: a name, or an
    /// expression as the engine writes it back.
    static List<String> itemsInFirstParentheses(List<SqlToken> tokens) {
        var items = new ArrayList<String>();
        var item = new StringBuilder();
        boolean whole = false;
        int depth = 0;
        for (SqlToken token : tokens) {
            if (token.is(")") && depth == 1) {
                items.add(item.toString());
                return items;
            }
            if (token.is(",") && depth == 1) {
                items.add(item.toString());
                item.setLength(0);
                whole = false;
            } else if (depth > 0) {
                boolean goesOn = depth > 1 || token.is("(") || item.isEmpty();
                whole |= !goesOn;
                item.append(whole ? "" : token.name());
            }
            depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
        }
        return items;
    }
}
