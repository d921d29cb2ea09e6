package dev.keystead.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/// `keystead serve`
@Command(
        name = "serve",
        header = {
            "Run Keystead in the foreground.",
            "",
            "Examples:",
            "  keystead serve                                   with an embedded PostgreSQL in ./data",
            "  keystead serve --http-port 9000 --data-dir /srv/keystead",
            "  keystead serve --database-url postgresql://owner:secret@db.example/keystead",
            "  KEYSTEAD_DB_URL_FILE=/run/secrets/db keystead serve --http-host 0.0.0.0",
            ""
        },
        synopsisHeading = "Usage: ",
        customSynopsis = "keystead serve [--config FILE] [--SETTING VALUE]...",
        description = {
            "",
            "Ctrl-C or SIGTERM answers the requests under way, stops the embedded PostgreSQL and ends with 0; a second "
                    + "Ctrl-C ends at once.",
            ""
        },
        optionListHeading = "Options:%n")
final class ServeCommand implements Callable<Integer> {
    @Unmatched
    private List<String> settings = new ArrayList<>();

    private final Terminal terminal;

    ServeCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        return Serving.run(terminal, settings).code();
    }
}
