package dev.keystead.platform.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Loads configurations for tests.
final class Loading {
    private Loading() {}

    static ConfigurationOutcome load(Path folder, Map<String, String> environment, String... flags) {
        return Configuration.load(new Sources(folder, environment, List.of(flags)));
    }

    static Configuration loaded(Path folder, Map<String, String> environment, String... flags) {
        return switch (load(folder, environment, flags)) {
            case ConfigurationOutcome.Loaded(Configuration configuration) -> configuration;
            case ConfigurationOutcome.Refused refused -> throw new AssertionError(refused.text());
        };
    }

    static List<String> problems(Path folder, Map<String, String> environment, String... flags) {
        return switch (load(folder, environment, flags)) {
            case ConfigurationOutcome.Loaded _ -> List.of();
            case ConfigurationOutcome.Refused(List<String> problems) -> problems;
        };
    }
}
