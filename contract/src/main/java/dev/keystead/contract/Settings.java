package dev.keystead.contract;

import dev.keystead.tenancy.migration.MigrationName;
import java.util.Map;
import java.util.Optional;

/// How a folder is to be judged.
///
/// @param server the server on which a scratch database is made and dropped; without it, an embedded one is started
/// @param since the number of the migration from which the contract counts; 1 for all
/// @param tenantColumn the column that says whose a row is
/// @param placeholders the values of `${name}` in the files; a name that is missing reads as `scratch_<name>`
/// @param prelude SQL that runs before the first migration: what the team's own runner makes, such as its schema
public record Settings(
        Dialect dialect,
        Optional<ServerUrl> server,
        int since,
        String tenantColumn,
        Map<String, String> placeholders,
        Optional<String> prelude) {
    public static final String TENANT_COLUMN = "tenant_id";

    public Settings {
        placeholders = Map.copyOf(placeholders);
    }

    /// The usual judgement: embedded engine, everything counts.
    public static Settings of(Dialect dialect) {
        return new Settings(dialect, Optional.empty(), 1, TENANT_COLUMN, Map.of(), Optional.empty());
    }

    /// A PostgreSQL server's address, `jdbc:postgresql://…` or `postgresql://user:password@host:port/database`. It may
    /// hold a password, so only [#reveal] shows it.
    public record ServerUrl(String reveal) {
        @Override
        public String toString() {
            return "ServerUrl[hidden]";
        }
    }

    public Settings since(int number) {
        return new Settings(dialect, server, number, tenantColumn, placeholders, prelude);
    }

    /// A finding as it weighs here. A file from before the contract counts is judged all the same, but what is found
    /// there is only worth knowing.
    public Finding weighed(Finding finding) {
        boolean old = MigrationName.parse(finding.place().file())
                .filter(name -> name.number() < since)
                .isPresent();
        return old
                ? new Finding(
                        finding.rule(),
                        Severity.NOTE,
                        finding.place(),
                        finding.subject(),
                        finding.message() + " (grandfathered)")
                : finding;
    }
}
