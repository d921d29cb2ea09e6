package dev.keystead.tenancy;

import java.util.Optional;
import java.util.function.Function;

/// A statement that answers rows, each mapped to an `R`: a select, or a change with `returning`.
///
/// The factory names the axis. On an axis, the **last** `?` of the text is the axis's id, and [Database] binds it from
/// the scope: a caller cannot pass another tenant's. A text that ends on another parameter, such as a limit, has it
/// bound
/// in its place by [Parameters#scope()].
public final class Query<R> implements Sql {
    private final Parts parts;
    private final Function<Row, R> mapping;

    private Query(Parts parts, Function<Row, R> mapping) {
        this.parts = parts;
        this.mapping = mapping;
    }

    public static <R> Query<R> tenant(String id, String text, Function<Row, R> mapping) {
        return new Query<>(Parts.of(id, new Reach.Along(Axis.TENANT), text), mapping);
    }

    public static <R> Query<R> org(String id, String text, Function<Row, R> mapping) {
        return new Query<>(Parts.of(id, new Reach.Along(Axis.ORG), text), mapping);
    }

    public static <R> Query<R> project(String id, String text, Function<Row, R> mapping) {
        return new Query<>(Parts.of(id, new Reach.Along(Axis.PROJECT), text), mapping);
    }

    public static <R> Query<R> user(String id, String text, Function<Row, R> mapping) {
        return new Query<>(Parts.of(id, new Reach.Along(Axis.USER), text), mapping);
    }

    /// On a table of the closed list that has no row-level security.
    public static <R> Query<R> systemWide(String id, String text, Function<Row, R> mapping) {
        return new Query<>(Parts.of(id, new Reach.SystemWide(), text), mapping);
    }

    /// Over many tenants, on the worker's connection only.
    public static <R> Query<R> crossTenant(String id, String why, String text, Function<Row, R> mapping) {
        return new Query<>(Parts.of(id, new Reach.CrossTenant(why), text), mapping);
    }

    /// The same statement with a sentence for the person whose change breaks a unique rule.
    public Query<R> onConflict(String message) {
        return new Query<>(parts.onConflict(new Conflict(message, Optional.empty())), mapping);
    }

    R map(Row row) {
        return mapping.apply(row);
    }

    @Override
    public Parts parts() {
        return parts;
    }

    @Override
    public String toString() {
        return parts.id();
    }
}
