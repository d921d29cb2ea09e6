package dev.keystead.cli;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ScopeType;

/// The command `keystead` itself: it only knows the others.
@Command(
        name = "keystead",
        header = {
            "Keystead, a multi-tenant identity platform.",
            "",
            "Examples:",
            "  keystead serve                                   run it here, with an embedded PostgreSQL in ./data",
            "  keystead config print                            every setting, its value and where it comes from",
            "  keystead doctor                                  what would keep it from starting",
            ""
        },
        synopsisHeading = "Usage: ",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions of every command:%n",
        exitCodeListHeading = "%nExit codes:%n")
public final class Keystead {
    private static final int HELP_COLUMNS = 110;

    private Keystead() {}

    /// Runs one command and ends the process with its code.
    public static void main(String[] arguments) {
        Terminal terminal = Terminal.ofProcess(List.of(arguments), System.getenv());
        System.exit(run(terminal, arguments));
    }

    static int run(Terminal terminal, String... arguments) {
        CommandLine commands = commands(terminal);
        if (arguments.length == 0) {
            commands.usage(terminal.err());
            return ExitCode.USAGE.code();
        }
        return commands.execute(arguments);
    }

    static CommandLine commands(Terminal terminal) {
        CommandSpec root = CommandSpec.forAnnotatedObject(new Keystead())
                .addOption(common("show what a command does", "-h", "--help")
                        .usageHelp(true)
                        .build())
                .addOption(common("say nothing but failures on standard error", "-q", "--quiet")
                        .build())
                .addOption(common("no colours (also: NO_COLOR in the environment)", "--no-color")
                        .build());
        root.usageMessage().exitCodeList(exitCodes());
        return new CommandLine(root)
                .addSubcommand(withSettingsInHelp(new CommandLine(new ServeCommand(terminal))))
                .addSubcommand(new MigrateCommand(terminal))
                .addSubcommand(new CommandLine(new ConfigCommand()).addSubcommand(new ConfigPrintCommand(terminal)))
                .addSubcommand(new CommandLine(new AdminCommand()).addSubcommand(new AdminLinkCommand(terminal)))
                .addSubcommand(contract(terminal))
                .addSubcommand(new DoctorCommand(terminal))
                .addSubcommand(new VersionCommand(terminal))
                .addSubcommand(new CompletionCommand(terminal))
                .addSubcommand(new WarmUpCommand(terminal))
                .setOut(writer(terminal.out()))
                .setErr(writer(terminal.err()))
                .setColorScheme(CommandLine.Help.defaultColorScheme(terminal.colour() ? Ansi.AUTO : Ansi.OFF))
                .setUsageHelpWidth(HELP_COLUMNS)
                .setParameterExceptionHandler(
                        (wrong, _) -> Failure.wrongLine(terminal, wrong).code())
                .setExecutionExceptionHandler(
                        (thrown, _, _) -> Failure.thrown(terminal, thrown).code());
    }

    private static CommandLine contract(Terminal terminal) {
        return new CommandLine(new ContractCommand())
                .addSubcommand(new ContractCheckCommand(terminal))
                .addSubcommand(new ContractLockCommand(terminal))
                .addSubcommand(new ContractChecklistCommand(terminal))
                .addSubcommand(new ContractSweepCommand(terminal))
                .addSubcommand(new ContractRulesCommand(terminal));
    }

    /// A flag of every command. [Terminal] reads the last two itself, before anything is parsed.
    private static OptionSpec.Builder common(String description, String... names) {
        return OptionSpec.builder(names)
                .arity("0")
                .type(boolean.class)
                .scopeType(ScopeType.INHERIT)
                .description(description);
    }

    private static CommandLine withSettingsInHelp(CommandLine serve) {
        serve.getHelpSectionMap().put("settings", _ -> SettingsHelp.text());
        var keys = new ArrayList<>(serve.getHelpSectionKeys());
        keys.add("settings");
        return serve.setHelpSectionKeys(keys);
    }

    private static Map<String, String> exitCodes() {
        var meanings = new LinkedHashMap<String, String>();
        for (ExitCode code : ExitCode.values()) {
            meanings.put(Integer.toString(code.code()), code.meaning());
        }
        return meanings;
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, stream.charset());
    }
}
