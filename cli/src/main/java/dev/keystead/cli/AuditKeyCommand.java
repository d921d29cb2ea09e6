package dev.keystead.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/// `keystead audit key`
@Command(
        name = "key",
        header = {
            "Print the public keys with which checkpoints of the audit trail are signed.",
            "",
            "Examples:",
            "  keystead audit key > audit-keys.txt",
            ""
        },
        synopsisHeading = "Usage: ",
        customSynopsis = "keystead audit key [--config FILE] [--SETTING VALUE]...",
        description = {"", "Keep them where nobody who can change the database can change them.", ""},
        optionListHeading = "Options:%n")
final class AuditKeyCommand implements Callable<Integer> {
    @Unmatched
    private List<String> settings = new ArrayList<>();

    private final Terminal terminal;

    AuditKeyCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        return AuditVerifying.keys(terminal, settings).code();
    }
}
