package dev.keystead.server;

import dev.keystead.platform.config.Config;
import dev.keystead.platform.config.Secret;
import dev.keystead.platform.crypto.MasterKey;
import java.util.Optional;

/// Finds the master key of a configuration.
final class MasterKeys {
    private MasterKeys() {}

    static MasterKey load(Config config) {
        return MasterKey.load(Optional.ofNullable(config.masterKey()).map(Secret::reveal), config.dataDir());
    }
}
