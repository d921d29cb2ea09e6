package dev.keystead.cli.remote;

import java.util.List;

/// Something that a server keeps, and what can be done to it.
///
/// @param columns what a list shows of each, as JSON pointers
public record Noun(String name, String summary, List<String> columns, List<Verb> verbs) {
    static Noun of(String name, String summary, List<String> columns, Verb... verbs) {
        return new Noun(
                name,
                summary,
                columns,
                List.of(verbs).stream()
                        .map(verb -> verb.columns().isEmpty() ? verb.shows(columns.toArray(String[]::new)) : verb)
                        .toList());
    }
}
