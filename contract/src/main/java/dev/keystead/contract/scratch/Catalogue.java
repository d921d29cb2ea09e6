package dev.keystead.contract.scratch;

import java.util.Map;

/// What the engine knows after a migration.
///
/// @param tables by full name
/// @param views by full name
/// @param routines by signature
/// @param schemas the comment of each schema, by name
public record Catalogue(
        Map<String, Table> tables,
        Map<String, View> views,
        Map<String, Routine> routines,
        Map<String, String> schemas) {
    static final Catalogue EMPTY = new Catalogue(Map.of(), Map.of(), Map.of(), Map.of());

    public Catalogue {
        tables = Map.copyOf(tables);
        views = Map.copyOf(views);
        routines = Map.copyOf(routines);
        schemas = Map.copyOf(schemas);
    }
}
