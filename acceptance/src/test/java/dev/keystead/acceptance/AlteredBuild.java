package dev.keystead.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// A copy of the packaged product in which somebody has changed a migration.
final class AlteredBuild {
    private AlteredBuild() {}

    /// Copies the build and changes the migration whose name begins so.
    ///
    /// @param relock whether the lock is changed to fit
    /// @return the copy's jar
    static Path withMigration(Path folder, String start, UnaryOperator<String> change, boolean relock) {
        try {
            Path jar = copy(Product.jar(), folder);
            Path server = only(folder.resolve("lib"), "keystead-server-");
            try (FileSystem inside = FileSystems.newFileSystem(URI.create("jar:" + server.toUri()), Map.of())) {
                Path migrations = inside.getPath("db", "migration");
                Path migration = only(migrations, start);
                String before = Files.readString(migration);
                String after = change.apply(before);
                Files.writeString(migration, after);
                if (relock) {
                    Path lock = migrations.resolve("_migrations.lock");
                    Files.writeString(lock, Files.readString(lock).replace(sha256(before), sha256(after)));
                }
            }
            return jar;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path copy(Path jar, Path folder) throws IOException {
        Path libraries = Files.createDirectories(folder.resolve("lib"));
        try (Stream<Path> all = Files.list(jar.resolveSibling("lib"))) {
            for (Path library : all.toList()) {
                Files.copy(library, libraries.resolve(library.getFileName()));
            }
        }
        return Files.copy(jar, folder.resolve(jar.getFileName()));
    }

    private static Path only(Path folder, String start) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(each -> each.getFileName().toString().startsWith(start))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
