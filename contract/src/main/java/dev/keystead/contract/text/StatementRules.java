package dev.keystead.contract.text;

import static dev.keystead.contract.Rule.error;

import dev.keystead.contract.Dialect;
import dev.keystead.contract.Finding;
import dev.keystead.contract.Rule;
import dev.keystead.contract.Settings;
import dev.keystead.contract.text.SqlToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What the statements inside migrations may not do, those in the bodies of functions included.
final class StatementRules {
    static final Rule TENANT_LAST = error(
            "K001-tenant-last",
            "001 Query Patterns",
            "The tenant is the last parameter of a parameterised statement.",
            "Number the parameters so that the tenant's is the last.");
    static final Rule SELECT_STAR = error(
            "K004-select-star",
            "004 Spec audit",
            "Nothing selects every column of every row of a table with personal data.",
            "Name the columns and restrict the rows.");

    private StatementRules() {}

    static List<Rule> all() {
        return List.of(TENANT_LAST, SELECT_STAR);
    }

    /// @param personal the tables with personal data, without their schemas
    static List<Finding> check(MigrationText file, Settings settings, Set<String> personal) {
        var found = new ArrayList<Finding>();
        for (SqlStatement statement : file.text().statements()) {
            look(file, statement, settings, personal, found);
            for (SqlStatement inner : body(statement, settings.dialect())) {
                look(file, inner, settings, personal, found);
            }
        }
        return found;
    }

    private static void look(
            MigrationText file, SqlStatement statement, Settings settings, Set<String> personal, List<Finding> found) {
        ParameterOrder.tenantBeforeTheEnd(statement.tokens(), settings)
                .map(token -> TENANT_LAST.at(
                        file.at(token.line()),
                        settings.tenantColumn(),
                        "The parameter of " + settings.tenantColumn() + " is followed by another parameter."))
                .ifPresent(found::add);
        star(statement.tokens(), personal)
                .map(token -> SELECT_STAR.at(
                        file.at(token.line()),
                        token.name(),
                        "This selects every column of every row of " + token.name() + ", which has personal data."))
                .ifPresent(found::add);
    }

    /// The statements of a function's body, with the lines of the file.
    private static List<SqlStatement> body(SqlStatement statement, Dialect dialect) {
        boolean routine = dialect == Dialect.POSTGRES
                && (statement.begins("do")
                        || (statement.begins("create")
                                && statement.tokens().stream()
                                        .limit(4)
                                        .anyMatch(token -> token.is("function") || token.is("procedure"))));
        if (!routine) {
            return List.of();
        }
        var inner = new ArrayList<SqlStatement>();
        for (SqlToken token : statement.tokens()) {
            if (token.kind() == Kind.STRING && token.text().indexOf(' ') >= 0) {
                inner.addAll(SqlText.statements("\n".repeat(token.line() - 1) + token.text(), dialect));
            }
        }
        return inner;
    }

    /// The table of the first `select * from <table>` that has no `where` before its end.
    private static Optional<SqlToken> star(List<SqlToken> tokens, Set<String> personal) {
        for (int i = 0; i + 3 < tokens.size(); i++) {
            boolean begins = tokens.get(i).is("select")
                    && tokens.get(i + 1).is("*")
                    && tokens.get(i + 2).is("from");
            if (begins) {
                int table = i + 3;
                while (table + 2 < tokens.size() && tokens.get(table + 1).is(".")) {
                    table += 2;
                }
                if (personal.contains(tokens.get(table).name()) && !restricted(tokens, table + 1)) {
                    return Optional.of(tokens.get(table));
                }
            }
        }
        return Optional.empty();
    }

    private static boolean restricted(List<SqlToken> tokens, int from) {
        int depth = 0;
        for (int i = from; i < tokens.size() && depth >= 0; i++) {
            SqlToken token = tokens.get(i);
            if (token.is(";")) {
                return false;
            }
            if (depth == 0 && token.is("where")) {
                return true;
            }
            depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
        }
        return false;
    }
}
