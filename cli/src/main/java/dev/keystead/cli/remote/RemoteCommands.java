package dev.keystead.cli.remote;

import dev.keystead.cli.Terminal;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// Describes nouns and verbs to the command line: one shape for all of them.
public final class RemoteCommands {
    private final Terminal terminal;
    private final Surroundings around;

    public RemoteCommands(Terminal terminal, Surroundings around) {
        this.terminal = terminal;
        this.around = around;
    }

    /// A noun with all its verbs.
    public CommandLine noun(Noun noun) {
        CommandSpec spec = CommandSpec.create().name(noun.name());
        List<String> examples =
                noun.verbs().stream().map(verb -> verb.examples().getFirst()).toList();
        group(spec, noun.summary(), examples);
        var group = new CommandLine(spec);
        return addVerbs(group, noun);
    }

    /// Adds the verbs of a noun to a group of commands.
    public CommandLine addVerbs(CommandLine group, Noun noun) {
        noun.verbs()
                .forEach(verb -> group.addSubcommand(
                        verb.name(),
                        verb(noun.name(), verb),
                        "list".equals(verb.name()) ? new String[] {"ls"} : new String[0]));
        return group;
    }

    /// `keystead context`
    public CommandLine contexts() {
        return ContextCommands.all(terminal, around);
    }

    static void group(CommandSpec spec, String summary, List<String> examples) {
        spec.usageMessage()
                .header(RemoteCommand.header(summary, examples))
                .synopsisHeading("Usage: ")
                .synopsisSubcommandLabel("COMMAND")
                .commandListHeading("%nCommands:%n")
                .optionListHeading("%nOptions:%n");
    }

    private CommandLine verb(String noun, Verb verb) {
        CommandSpec spec = new RemoteCommand(verb, terminal, around).spec().name(verb.name());
        spec.usageMessage()
                .header(RemoteCommand.header(verb.summary(), verb.examples()))
                .synopsisHeading("Usage: ")
                .customSynopsis(synopsis(noun, verb))
                .parameterListHeading("%nArguments:%n")
                .optionListHeading("%nOptions:%n");
        verb.route().places().forEach(place -> spec.addPositional(argument(spec, place, "which one", true)));
        for (Flag flag : verb.flags()) {
            if (flag.positional()) {
                spec.addPositional(argument(spec, flag.member(), flag.description(), flag.required()));
            } else {
                spec.addOption(option(flag));
            }
        }
        if (verb.route().reads()) {
            reading(spec, verb);
        } else {
            changing(spec, verb);
        }
        PlaceOptions.add(spec);
        spec.addOption(OptionSpec.builder("-o", "--output")
                .arity("1")
                .paramLabel("FORM")
                .type(Form.class)
                .description("table, json, tsv or name (default: table)")
                .build());
        return new CommandLine(spec);
    }

    private static PositionalParamSpec argument(CommandSpec spec, String name, String description, boolean required) {
        return PositionalParamSpec.builder()
                .index(Integer.toString(spec.positionalParameters().size()))
                .arity(required ? "1" : "0..1")
                .paramLabel(name.toUpperCase(Locale.ROOT))
                .type(String.class)
                .description(description)
                .build();
    }

    private static void reading(CommandSpec spec, Verb verb) {
        boolean list = verb.shape() == Verb.Shape.PAGES || branches(verb);
        if (list || verb.shape() == Verb.Shape.ITEMS) {
            spec.addOption(PlaceOptions.option("A,B", "the members to show, such as id,created_at", "--columns"));
        }
        if (list) {
            spec.addOption(OptionSpec.builder("--limit")
                    .arity("1")
                    .paramLabel("N")
                    .type(Long.class)
                    .description("stop after so many (default: all)")
                    .build());
        }
    }

    private static boolean branches(Verb verb) {
        return verb.shape() == Verb.Shape.NODES || verb.shape() == Verb.Shape.KIN;
    }

    private static void changing(CommandSpec spec, Verb verb) {
        if (!verb.flags().isEmpty() && verb.route().hasBody()) {
            spec.addOption(PlaceOptions.option(
                    "FILE", "a JSON object with more members; '-' is standard input, flags count before it", "--from"));
        }
        if (!verb.open() && "POST".equals(verb.route().method())) {
            spec.addOption(PlaceOptions.option(
                    "KEY", "a repeat with this key gets the first answer (default: a new key)", "--idempotency-key"));
        }
        if (verb.shape() == Verb.Shape.CASCADE || verb.shape() == Verb.Shape.JOB) {
            spec.addOption(OptionSpec.builder("--no-wait")
                    .arity("0")
                    .type(boolean.class)
                    .description("do not stay until it is done")
                    .build());
        }
        if (verb.question().isPresent()) {
            spec.addOption(OptionSpec.builder("--yes")
                    .arity("0")
                    .type(boolean.class)
                    .description("do it without asking, for scripts")
                    .build());
        }
    }

    private static OptionSpec option(Flag flag) {
        String description = flag.description() + (flag.choices().isEmpty() ? "" : ": " + words(flag.choices()));
        OptionSpec.Builder option = OptionSpec.builder(flag.option()).description(description);
        option = switch (flag.kind()) {
            case TEXT -> option.arity("1").type(String.class).paramLabel("TEXT").completionCandidates(flag.choices());
            case JSON -> option.arity("1").type(String.class).paramLabel("JSON");
            case NUMBER -> option.arity("1").type(Long.class).paramLabel("N");
            case YES -> option.arity("0").type(Boolean.class);
            case TRUTH ->
                option.arity("1").type(String.class).paramLabel("WORD").completionCandidates(flag.choices());
            case LIST ->
                option.arity("1")
                        .type(List.class)
                        .auxiliaryTypes(String.class)
                        .splitRegex(",")
                        .paramLabel("A,B");
            case PAIRS ->
                option.arity("1")
                        .type(List.class)
                        .auxiliaryTypes(String.class)
                        .splitRegex(",")
                        .paramLabel("A@B");
        };
        return option.build();
    }

    private static String words(List<String> choices) {
        return choices.size() == 1
                ? choices.getFirst()
                : String.join(", ", choices.subList(0, choices.size() - 1)) + " or " + choices.getLast();
    }

    private static String synopsis(String noun, Verb verb) {
        var line = new StringBuilder("keystead ").append(noun).append(' ').append(verb.name());
        verb.route().places().forEach(place -> line.append(' ').append(place.toUpperCase(Locale.ROOT)));
        for (Flag flag : verb.flags()) {
            String form = flag.positional() ? flag.member().toUpperCase(Locale.ROOT) : flag.option() + " VALUE";
            if (flag.required()) {
                line.append(' ').append(form);
            } else if (flag.positional()) {
                line.append(" [").append(form).append(']');
            }
        }
        return line.append(" [OPTIONS]").toString();
    }
}
