package dev.keystead.contract.text;

import dev.keystead.contract.Dialect;
import dev.keystead.contract.Place;
import dev.keystead.tenancy.migration.Migration;

/// A migration as text: what it says when its placeholders are filled.
///
/// @param migration the file as it lies there
/// @param text its statements and comments, placeholders filled
/// @param header its opening comment block
public record MigrationText(Migration migration, SqlText text, Header header) {
    public static MigrationText of(Migration migration, Dialect dialect, Placeholders placeholders) {
        SqlText text = SqlText.of(placeholders.fill(migration.sql()), dialect);
        return new MigrationText(migration, text, Header.of(text));
    }

    public String file() {
        return migration.name().file();
    }

    Place at(int line) {
        return new Place(file(), line);
    }

    Place at(SqlStatement statement) {
        return at(statement.line());
    }
}
