package dev.keystead.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/// `keystead migrate`
@Command(
        name = "migrate",
        header = {
            "Make the database roles and apply this release's migrations.",
            "",
            "Examples:",
            "  keystead migrate --database-url postgresql://owner:secret@db.example/keystead",
            "  keystead migrate --data-dir /srv/keystead        the embedded PostgreSQL",
            ""
        },
        synopsisHeading = "Usage: ",
        customSynopsis = "keystead migrate [--config FILE] [--SETTING VALUE]...",
        description = {
            "",
            "Does nothing on a database that is up to date. 'keystead serve --help' lists the settings.",
            ""
        },
        optionListHeading = "Options:%n")
final class MigrateCommand implements Callable<Integer> {
    @Unmatched
    private List<String> settings = new ArrayList<>();

    private final Terminal terminal;

    MigrateCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        return Operating.migrate(terminal, settings).code();
    }
}
