package dev.keystead.cli;

import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// `keystead version`
@Command(
        name = "version",
        header = {"Print the version of Keystead and of the Java it runs on.", ""},
        synopsisHeading = "Usage: ",
        optionListHeading = "%nOptions:%n")
final class VersionCommand implements Callable<Integer> {
    private final Terminal terminal;

    VersionCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        terminal.out().println("keystead " + version() + " (Java " + Runtime.version() + ")");
        return ExitCode.OK.code();
    }

    /// What the jar says of itself; classes outside of a jar belong to nobody's release.
    private static String version() {
        return Optional.ofNullable(Keystead.class.getPackage().getImplementationVersion())
                .orElse("from an unpacked build");
    }
}
