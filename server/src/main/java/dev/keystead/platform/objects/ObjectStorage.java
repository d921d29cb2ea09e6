package dev.keystead.platform.objects;

import dev.keystead.platform.config.ObjectConfig;
import dev.keystead.platform.config.Secret;
import dev.keystead.platform.start.StartRefused;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopedKey;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/// Where files are kept. Whatever fails is a [StorageFailure].
public sealed interface ObjectStorage extends AutoCloseable permits ObjectFolder, S3Bucket {
    /// A file that is there.
    ///
    /// @param path the bucket first
    /// @param sha256 in hex
    record Stored(String path, long size, String sha256) {}

    /// The first part of every path.
    String bucket();

    /// The path of a file of a workspace.
    default String path(UUID tenant, String resource, String file) {
        return ScopedKey.sharedObject(bucket(), Scope.tenant(tenant), resource, file);
    }

    /// Keeps a file under a path at which there is none, or the same one.
    Stored put(String path, Path content);

    /// What is there under a path.
    Optional<Stored> find(String path);

    /// Writes a file to somebody, and compares its bytes with its hash.
    ///
    /// @throws IOException when whoever is written to does not take it
    void read(Stored file, OutputStream out) throws IOException;

    /// The paths of all files of a resource of a workspace.
    default List<String> list(UUID tenant, String resource) {
        return list(ScopedKey.sharedObjects(bucket(), Scope.tenant(tenant), resource));
    }

    /// The paths of all files that begin with a prefix, which ends with a slash.
    List<String> list(String prefix);

    /// Removes a file, if it is there.
    void delete(String path);

    /// The hash under which a file is kept, in hex.
    static String sha256(Path content) throws IOException {
        return Sha256.of(content);
    }

    @Override
    void close();

    /// The storage that the settings name.
    ///
    /// @throws StartRefused when the settings cannot be
    static ObjectStorage open(ObjectConfig config, Clock clock) {
        config.fault().ifPresent(fault -> {
            throw new StartRefused(fault);
        });
        return config.folder()
                .<ObjectStorage>map(folder -> new ObjectFolder(folder, config.bucket()))
                .orElseGet(() -> {
                    Secret<String> secret = Objects.requireNonNull(config.secretKey());
                    var place = new S3Bucket.Place(
                            URI.create(config.endpoint().replaceFirst("/$", "")), config.bucket(), config.pathStyle());
                    var signature = new SignatureV4(config.accessKey(), secret.reveal(), config.region(), "s3");
                    return new S3Bucket(
                            place, signature, Optional.ofNullable(config.authorities()), S3Bucket.Limits.USUAL, clock);
                });
    }
}
