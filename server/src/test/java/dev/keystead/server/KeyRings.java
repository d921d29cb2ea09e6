package dev.keystead.server;

import dev.keystead.key.KeyRing;

/// What running servers sign tokens with.
public final class KeyRings {
    private KeyRings() {}

    public static KeyRing of(TestServer server) {
        return server.wiring().oauth().keyRing();
    }
}
