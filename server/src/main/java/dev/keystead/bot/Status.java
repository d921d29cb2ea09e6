package dev.keystead.bot;

/// Whether a service identity or a service account works.
public enum Status {
    ACTIVE,
    SUSPENDED
}
