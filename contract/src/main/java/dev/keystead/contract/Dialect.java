package dev.keystead.contract;

/// The SQL that a folder of migrations is written in, and so the engine that is asked about it.
public enum Dialect {
    POSTGRES,
    SQLITE
}
