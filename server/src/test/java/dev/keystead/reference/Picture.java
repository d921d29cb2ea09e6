package dev.keystead.reference;

import java.util.List;

/// What a picture of a schema shows, before anything has a place.
record Picture(String title, List<Box> boxes, List<Link> links) {
    enum Kind {
        TABLE,
        VIEW,
        /// A table of another schema: its name only.
        STUB
    }

    /// @param name `schema.table`
    /// @param scope as the table's comment says it; empty for what has none
    record Box(String name, Kind kind, String scope, List<Field> fields) {}

    record Field(String name, String type, boolean primary, boolean foreign, boolean nullable) {}

    /// A reference, or a view's look at a table.
    ///
    /// @param from the box that refers
    /// @param field the place of the field that it refers by, counted from 0
    /// @param to the box that is referred to
    /// @param count how many there are on either side, such as `n:1`; empty for a view
    record Link(String from, int field, String to, String count) {
        boolean isLook() {
            return count.isEmpty();
        }
    }
}
