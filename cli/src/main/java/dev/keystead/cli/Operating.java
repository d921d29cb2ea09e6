package dev.keystead.cli;

import dev.keystead.server.Administration;
import java.net.URI;
import java.util.List;

/// What an operator does to an installation without serving it.
final class Operating {
    private Operating() {}

    static ExitCode migrate(Terminal terminal, List<String> settings) {
        return Configured.run(terminal, settings, config -> {
            try (Progress progress = Progress.on(terminal)) {
                Administration.migrate(config, progress);
            }
            terminal.say("The database has every migration of this release.");
            return ExitCode.OK;
        });
    }

    static ExitCode link(Terminal terminal, List<String> settings) {
        return Configured.run(terminal, settings, config -> {
            URI link;
            try (Progress progress = Progress.on(terminal)) {
                link = Administration.newSetupLink(config, progress);
            }
            terminal.say("This link works once, within 24 hours, while Keystead is being served:");
            terminal.out().println(link);
            terminal.out().flush();
            return ExitCode.OK;
        });
    }
}
