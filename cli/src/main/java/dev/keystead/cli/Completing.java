package dev.keystead.cli;

import dev.keystead.platform.config.Setting;
import dev.keystead.platform.config.Settings;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// Makes the completion script from the commands themselves, with the settings as flags of those that take them.
final class Completing {
    private Completing() {}

    static String script(Terminal terminal) {
        CommandLine commands = Keystead.commands(terminal);
        addSettings(commands);
        return AutoComplete.bash("keystead", commands);
    }

    private static void addSettings(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        if (!spec.unmatchedArgsBindings().isEmpty()) {
            spec.addOption(OptionSpec.builder("--config")
                    .arity("1")
                    .type(java.io.File.class)
                    .build());
            for (Setting<?> setting : Settings.ALL) {
                spec.addOption(OptionSpec.builder(setting.flag())
                        .arity("1")
                        .type(String.class)
                        .build());
            }
        }
        command.getSubcommands().values().forEach(Completing::addSettings);
    }
}
