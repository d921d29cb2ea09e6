package dev.keystead.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `keystead contract lock`
@Command(
        name = "lock",
        header = {
            "Add new migrations to the lock of their folder, or check the lock.",
            "",
            "Examples:",
            "  keystead contract lock db/migration              add what is new",
            "  keystead contract lock db/migration --check      change nothing; ends with 5 on a finding",
            ""
        },
        synopsisHeading = "Usage: ",
        parameterListHeading = "%nArguments:%n",
        optionListHeading = "%nOptions:%n")
final class ContractLockCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FOLDER", description = "the folder of migrations")
    private Path folder = Path.of("");

    @Option(names = "--check", description = "only tell whether the files are what the lock says")
    private boolean check;

    private final Terminal terminal;

    ContractLockCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        return Locking.run(terminal, folder, check).code();
    }
}
