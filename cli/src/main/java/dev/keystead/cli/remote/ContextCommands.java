package dev.keystead.cli.remote;

import dev.keystead.cli.ExitCode;
import dev.keystead.cli.Terminal;
import dev.keystead.platform.json.Json;
import dev.keystead.platform.log.Printable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import tools.jackson.databind.JsonNode;

/// `keystead context`: where commands go and as whom, kept under names. A key goes in and never comes out again.
final class ContextCommands {
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9._-]{0,62}");

    private final Terminal terminal;
    private final Surroundings around;

    private ContextCommands(Terminal terminal, Surroundings around) {
        this.terminal = terminal;
        this.around = around;
    }

    static CommandLine all(Terminal terminal, Surroundings around) {
        var commands = new ContextCommands(terminal, around);
        CommandSpec group = CommandSpec.create().name("context");
        RemoteCommands.group(
                group,
                "Keep where commands go and as whom, under names",
                List.of(
                        "context set acme --server https://id.example.org --workspace acme --key-file -",
                        "context use acme",
                        "context list"));
        return new CommandLine(group)
                .addSubcommand("set", commands.set())
                .addSubcommand("use", commands.use())
                .addSubcommand("list", commands.list(), "ls")
                .addSubcommand("remove", commands.remove());
    }

    /// One command; whatever it does gets the parsed line.
    private final class Body implements Callable<Integer> {
        private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
        private final ToIntFunction<Line> work;

        Body(ToIntFunction<Line> work) {
            this.work = work;
        }

        @Override
        public Integer call() {
            try {
                return work.applyAsInt(new Line(spec));
            } catch (Stop e) {
                terminal.complain(Printable.line(e.sentence()));
                return e.code().code();
            }
        }
    }

    private CommandSpec spec(String name, String summary, List<String> examples, ToIntFunction<Line> work) {
        CommandSpec spec = new Body(work).spec.name(name);
        spec.usageMessage()
                .header(RemoteCommand.header(summary, examples))
                .synopsisHeading("Usage: ")
                .optionListHeading("%nOptions:%n");
        return spec;
    }

    private CommandSpec named(String name, String summary, List<String> examples, ToIntFunction<Line> work) {
        return spec(name, summary, examples, work)
                .addPositional(PositionalParamSpec.builder()
                        .index("0")
                        .arity("1")
                        .paramLabel("NAME")
                        .type(String.class)
                        .description("of the context")
                        .build());
    }

    private CommandLine set() {
        CommandSpec spec = named(
                "set",
                "Keep a context, or change what is given of one",
                List.of(
                        "context set acme --server https://id.example.org --workspace acme --key-file -",
                        "context set acme --ca authorities.pem"),
                this::keep);
        spec.addOption(PlaceOptions.option("URL", "the server", "--server"));
        spec.addOption(PlaceOptions.option("SLUG", "the workspace", "-w", "--workspace"));
        spec.addOption(PlaceOptions.option("FILE", "where the key is; '-' is standard input", "--key-file"));
        spec.addOption(PlaceOptions.option("FILE", "the authorities in PEM that vouch for the server", "--ca"));
        return new CommandLine(spec);
    }

    private int keep(Line line) {
        String name = name(line);
        if (!NAME.matcher(name).matches()) {
            throw new Stop(ExitCode.USAGE, "'" + name + "' is no name: letters, digits, '.', '_' and '-', at most 63.");
        }
        Contexts contexts = Contexts.of(around);
        Optional<Context> before = contexts.find(name);
        String server = line.text("--server")
                .or(() -> before.map(Context::server))
                .map(Place::server)
                .orElseThrow(() -> new Stop(ExitCode.USAGE, "--server is missing: a new context needs it."));
        // A key that was given for one server is not carried along to another.
        Optional<Context> same = before.filter(each -> each.server().equals(server));
        contexts.with(
                        name,
                        new Context(
                                server,
                                line.text("--workspace").or(() -> same.flatMap(Context::workspace)),
                                line.text("--ca")
                                        .map(file ->
                                                Path.of(file).toAbsolutePath().toString())
                                        .or(() -> same.flatMap(Context::ca)),
                                line.text("--key-file")
                                        .map(file -> KeySource.in(file, around))
                                        .or(() -> same.flatMap(Context::key))))
                .write();
        terminal.say("The context '" + name + "' is kept in " + contexts.file() + ".");
        return ExitCode.OK.code();
    }

    private CommandLine use() {
        return new CommandLine(named(
                "use", "Let commands go to a context from now on", List.of("context use acme"), line -> {
                    Contexts contexts = Contexts.of(around);
                    contexts.using(known(contexts, name(line))).write();
                    terminal.say("Commands go to '" + name(line) + "' from now on.");
                    return ExitCode.OK.code();
                }));
    }

    private CommandLine remove() {
        return new CommandLine(named("remove", "Forget a context and its key", List.of("context remove acme"), line -> {
            Contexts contexts = Contexts.of(around);
            contexts.without(known(contexts, name(line))).write();
            return ExitCode.OK.code();
        }));
    }

    private CommandLine list() {
        CommandSpec spec = spec("list", "List the contexts", List.of("context list", "context list -o json"), line -> {
            Contexts contexts = Contexts.of(around);
            var items = new ArrayList<JsonNode>();
            contexts.named()
                    .forEach((name, each) -> items.add(Json.treeOf(Map.of(
                            "name",
                            name,
                            "server",
                            each.server(),
                            "workspace",
                            each.workspace().orElse(""),
                            "key",
                            each.key().isPresent() ? "kept" : "",
                            "in_use",
                            contexts.current().equals(Optional.of(name)) ? "yes" : ""))));
            var output = new Output(
                    terminal, line.form(), List.of("/name", "/in_use", "/server", "/workspace", "/key"), "/name");
            output.page(items);
            output.end();
            return ExitCode.OK.code();
        });
        spec.addOption(OptionSpec.builder("-o", "--output")
                .arity("1")
                .paramLabel("FORM")
                .type(Form.class)
                .description("table, json, tsv or name (default: table)")
                .build());
        return new CommandLine(spec);
    }

    private static String name(Line line) {
        return Objects.toString(line.spec().positionalParameters().getFirst().getValue());
    }

    private static String known(Contexts contexts, String name) {
        return contexts.find(name)
                .map(_ -> name)
                .orElseThrow(() -> new Stop(
                        ExitCode.NOT_FOUND, "There is no context '" + name + "'; 'keystead context list' shows them."));
    }
}
