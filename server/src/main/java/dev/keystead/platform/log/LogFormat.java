package dev.keystead.platform.log;

/// How a log line looks.
public enum LogFormat {
    /// Text when standard error is a terminal, JSON otherwise.
    AUTO,
    TEXT,
    JSON
}
