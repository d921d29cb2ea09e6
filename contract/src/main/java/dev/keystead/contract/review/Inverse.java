package dev.keystead.contract.review;

import dev.keystead.contract.text.Definition;
import dev.keystead.contract.text.Definition.Act;
import dev.keystead.contract.text.Definition.Thing;
import dev.keystead.contract.text.SqlStatement;
import dev.keystead.contract.text.SqlToken;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The statements that would take a migration back, where they follow from it.
final class Inverse {
    private Inverse() {}

    /// In the reverse order; nothing when one of the statements has no plain inverse.
    static Optional<String> of(List<SqlStatement> statements) {
        var inverse = new ArrayList<String>();
        Set<String> made = new HashSet<>();
        for (SqlStatement statement : statements) {
            Optional<Definition> definition = Definition.of(statement);
            if (definition.isEmpty()) {
                return Optional.empty();
            }
            Definition known = definition.get();
            boolean goesWithItsTable = known.act() == Act.COMMENT || made.contains(known.table());
            if (known.makes(Thing.TABLE)) {
                made.add(known.name());
                inverse.add("drop table " + known.name());
            } else if (!goesWithItsTable
                    && known.makes(Thing.INDEX)
                    && !known.name().isEmpty()) {
                inverse.add("drop index " + known.name());
            } else if (!goesWithItsTable && known.act() == Act.ALTER && known.thing() == Thing.TABLE) {
                List<SqlToken> added = Definition.columns(statement);
                if (added.isEmpty()) {
                    return Optional.empty();
                }
                added.forEach(column -> inverse.add("alter table " + known.name() + " drop column " + column.name()));
            } else if (!goesWithItsTable) {
                return Optional.empty();
            }
        }
        return inverse.isEmpty()
                ? Optional.empty()
                : Optional.of(inverse.reversed().stream().collect(Collectors.joining("; ")));
    }
}
