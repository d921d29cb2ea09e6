package dev.keystead.platform.config;

/// What a process does.
public enum Role {
    /// Answers requests.
    WEB,
    /// Runs jobs in the background.
    WORKER
}
