package dev.keystead.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The flags of every command that holds the contract against a folder. What they mean together is
/// [ContractSettings]'s business, so that `--help` loads nothing of the auditor.
final class ContractOptions {
    @Option(
            names = "--dialect",
            paramLabel = "NAME",
            defaultValue = "postgres",
            description = "the SQL of the files: postgres or sqlite (default: postgres)")
    String dialect = "postgres";

    @Option(
            names = "--database-url",
            paramLabel = "URL",
            description = "a PostgreSQL server on which a scratch database is made and dropped;"
                    + " without it an embedded one is started")
    @Nullable
    String databaseUrl;

    @Option(
            names = "--since",
            paramLabel = "NNNN",
            defaultValue = "0001",
            description = "the first migration that the contract counts for; findings in earlier ones are notes")
    String since = "0001";

    @Option(
            names = "--tenant-column",
            paramLabel = "NAME",
            defaultValue = "tenant_id",
            description = "the column that says whose a row is (default: tenant_id)")
    String tenantColumn = "tenant_id";

    @Option(
            names = "--placeholder",
            paramLabel = "NAME=VALUE",
            description = "the value of $${NAME} in the files; 'scratch_NAME' if not given")
    Map<String, String> placeholders = new LinkedHashMap<>();

    @Option(
            names = "--prelude",
            paramLabel = "FILE",
            description = "SQL to run before the first migration: what your own runner makes")
    @Nullable
    Path prelude;
}
