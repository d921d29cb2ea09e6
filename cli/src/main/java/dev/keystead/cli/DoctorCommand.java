package dev.keystead.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/// `keystead doctor`
@Command(
        name = "doctor",
        header = {
            "Tell what would keep Keystead from starting, with a cure for each.",
            "",
            "Examples:",
            "  keystead doctor",
            "  keystead doctor --config production.properties",
            ""
        },
        synopsisHeading = "Usage: ",
        customSynopsis = "keystead doctor [--config FILE] [--SETTING VALUE]...",
        description = {
            "",
            "Looks at Java, the configuration, the data folder, the port and the way to the database, and changes "
                    + "nothing. 'keystead serve --help' lists the settings.",
            ""
        },
        optionListHeading = "Options:%n")
final class DoctorCommand implements Callable<Integer> {
    @Unmatched
    private List<String> settings = new ArrayList<>();

    private final Terminal terminal;

    DoctorCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        return Doctor.run(terminal, settings).code();
    }
}
