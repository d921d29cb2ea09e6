package dev.keystead.platform.config;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The storage of files outside the database.
///
/// @param endpoint the address of a storage, `file:` and a folder, or empty
/// @param accessKey empty when there is none
/// @param authorities null when those that Java trusts are enough
/// @param dataDir below which files are kept without an endpoint
public record ObjectConfig(
        String endpoint,
        String bucket,
        String region,
        String accessKey,
        @Nullable Secret<String> secretKey,
        boolean pathStyle,
        @Nullable Path authorities,
        Path dataDir) {
    private static final String FILE = "file:";

    static ObjectConfig from(Configuration values) {
        return new ObjectConfig(
                values.value(ObjectSettings.ENDPOINT),
                values.value(ObjectSettings.BUCKET),
                values.value(ObjectSettings.REGION),
                values.value(ObjectSettings.ACCESS_KEY),
                values.value(ObjectSettings.SECRET_KEY),
                values.value(ObjectSettings.PATH_STYLE),
                values.value(ObjectSettings.CA),
                values.value(Settings.DATA_DIR));
    }

    /// The folder in which files are kept; nothing when a storage keeps them.
    public Optional<Path> folder() {
        if (endpoint.isEmpty()) {
            return Optional.of(dataDir.resolve("objects"));
        }
        return endpoint.startsWith(FILE)
                ? Optional.of(Path.of(endpoint.substring(FILE.length()).replaceFirst("^/{2,}", "/")))
                : Optional.empty();
    }

    /// What does not fit together, and what to do about it.
    public Optional<String> fault() {
        boolean keyed = !accessKey.isEmpty() && secretKey != null;
        if (folder().isEmpty() && !keyed) {
            return Optional.of("objects.endpoint names an S3-compatible storage; set objects.access-key and"
                    + " objects.secret-key too.");
        }
        return folder().isPresent() && (!accessKey.isEmpty() || secretKey != null)
                ? Optional.of("objects.access-key or objects.secret-key is set without the address of a storage; set"
                        + " objects.endpoint too.")
                : Optional.empty();
    }
}
