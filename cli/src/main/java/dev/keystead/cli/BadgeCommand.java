package dev.keystead.cli;

import picocli.CommandLine.Command;

/// `keystead badge`
@Command(
        name = "badge",
        header = {
            "Issue, revoke and check badges of people.",
            "",
            "Examples:",
            "  keystead badge issue usr_01k9… --kind staff",
            "  keystead badge verify ana.json                            by the keys that its issuer publishes",
            "  keystead badge verify ana.json --keys acme-keys.json      by keys that you kept, with no network",
            ""
        },
        synopsisHeading = "Usage: ",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions:%n")
final class BadgeCommand {}
