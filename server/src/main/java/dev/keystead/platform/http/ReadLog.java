package dev.keystead.platform.http;

/// Told of each read that its route audits, under the caller's scope, before the answer goes out. What it throws
/// keeps the answer back.
@FunctionalInterface
public interface ReadLog {
    void read(Call call, Caller caller);
}
