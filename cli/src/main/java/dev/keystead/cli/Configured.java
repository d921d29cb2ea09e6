package dev.keystead.cli;

import dev.keystead.platform.config.Config;
import dev.keystead.platform.config.Configuration;
import dev.keystead.platform.config.ConfigurationOutcome;
import dev.keystead.platform.config.Sources;
import dev.keystead.platform.log.Logging;
import java.util.List;
import java.util.function.Function;

/// Work that needs a valid configuration.
final class Configured {
    private Configured() {}

    /// Reads the configuration of this process, sets the log up and does the work; or tells everything that is wrong
    /// and does nothing.
    static ExitCode run(Terminal terminal, List<String> settings, Function<Config, ExitCode> work) {
        return withValues(terminal, Sources.ofProcess(settings), values -> {
            Config config = Config.from(values);
            Logging.start(config.log());
            return work.apply(config);
        });
    }

    static ExitCode withValues(Terminal terminal, Sources sources, Function<Configuration, ExitCode> work) {
        return switch (Configuration.load(sources)) {
            case ConfigurationOutcome.Loaded(Configuration values) -> work.apply(values);
            case ConfigurationOutcome.Refused(List<String> problems) -> {
                problems.forEach(terminal::complain);
                yield ExitCode.USAGE;
            }
        };
    }
}
