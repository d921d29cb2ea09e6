package dev.keystead.cli;

import picocli.CommandLine.Command;

/// `keystead audit`
@Command(
        name = "audit",
        header = {
            "Read the audit trail, verify it, or take it away.",
            "",
            "Examples:",
            "  keystead audit list --limit 20                            what was done lately, from a server",
            "  keystead audit verify                                     every chain in the database",
            "  keystead audit verify --export acme.ndjson --key KEY      a file, with nothing else at hand",
            "  keystead audit export --workspace ID --out acme.ndjson    such a file",
            "  keystead audit key                                        the public keys of this installation",
            ""
        },
        synopsisHeading = "Usage: ",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions:%n")
final class AuditCommand {}
