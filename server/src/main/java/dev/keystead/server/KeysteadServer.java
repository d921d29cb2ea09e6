package dev.keystead.server;

import dev.keystead.platform.config.Config;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.db.Login;
import dev.keystead.platform.db.Storage;
import dev.keystead.platform.html.Assets;
import dev.keystead.platform.html.Brand;
import dev.keystead.platform.html.Card;
import dev.keystead.platform.html.Pages;
import dev.keystead.platform.http.CannotListen;
import dev.keystead.platform.json.Json;
import dev.keystead.platform.metric.Metrics;
import dev.keystead.platform.start.StartRefused;
import dev.keystead.platform.text.Texts;
import dev.keystead.setup.SetupClosedPage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// One running server: its database, its web server and its jobs. Closing it drains and stops them in that order.
public final class KeysteadServer implements AutoCloseable {
    private final DatabaseHome home;
    private final Storage storage;
    private final Wiring wiring;
    private final URI address;
    private final Optional<URI> setupLink;
    private final Path pidFile;

    private KeysteadServer(
            DatabaseHome home, Storage storage, Wiring wiring, URI address, Optional<URI> setupLink, Path pidFile) {
        this.home = home;
        this.storage = storage;
        this.wiring = wiring;
        this.address = address;
        this.setupLink = setupLink;
        this.pidFile = pidFile;
    }

    /// Starts everything, or nothing: a part that cannot start takes the started ones down with it.
    ///
    /// @param progress is told, in a sentence, of anything that may take longer than a second
    /// @throws StartRefused with one sentence that says what to do
    public static KeysteadServer start(Config config, Consumer<String> progress) {
        MasterKey master = MasterKeys.load(config);
        loadAhead();
        var metrics = new Metrics();
        DatabaseHome home = DatabaseHome.open(config, master, progress);
        try {
            Storage storage = Storage.open(home.access(), config.database().migrate(), progress, metrics::watch);
            try {
                return start(config, new Wiring(config, master, storage, metrics, EdgeWiring.clock()), home, storage);
            } catch (RuntimeException e) {
                storage.close();
                throw e;
            }
        } catch (RuntimeException e) {
            home.close();
            throw e;
        }
    }

    /// Loads what the first answer needs while PostgreSQL starts, which leaves this process idle. Only time depends on
    /// it.
    private static void loadAhead() {
        Thread.ofPlatform().daemon().name("load-ahead").start(() -> {
            Json.bytes(Map.of("ready", true));
            var card = new Card(Texts.load().languages().getFirst(), Brand.ofProduct(), Optional.empty());
            new Pages(Assets.ofProduct(), Version.current()).html(new SetupClosedPage(card));
        });
    }

    private static KeysteadServer start(Config config, Wiring wiring, DatabaseHome home, Storage storage) {
        try {
            Optional<String> setupToken = wiring.setup().prepare().map(secret -> secret.text());
            URI address = config.http().publicUrl(wiring.start());
            Optional<URI> link = setupToken.map(token -> setupLink(address, token));
            Path pidFile = config.dataDir().resolve("keystead.pid");
            writePid(pidFile);
            return new KeysteadServer(home, storage, wiring, address, link, pidFile);
        } catch (CannotListen e) {
            wiring.close();
            throw new StartRefused(String.valueOf(e.getMessage()), e);
        } catch (RuntimeException e) {
            wiring.close();
            throw e;
        }
    }

    static URI setupLink(URI address, String token) {
        return URI.create(address + "/setup?token=" + token);
    }

    private static void writePid(Path file) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, ProcessHandle.current().pid() + "\n");
        } catch (IOException e) {
            throw new StartRefused("The file " + file + " cannot be written: " + e.getMessage() + ".", e);
        }
    }

    /// The address that people and programs use.
    public URI address() {
        return address;
    }

    /// The one-time link for the first administrator, as long as nobody has used one.
    public Optional<URI> setupLink() {
        return setupLink;
    }

    Wiring wiring() {
        return wiring;
    }

    Login appLogin() {
        return home.access().app();
    }

    @Override
    public void close() {
        // Each is closed even when the one before it could not be.
        try (home;
                storage) {
            wiring.close();
        } finally {
            deletePid();
        }
    }

    private void deletePid() {
        try {
            Files.deleteIfExists(pidFile);
        } catch (IOException e) {
            // A stale number in this file harms nobody.
        }
    }
}
