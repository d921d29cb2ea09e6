package dev.keystead.cli.remote;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// The options that say where a command goes and as whom.
final class PlaceOptions {
    private PlaceOptions() {}

    static void add(CommandSpec spec) {
        spec.addOption(option("URL", "the server (also: KEYSTEAD_SERVER, or the context)", "--server"));
        spec.addOption(option("SLUG", "the workspace (default: the one of the key)", "-w", "--workspace"));
        spec.addOption(option("NAME", "this context instead of the one in use", "--context"));
        spec.addOption(option("FILE", "where the key is; '-' is standard input (also: KEYSTEAD_KEY)", "--key-file"));
        spec.addOption(option("FILE", "the authorities in PEM that vouch for the server, and no others", "--ca"));
    }

    static OptionSpec option(String label, String description, String... names) {
        return OptionSpec.builder(names)
                .arity("1")
                .paramLabel(label)
                .type(String.class)
                .description(description)
                .build();
    }
}
