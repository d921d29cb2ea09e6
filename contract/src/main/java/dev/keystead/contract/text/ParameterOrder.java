package dev.keystead.contract.text;

import dev.keystead.contract.Dialect;
import dev.keystead.contract.Settings;
import dev.keystead.contract.text.SqlToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The order of a statement's parameters: `$1` in PostgreSQL, `?` and `?1` in SQLite.
final class ParameterOrder {
    /// A parameter, and the place of its first token.
    private record Parameter(int token, int number) {}

    private ParameterOrder() {}

    /// The tenant's parameter, if another one follows it.
    static Optional<SqlToken> tenantBeforeTheEnd(List<SqlToken> tokens, Settings settings) {
        List<Parameter> parameters = parameters(tokens, settings.dialect());
        int last = parameters.stream().mapToInt(Parameter::number).max().orElse(0);
        for (Parameter parameter : parameters) {
            if (parameter.number() < last && isTheTenants(tokens, parameter.token(), settings.tenantColumn())) {
                return Optional.of(tokens.get(parameter.token()));
            }
        }
        return inserted(tokens, settings.tenantColumn()).filter(_ -> last > 1);
    }

    private static List<Parameter> parameters(List<SqlToken> tokens, Dialect dialect) {
        String mark = dialect == Dialect.POSTGRES ? "$" : "?";
        var parameters = new ArrayList<Parameter>();
        for (int i = 0; i < tokens.size(); i++) {
            if (tokens.get(i).is(mark)) {
                Optional<Integer> number = i + 1 < tokens.size() ? number(tokens.get(i + 1)) : Optional.empty();
                // In PostgreSQL a bare mark is an operator; in SQLite it is the next parameter.
                if (number.isPresent() || dialect == Dialect.SQLITE) {
                    parameters.add(new Parameter(i, number.orElse(parameters.size() + 1)));
                }
            }
        }
        return parameters;
    }

    private static Optional<Integer> number(SqlToken token) {
        boolean small = token.kind() == Kind.NUMBER && token.text().matches("[0-9]{1,5}");
        return small ? Optional.of(Integer.parseInt(token.text())) : Optional.empty();
    }

    private static boolean isTheTenants(List<SqlToken> tokens, int at, String column) {
        return at >= 2 && tokens.get(at - 1).is("=") && names(tokens.get(at - 2), column);
    }

    /// The tenant's column in `insert into t (…)`, if it is not the last.
    private static Optional<SqlToken> inserted(List<SqlToken> tokens, String column) {
        for (int i = 0; i + 1 < tokens.size(); i++) {
            if (tokens.get(i).is("insert") && tokens.get(i + 1).is("into")) {
                int open = i + 2;
                while (open < tokens.size()
                        && !tokens.get(open).is("(")
                        && !tokens.get(open).is("values")) {
                    open++;
                }
                for (int at = open; at + 1 < tokens.size() && !tokens.get(at).is(")"); at++) {
                    if (names(tokens.get(at), column) && tokens.get(at + 1).is(",")) {
                        return Optional.of(tokens.get(at));
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static boolean names(SqlToken token, String column) {
        return token.isName() && token.name().equals(column);
    }
}
