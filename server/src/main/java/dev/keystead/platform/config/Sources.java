package dev.keystead.platform.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Everything a configuration is read from.
///
/// @param workingFolder where `keystead.properties` is looked for, and what relative paths of the sources start
///     from
/// @param environment the variables of the process; those that do not begin with `KEYSTEAD_` are ignored
/// @param flags the arguments, such as `--http-port`, `8080` or `--http-port=8080`; `--config FILE` names another
///     file
public record Sources(Path workingFolder, Map<String, String> environment, List<String> flags) {
    public Sources {
        environment = Map.copyOf(environment);
        flags = List.copyOf(flags);
    }

    /// The sources of this process.
    public static Sources ofProcess(List<String> flags) {
        return new Sources(Path.of(""), System.getenv(), flags);
    }
}
