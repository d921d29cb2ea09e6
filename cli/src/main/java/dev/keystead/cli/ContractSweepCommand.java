package dev.keystead.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `keystead contract sweep`
@Command(
        name = "sweep",
        header = {
            "Tell how each migration of a folder stands to the contract today.",
            "",
            "Examples:",
            "  keystead contract sweep migrations --dialect sqlite --since 0007",
            "  keystead contract sweep db/migration --format json",
            ""
        },
        synopsisHeading = "Usage: ",
        description = {
            "",
            "Prints a table: conformant, superseded, superseded-with-drift, partial drift or drift, with the reasons."
                    + " It is a report and ends with 0 whatever it says; 'keystead contract check' is the gate."
        },
        parameterListHeading = "%nArguments:%n",
        optionListHeading = "%nOptions:%n")
final class ContractSweepCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FOLDER", description = "the folder of migrations")
    private Path folder = Path.of("");

    @Option(
            names = "--format",
            paramLabel = "FORM",
            defaultValue = "markdown",
            description = "markdown or json (default: markdown)")
    private String format = "markdown";

    @Mixin
    private ContractOptions options = new ContractOptions();

    private final Terminal terminal;

    ContractSweepCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        return ContractChecking.sweep(terminal, folder, options, format).code();
    }
}
