package dev.keystead.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Unmatched;

/// `keystead jobs run`
@Command(
        name = "run",
        header = {"Let a job run now.", "", "Examples:", "  keystead jobs run retention", ""},
        synopsisHeading = "Usage: ",
        customSynopsis = "keystead jobs run NAME [--config FILE] [--SETTING VALUE]...",
        description = {"", "The first node with the worker's role that is free runs it, within seconds.", ""},
        parameterListHeading = "Arguments:%n",
        optionListHeading = "%nOptions:%n")
final class JobsRunCommand implements Callable<Integer> {
    @Parameters(arity = "1", paramLabel = "NAME", description = "a name from 'keystead jobs'")
    private String name = "";

    @Unmatched
    private List<String> settings = new ArrayList<>();

    private final Terminal terminal;

    JobsRunCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        return JobsPrinting.run(terminal, settings, name).code();
    }
}
