package dev.keystead.cli;

import picocli.CommandLine.Command;

/// `keystead admin`
@Command(
        name = "admin",
        header = {"Let the first administrator in.", "", "Examples:", "  keystead admin link", ""},
        synopsisHeading = "Usage: ",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions:%n")
final class AdminCommand {}
