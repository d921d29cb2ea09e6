package dev.keystead.cli;

import dev.keystead.cli.remote.Nouns;
import dev.keystead.cli.remote.RemoteCommands;
import dev.keystead.cli.remote.Surroundings;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
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
            "  keystead dev                                     try it: a person and applications are already made",
            "  keystead serve                                   run it here, with an embedded PostgreSQL in ./data",
            "  keystead config print                            every setting, its value and where it comes from",
            "  keystead doctor                                  what would keep it from starting",
            "  keystead user list --server https://id.example.org   ask a server; its key is in KEYSTEAD_KEY",
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
        return run(terminal, Surroundings.ofProcess(), arguments);
    }

    static int run(Terminal terminal, Surroundings around, String... arguments) {
        CommandLine commands = commands(terminal, around, List.of(arguments));
        if (arguments.length == 0) {
            commands.usage(terminal.err());
            return ExitCode.USAGE.code();
        }
        return commands.execute(arguments);
    }

    /// Every command.
    static CommandLine commands(Terminal terminal) {
        return commands(terminal, Surroundings.ofProcess(), List.of());
    }

    /// The commands that a line can mean.
    private static CommandLine commands(Terminal terminal, Surroundings around, List<String> line) {
        CommandSpec root = CommandSpec.forAnnotatedObject(new Keystead())
                .addOption(common("show what a command does", "-h", "--help")
                        .usageHelp(true)
                        .build())
                .addOption(common("say nothing but failures on standard error", "-q", "--quiet")
                        .build())
                .addOption(common("no colours (also: NO_COLOR in the environment)", "--no-color")
                        .build());
        root.usageMessage().exitCodeList(exitCodes());
        var below = new LinkedHashMap<String, Supplier<Object>>();
        below.put("serve", () -> withSettingsInHelp(new CommandLine(new ServeCommand(terminal))));
        below.put("dev", () -> new DevCommand(terminal));
        below.put("migrate", () -> new MigrateCommand(terminal));
        below.put("config", () -> new CommandLine(new ConfigCommand()).addSubcommand(new ConfigPrintCommand(terminal)));
        below.put("admin", () -> new CommandLine(new AdminCommand()).addSubcommand(new AdminLinkCommand(terminal)));
        var remote = new RemoteCommands(terminal, around);
        below.put("audit", () -> remote.addVerbs(audit(terminal), Nouns.AUDIT));
        below.put(
                "badge",
                () -> remote.addVerbs(
                        new CommandLine(new BadgeCommand()).addSubcommand(new BadgeVerifyCommand(terminal)),
                        Nouns.BADGE));
        below.put("jobs", () -> new CommandLine(new JobsCommand(terminal)).addSubcommand(new JobsRunCommand(terminal)));
        below.put("contract", () -> contract(terminal, line.isEmpty() ? line : line.subList(1, line.size())));
        below.put("context", remote::contexts);
        Nouns.all().forEach(noun -> below.put(noun.name(), () -> remote.noun(noun)));
        below.put("doctor", () -> new DoctorCommand(terminal));
        below.put("version", () -> new VersionCommand(terminal));
        below.put("completion", () -> new CompletionCommand(terminal));
        below.put("warm-up", () -> new WarmUpCommand(terminal));
        return withCommands(new CommandLine(root), below, line)
                .setOut(writer(terminal.out()))
                .setErr(writer(terminal.err()))
                .setColorScheme(CommandLine.Help.defaultColorScheme(terminal.colour() ? Ansi.AUTO : Ansi.OFF))
                .setUsageHelpWidth(HELP_COLUMNS)
                .setParameterExceptionHandler(
                        (wrong, _) -> Failure.wrongLine(terminal, wrong).code())
                .setExecutionExceptionHandler(
                        (thrown, _, _) -> Failure.thrown(terminal, thrown).code());
    }

    private static CommandLine audit(Terminal terminal) {
        return new CommandLine(new AuditCommand())
                .addSubcommand(new AuditVerifyCommand(terminal))
                .addSubcommand(new AuditExportCommand(terminal))
                .addSubcommand(new AuditKeyCommand(terminal));
    }

    private static CommandLine contract(Terminal terminal, List<String> line) {
        var below = new LinkedHashMap<String, Supplier<Object>>();
        below.put("check", () -> new ContractCheckCommand(terminal));
        below.put("lock", () -> new ContractLockCommand(terminal));
        below.put("checklist", () -> new ContractChecklistCommand(terminal));
        below.put("sweep", () -> new ContractSweepCommand(terminal));
        below.put("rules", () -> new ContractRulesCommand(terminal));
        return withCommands(new CommandLine(new ContractCommand()), below, line);
    }

    /// Adds the command that the line begins with, or all of them when it begins with none: a command costs time to
    /// describe, and what the others can do matters only to help and to mistakes.
    private static CommandLine withCommands(CommandLine above, Map<String, Supplier<Object>> below, List<String> line) {
        Supplier<Object> only = line.isEmpty() ? null : below.get(line.getFirst());
        if (only != null) {
            return above.addSubcommand(line.getFirst(), only.get());
        }
        below.forEach((name, command) -> above.addSubcommand(name, command.get()));
        return above;
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
