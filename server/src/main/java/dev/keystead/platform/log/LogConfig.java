package dev.keystead.platform.log;

/// What the log prints and how.
public record LogConfig(LogLevel level, LogFormat format) {}
