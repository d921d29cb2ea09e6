package dev.keystead.platform.http;

/// Whether the server has begun to stop. Shared by the server, which sets it, and the readiness probe, which tells it.
public final class Draining {
    private volatile boolean begun;

    public void begin() {
        begun = true;
    }

    public boolean hasBegun() {
        return begun;
    }
}
