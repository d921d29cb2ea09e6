package dev.keystead.server;

import dev.keystead.client.Clients;
import dev.keystead.lockout.SourceLimits;
import dev.keystead.tenancy.Database;

/// What tests of applications need of a running server.
public final class Applications {
    private Applications() {}

    public static Clients of(TestServer server) {
        return server.wiring().oauth().clients();
    }

    /// How much anybody may begin there.
    public static SourceLimits limits(TestServer server) {
        return server.wiring().door().limits();
    }

    /// The database as the running server sees it.
    public static Database database(TestServer server) {
        return server.wiring().database();
    }
}
