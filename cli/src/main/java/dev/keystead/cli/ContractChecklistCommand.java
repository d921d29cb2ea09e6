package dev.keystead.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `keystead contract checklist`
@Command(
        name = "checklist",
        header = {
            "Fill in the checklist of a migration's pull request.",
            "",
            "Examples:",
            "  keystead contract checklist 0007                 in the present folder",
            "  keystead contract checklist 0007 db/migration",
            ""
        },
        synopsisHeading = "Usage: ",
        description = {
            "",
            "Ticks what is known to hold and leaves open what only a person can know. Ends with 5 when the migration"
                    + " breaks the contract."
        },
        parameterListHeading = "%nArguments:%n",
        optionListHeading = "%nOptions:%n")
final class ContractChecklistCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "NNNN", description = "the number of the migration")
    private String number = "";

    @Parameters(index = "1", arity = "0..1", paramLabel = "FOLDER", description = "the folder of migrations")
    private Path folder = Path.of("");

    @Mixin
    private ContractOptions options = new ContractOptions();

    private final Terminal terminal;

    ContractChecklistCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        return ContractChecking.checklist(terminal, folder, options, number).code();
    }
}
