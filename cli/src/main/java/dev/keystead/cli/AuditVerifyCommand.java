package dev.keystead.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/// `keystead audit verify`
@Command(
        name = "verify",
        header = {
            "Look whether anybody changed the audit trail.",
            "",
            "Examples:",
            "  keystead audit verify",
            "  keystead audit verify --workspace wrk_01k9y7c2vff0z8n3q5s6t4w1xe --checkpoints /mnt/worm/audit",
            "  keystead audit verify --export acme.ndjson --key \"$(cat audit-keys.txt)\"",
            ""
        },
        synopsisHeading = "Usage: ",
        customSynopsis = {
            "keystead audit verify [--workspace ID] [--key KEY]... [--checkpoints PATH] [--SETTING VALUE]...",
            "       keystead audit verify --export FILE [--key KEY]... [--checkpoints PATH]"
        },
        description = {
            "",
            "Names the first row that is wrong in each chain and what was done to it: edited, deleted, inserted,"
                    + " swapped, forked, tail_cut, head_cut, signature_wrong, copy_contradicts. Ends with 5 then.",
            ""
        },
        optionListHeading = "Options:%n")
final class AuditVerifyCommand implements Callable<Integer> {
    @Option(names = "--export", paramLabel = "FILE", description = "an export instead of the database")
    private @Nullable Path export;

    @Option(names = "--workspace", paramLabel = "ID", description = "this workspace alone")
    private @Nullable String workspace;

    @Option(
            names = "--key",
            paramLabel = "KEY",
            description = "a public key that you trust (keystead audit key); without one, those found on the spot")
    private List<String> keys = new ArrayList<>();

    @Option(
            names = "--checkpoints",
            paramLabel = "PATH",
            description = "copies of checkpoints, a file or a folder (audit.checkpoint-folder)")
    private @Nullable Path checkpoints;

    @Unmatched
    private List<String> settings = new ArrayList<>();

    private final Terminal terminal;

    AuditVerifyCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        return AuditVerifying.verify(terminal, new AuditVerifying.Wish(export, workspace, keys, checkpoints, settings))
                .code();
    }
}
