package dev.keystead.cli.remote;

import dev.keystead.cli.Terminal;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// What a command finds where it runs.
///
/// @param environment the variables of the process
/// @param in standard input
/// @param home the folder of whoever types
/// @param typed whether a person types at standard input
public record Surroundings(Map<String, String> environment, InputStream in, Path home, boolean typed) {
    /// Those of this process.
    public static Surroundings ofProcess() {
        return new Surroundings(
                System.getenv(), System.in, Path.of(System.getProperty("user.home", ".")), Terminal.isTerminal(0));
    }

    /// A variable that is set to something.
    Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
    }
}
