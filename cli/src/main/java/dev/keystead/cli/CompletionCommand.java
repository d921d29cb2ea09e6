package dev.keystead.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `keystead completion`
@Command(
        name = "completion",
        header = {
            "Print a script that completes commands and settings in a shell.",
            "",
            "Examples:",
            "  source <(keystead completion bash)               for this shell",
            "  keystead completion bash > ~/.local/share/bash-completion/completions/keystead",
            "  keystead completion zsh >> ~/.zshrc",
            ""
        },
        synopsisHeading = "Usage: ",
        parameterListHeading = "%nArguments:%n",
        optionListHeading = "%nOptions:%n")
final class CompletionCommand implements Callable<Integer> {
    /// The shells that are known.
    enum Shell {
        bash,
        zsh
    }

    private final Terminal terminal;

    @Parameters(paramLabel = "SHELL", description = "bash or zsh")
    private Shell shell = Shell.bash;

    CompletionCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        String script = Completing.script(terminal);
        terminal.out()
                .print(
                        switch (shell) {
                            case bash -> script;
                            // The script is bash's; zsh understands it once its own translation is loaded.
                            case zsh -> "autoload -U +X compinit && compinit\n" + script;
                        });
        terminal.out().flush();
        return ExitCode.OK.code();
    }
}
