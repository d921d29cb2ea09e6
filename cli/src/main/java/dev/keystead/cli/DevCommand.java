package dev.keystead.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/// `keystead dev`
@Command(
        name = "dev",
        header = {
            "Run Keystead to try it: with a workspace, a person and two applications already made.",
            "",
            "Examples:",
            "  keystead dev                                     in ./data-dev; prints names and commands",
            "  keystead dev --http-port 9000 --data-dir /tmp/try",
            ""
        },
        synopsisHeading = "Usage: ",
        customSynopsis = "keystead dev [--config FILE] [--SETTING VALUE]...",
        description = {
            "",
            "The first run makes everything and keeps it in dev.json in the data folder; later runs go on with it. "
                    + "The settings are those of `keystead serve`. Remove the folder to begin anew.",
            ""
        },
        optionListHeading = "Options:%n")
final class DevCommand implements Callable<Integer> {
    @Unmatched
    private List<String> settings = new ArrayList<>();

    private final Terminal terminal;

    DevCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        return Serving.demo(terminal, settings).code();
    }
}
