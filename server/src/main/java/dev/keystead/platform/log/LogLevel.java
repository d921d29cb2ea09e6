package dev.keystead.platform.log;

/// How much is logged: a level and all levels before it in this list.
public enum LogLevel {
    ERROR,
    WARN,
    INFO,
    DEBUG,
    TRACE
}
