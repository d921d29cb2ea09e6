package dev.keystead.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// `keystead warm-up`, which `bin/keystead` runs once after a build and nobody needs to know of.
@Command(
        name = "warm-up",
        hidden = true,
        header = {
            "Start a throw-away server, use it a little and stop it, so that Java can learn what a start needs.",
            ""
        })
final class WarmUpCommand implements Callable<Integer> {
    private final Terminal terminal;

    WarmUpCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws Exception {
        return WarmUp.run(terminal).code();
    }
}
