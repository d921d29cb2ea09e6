package dev.keystead.contract.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What a statement makes, changes or says something about, as far as its first words tell.
///
/// @param name as it is written, folded like [SqlToken#name], with its schema if it has one; empty for an index that
///     the engine names
/// @param table the table it belongs to: itself, for a table
public record Definition(Act act, Thing thing, String name, String table) {
    private static final Set<String> BEFORE_THE_KIND = Set.of(
            "or",
            "replace",
            "global",
            "local",
            "temp",
            "temporary",
            "unlogged",
            "unique",
            "foreign",
            "materialized",
            "recursive",
            "permissive");
    private static final Set<String> BEFORE_THE_NAME = Set.of("concurrently", "if", "not", "exists", "only");
    private static final Set<String> NO_COLUMN =
            Set.of("primary", "foreign", "unique", "check", "constraint", "exclude", "like");

    public enum Act {
        CREATE,
        ALTER,
        DROP,
        COMMENT
    }

    public enum Thing {
        TABLE,
        INDEX,
        POLICY,
        OTHER
    }

    public static Optional<Definition> of(SqlStatement statement) {
        var reading = new Reading(statement.tokens());
        Optional<Act> act = reading.act();
        return act.flatMap(known -> reading.rest(known));
    }

    /// Whether the statement makes this kind of thing.
    public boolean makes(Thing kind) {
        return act == Act.CREATE && thing == kind;
    }

    /// The columns that a statement declares, with their lines: all of a new table, or those that are added to one.
    public static List<SqlToken> columns(SqlStatement statement) {
        List<SqlToken> tokens = statement.tokens();
        Optional<Definition> definition = of(statement).filter(it -> it.thing == Thing.TABLE);
        if (definition.isEmpty()) {
            return List.of();
        }
        return switch (definition.get().act) {
            case CREATE -> declared(tokens);
            case ALTER -> added(tokens);
            case DROP, COMMENT -> List.of();
        };
    }

    /// The tables that a statement drops: `drop table a, b` names several.
    public static List<String> droppedTables(SqlStatement statement) {
        var reading = new Reading(statement.tokens());
        boolean drops = reading.act()
                .flatMap(reading::rest)
                .filter(it -> it.act == Act.DROP && it.thing == Thing.TABLE)
                .isPresent();
        return drops ? reading.names(of(statement).map(Definition::name).orElse("")) : List.of();
    }

    private static List<SqlToken> declared(List<SqlToken> tokens) {
        var columns = new ArrayList<SqlToken>();
        int depth = 0;
        for (int i = 0; i + 1 < tokens.size(); i++) {
            SqlToken token = tokens.get(i);
            depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
            boolean opens = depth == 1 && (token.is("(") || token.is(","));
            SqlToken next = tokens.get(i + 1);
            if (opens && next.isName() && !NO_COLUMN.contains(next.name())) {
                columns.add(next);
            }
        }
        return columns;
    }

    private static List<SqlToken> added(List<SqlToken> tokens) {
        var columns = new ArrayList<SqlToken>();
        for (int i = 0; i + 1 < tokens.size(); i++) {
            if (tokens.get(i).is("add")) {
                int name = i + 1;
                while (name < tokens.size() - 1
                        && (tokens.get(name).is("column")
                                || BEFORE_THE_NAME.contains(tokens.get(name).name()))) {
                    name++;
                }
                if (tokens.get(name).isName()
                        && !NO_COLUMN.contains(tokens.get(name).name())) {
                    columns.add(tokens.get(name));
                }
            }
        }
        return columns;
    }

    /// Goes over the tokens of one statement.
    private static final class Reading {
        private final List<SqlToken> tokens;
        private int at;

        Reading(List<SqlToken> tokens) {
            this.tokens = tokens;
        }

        Optional<Act> act() {
            if (tokens.isEmpty()) {
                return Optional.empty();
            }
            SqlToken first = tokens.getFirst();
            at = 1;
            if (first.is("comment")) {
                skip(Set.of("on"));
                return Optional.of(Act.COMMENT);
            }
            skip(BEFORE_THE_KIND);
            return first.is("create")
                    ? Optional.of(Act.CREATE)
                    : first.is("alter")
                            ? Optional.of(Act.ALTER)
                            : first.is("drop") ? Optional.of(Act.DROP) : Optional.empty();
        }

        Optional<Definition> rest(Act act) {
            if (at >= tokens.size()) {
                return Optional.empty();
            }
            SqlToken kind = tokens.get(at++);
            Thing thing = kind.is("table")
                    ? Thing.TABLE
                    : kind.is("index") ? Thing.INDEX : kind.is("policy") ? Thing.POLICY : Thing.OTHER;
            skip(BEFORE_THE_NAME);
            String name = at < tokens.size() && tokens.get(at).is("on") ? "" : name();
            return Optional.of(new Definition(act, thing, name, thing == Thing.TABLE ? name : tableAfterOn()));
        }

        /// This name and those that follow it behind commas.
        List<String> names(String first) {
            var names = new ArrayList<>(List.of(first));
            while (at + 1 < tokens.size() && tokens.get(at).is(",")) {
                at++;
                names.add(name());
            }
            return names;
        }

        private String tableAfterOn() {
            while (at < tokens.size() && !tokens.get(at).is("on")) {
                at++;
            }
            at++;
            skip(BEFORE_THE_NAME);
            return name();
        }

        private String name() {
            var name = new StringBuilder();
            while (at < tokens.size() && tokens.get(at).isName()) {
                name.append(tokens.get(at++).name());
                if (at < tokens.size() && tokens.get(at).is(".")) {
                    name.append('.');
                    at++;
                } else {
                    break;
                }
            }
            return name.toString();
        }

        private void skip(Set<String> words) {
            while (at < tokens.size()
                    && tokens.get(at).kind() == SqlToken.Kind.WORD
                    && words.contains(tokens.get(at).name())) {
                at++;
            }
        }
    }
}
