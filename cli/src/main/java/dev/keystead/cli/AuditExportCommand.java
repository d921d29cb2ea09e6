package dev.keystead.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/// `keystead audit export`
@Command(
        name = "export",
        header = {
            "Write the audit trail of a workspace into a file that verifies by itself.",
            "",
            "Examples:",
            "  keystead audit export --workspace wrk_01k9y7c2vff0z8n3q5s6t4w1xe --out acme.ndjson",
            "  keystead audit export --workspace wrk_01k9y7c2vff0z8n3q5s6t4w1xe --out january.ndjson \\",
            "      --trail admin_audit --since 2026-01-01T00:00:00Z --until 2026-02-01T00:00:00Z",
            ""
        },
        synopsisHeading = "Usage: ",
        customSynopsis = "keystead audit export --workspace ID --out FILE [--trail TRAIL] [--since TIME] [--until TIME]"
                + " [--SETTING VALUE]...",
        description = {"", "A file that is there already is not overwritten.", ""},
        optionListHeading = "Options:%n")
final class AuditExportCommand implements Callable<Integer> {
    @Option(names = "--workspace", required = true, paramLabel = "ID", description = "whose trail")
    private String workspace = "";

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "the file to write")
    private Path out = Path.of("");

    @Option(
            names = "--trail",
            paramLabel = "TRAIL",
            description = "this trail alone: admin_audit, auth_audit or runtime_token_audit")
    private @Nullable String trail;

    @Option(names = "--since", paramLabel = "TIME", description = "only entries that were sealed then or later")
    private @Nullable String since;

    @Option(names = "--until", paramLabel = "TIME", description = "only entries that were sealed before")
    private @Nullable String until;

    @Unmatched
    private List<String> settings = new ArrayList<>();

    private final Terminal terminal;

    AuditExportCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        return AuditExporting.export(terminal, new AuditExporting.Wish(workspace, out, trail, since, until, settings))
                .code();
    }
}
