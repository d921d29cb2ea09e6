package dev.keystead.platform.db;

import java.time.Duration;
import java.util.Optional;

/// Where the database is, and as whom each part of the server signs in.
///
/// @param administrator who may make roles and apply migrations; absent when somebody else does that
/// @param owner the role that owns all tables
/// @param accountDomain the mail domain of individual accounts, fixed when the database is made
public record DatabaseAccess(
        String jdbcUrl,
        Optional<Login> administrator,
        String owner,
        Login app,
        Login worker,
        String accountDomain,
        int poolSize,
        int workerPoolSize,
        Duration connectTimeout,
        Duration statementTimeout) {

    /// The address without parameters, for messages.
    public String place() {
        String address = jdbcUrl.replaceFirst("^jdbc:", "");
        int question = address.indexOf('?');
        return question < 0 ? address : address.substring(0, question);
    }
}
