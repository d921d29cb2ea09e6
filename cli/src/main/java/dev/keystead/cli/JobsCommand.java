package dev.keystead.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/// `keystead jobs`
@Command(
        name = "jobs",
        header = {
            "List what the installation does by itself: when it ran, what became of it, when it runs next.",
            "",
            "Examples:",
            "  keystead jobs",
            "  keystead jobs --format json",
            "  keystead jobs run retention                      let a job run now",
            ""
        },
        synopsisHeading = "Usage: ",
        customSynopsis = "keystead jobs [--format FORM] [--config FILE] [--SETTING VALUE]...",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "Options:%n")
final class JobsCommand implements Callable<Integer> {
    @Option(
            names = "--format",
            paramLabel = "FORM",
            defaultValue = "table",
            description = "table or json (default: table)")
    private JobsPrinting.Form format = JobsPrinting.Form.table;

    @Unmatched
    private List<String> settings = new ArrayList<>();

    private final Terminal terminal;

    JobsCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        return JobsPrinting.list(terminal, settings, format).code();
    }
}
