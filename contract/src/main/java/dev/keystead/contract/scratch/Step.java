package dev.keystead.contract.scratch;

import dev.keystead.contract.Finding;
import dev.keystead.contract.text.SqlStatement;
import dev.keystead.tenancy.migration.Migration;
import java.util.List;

/// One migration, applied.
///
/// @param refused the statements that the engine did not take
public record Step(
        Migration migration, List<SqlStatement> statements, Catalogue before, Catalogue after, List<Finding> refused) {
    public Step {
        statements = List.copyOf(statements);
        refused = List.copyOf(refused);
    }
}
