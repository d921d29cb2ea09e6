package dev.keystead.server;

import dev.keystead.platform.config.Config;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.db.Storage;
import dev.keystead.tenancy.Database;

/// The database of a running installation as another node's worker sees it.
public final class Backstage implements AutoCloseable {
    private final DatabaseHome home;
    private final Storage storage;

    private Backstage(DatabaseHome home, Storage storage) {
        this.home = home;
        this.storage = storage;
    }

    /// Opens the database without changing it.
    ///
    /// @param config of a node of that installation, with its data folder
    public static Backstage open(Config config) {
        MasterKey master = MasterKeys.load(config);
        DatabaseHome home = DatabaseHome.open(config, master, _ -> {});
        return new Backstage(home, Storage.open(home.access(), false, _ -> {}, _ -> {}));
    }

    public Database worker() {
        return storage.worker();
    }

    public Database app() {
        return storage.app();
    }

    @Override
    public void close() {
        storage.close();
        home.close();
    }
}
