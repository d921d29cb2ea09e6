package dev.keystead.platform.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Which database, as whom, and how many connections.
///
/// @param url null for the embedded PostgreSQL
/// @param app who answers requests
/// @param worker who runs jobs
/// @param migrate whether the start applies migrations, or only checks that they are applied
/// @param embeddedPort 0 for any free one
public record DatabaseConfig(
        @Nullable Secret<DatabaseUrl> url,
        Login app,
        Login worker,
        boolean migrate,
        int poolSize,
        int workerPoolSize,
        Duration connectTimeout,
        Duration statementTimeout,
        int embeddedPort) {

    /// A database role and its password.
    ///
    /// @param user empty when it is derived from the deployment's name
    /// @param password null when it is derived from the master key
    public record Login(String user, @Nullable Secret<String> password) {}
}
