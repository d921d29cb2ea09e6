package dev.keystead.platform.config;

/// What hashing a password costs.
public record PasswordConfig(int hashMemoryBytes, int hashIterations) {}
