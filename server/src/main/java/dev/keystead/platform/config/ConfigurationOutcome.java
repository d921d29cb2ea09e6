package dev.keystead.platform.config;

import java.util.List;

/// What became of reading the configuration.
public sealed interface ConfigurationOutcome {
    /// Every value is known and valid.
    record Loaded(Configuration configuration) implements ConfigurationOutcome {}

    /// The process must not start.
    ///
    /// @param problems one sentence each, safe to print
    record Refused(List<String> problems) implements ConfigurationOutcome {
        /// All problems, one line each.
        public String text() {
            return String.join("\n", problems) + "\n";
        }
    }
}
