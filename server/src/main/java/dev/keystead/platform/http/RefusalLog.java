package dev.keystead.platform.http;

/// Told of each caller who was refused for a missing right, under that caller's scope, before the 403 goes out.
@FunctionalInterface
public interface RefusalLog {
    void refused(Call call, Caller caller);
}
