package dev.keystead.contract.shape;

import java.util.List;

/// What a breach hangs on, and so the line that it is shown at.
sealed interface Anchor {
    record OfTable() implements Anchor {}

    record OfKey() implements Anchor {}

    record OfColumn(String name) implements Anchor {}

    record OfIndex(String name, List<String> columns) implements Anchor {}

    record OfForeignKey(String table, List<String> columns) implements Anchor {}

    record OfPolicy(String name) implements Anchor {}

    /// A view, a routine or a schema.
    record OfOther(String name) implements Anchor {}
}
