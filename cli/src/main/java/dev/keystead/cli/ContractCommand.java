package dev.keystead.cli;

import picocli.CommandLine.Command;

/// `keystead contract`
@Command(
        name = "contract",
        header = {
            "Keep the contract of a database schema.",
            "",
            "Examples:",
            "  keystead contract check db/migration             what breaks the contract, with file and line",
            "  keystead contract lock db/migration              add new migrations to the lock",
            "  keystead contract checklist 0007 db/migration    the checklist of a migration's pull request",
            "  keystead contract sweep db/migration             how each migration stands to the contract today",
            "  keystead contract rules                          all rules",
            ""
        },
        synopsisHeading = "Usage: ",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions:%n")
final class ContractCommand {}
