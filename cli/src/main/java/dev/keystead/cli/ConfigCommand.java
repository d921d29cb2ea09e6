package dev.keystead.cli;

import picocli.CommandLine.Command;

/// `keystead config`
@Command(
        name = "config",
        header = {"Explain the configuration.", "", "Examples:", "  keystead config print", ""},
        synopsisHeading = "Usage: ",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions:%n")
final class ConfigCommand {}
