package dev.keystead.handle;

import dev.keystead.directory.Directory;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.platform.config.HandleConfig;
import dev.keystead.tenancy.Database;
import dev.keystead.workspace.Reserved;
import java.time.Clock;
import java.time.Duration;

/// The rules of handles on a database, as the server has them by its settings.
public final class TestHandles {
    public static final HandleConfig CONFIG = new HandleConfig(
            300,
            Duration.ofDays(365),
            Duration.ofDays(730),
            Duration.ofDays(548),
            Duration.ofDays(730),
            Duration.ofDays(1826),
            Duration.ofDays(30));

    private TestHandles() {}

    /// Without a cache: nothing is heard of other nodes here.
    public static Handles on(Database database, Clock clock) {
        return new Handles(database, new SharedCaches(database, clock), CONFIG, Reserved.SYSTEM_WORKSPACE, clock);
    }

    public static Directory directory(Database database) {
        Clock clock = Clock.systemUTC();
        return new Directory(database, on(database, clock), "koder.dev", clock);
    }
}
