package dev.keystead.contract.scratch;

import java.util.List;

/// A reference to another table.
///
/// @param table the other table, named as in [Catalogue#tables]
/// @param referenced its columns, in the order of ours
/// @param cascades whether deleting the other row deletes this one
public record ForeignKey(String name, List<String> columns, String table, List<String> referenced, boolean cascades) {
    public ForeignKey {
        columns = List.copyOf(columns);
        referenced = List.copyOf(referenced);
    }
}
