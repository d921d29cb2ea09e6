package dev.keystead.contract.shape;

import dev.keystead.contract.Dialect;
import dev.keystead.contract.text.Header;
import dev.keystead.contract.text.MigrationText;
import dev.keystead.contract.text.Placeholders;
import dev.keystead.tenancy.migration.Migration;
import java.util.HashMap;
import java.util.Map;

/// The opening comments of migrations, each read once and only when a rule asks.
final class Headers {
    private final Dialect dialect;
    private final Map<Migration, Header> read = new HashMap<>();

    Headers(Dialect dialect) {
        this.dialect = dialect;
    }

    Header of(Migration migration) {
        return read.computeIfAbsent(
                migration,
                unread -> MigrationText.of(unread, dialect, new Placeholders(Map.of()))
                        .header());
    }
}
