package dev.keystead.cli;

import picocli.CommandLine.Command;

/// `keystead contract`
@Command(
        name = "contract",
        header = {
            "Keep the contract of a database schema.",
            "",
            "Examples:",
            "  keystead contract lock db/migration",
            ""
        },
        synopsisHeading = "Usage: ",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions:%n")
final class ContractCommand {}
