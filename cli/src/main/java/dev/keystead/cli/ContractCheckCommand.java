package dev.keystead.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `keystead contract check`
@Command(
        name = "check",
        header = {
            "Tell what in a folder of migrations breaks the contract.",
            "",
            "Examples:",
            "  keystead contract check db/migration",
            "  keystead contract check migrations --dialect sqlite --since 0007",
            "  keystead contract check db/migration --format sarif > contract.sarif",
            ""
        },
        synopsisHeading = "Usage: ",
        description = {
            "",
            "Applies the migrations in order to a scratch database, asks its catalogue after each file, and reads the"
                    + " rest off the text. Ends with 5 when a finding is an error; warnings and notes end with 0."
        },
        parameterListHeading = "%nArguments:%n",
        optionListHeading = "%nOptions:%n")
final class ContractCheckCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FOLDER", description = "the folder of migrations")
    private Path folder = Path.of("");

    @Option(
            names = "--format",
            paramLabel = "FORM",
            defaultValue = "table",
            description = "table, json or sarif (default: table)")
    private String format = "table";

    @Mixin
    private ContractOptions options = new ContractOptions();

    private final Terminal terminal;

    ContractCheckCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        return ContractChecking.check(terminal, folder, options, format).code();
    }
}
