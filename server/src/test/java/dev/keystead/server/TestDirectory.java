package dev.keystead.server;

import dev.keystead.directory.Directory;

/// The users of a running server, for tests that make them as no route does.
public final class TestDirectory {
    private TestDirectory() {}

    public static Directory of(TestServer server) {
        return server.wiring().directory();
    }
}
