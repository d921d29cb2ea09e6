package dev.keystead.cli.remote;

import dev.keystead.cli.ExitCode;
import dev.keystead.cli.Terminal;
import dev.keystead.platform.log.Printable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.JsonNode;

/// Does one verb: fills its route from the line, sends it and writes the answer.
final class RemoteCommand implements Callable<Integer> {
    private static final int PAGE = 200;

    private final Verb verb;
    private final Line line;
    private final Terminal terminal;
    private final Surroundings around;

    RemoteCommand(Verb verb, Terminal terminal, Surroundings around) {
        this.verb = verb;
        this.line = new Line(CommandSpec.wrapWithoutInspection(this));
        this.terminal = terminal;
        this.around = around;
    }

    /// What the parser knows about this command.
    CommandSpec spec() {
        return line.spec();
    }

    @Override
    public Integer call() {
        try {
            return run().code();
        } catch (Stop e) {
            terminal.complain(Printable.line(e.sentence()));
            return e.code().code();
        }
    }

    private ExitCode run() {
        Route route = verb.route();
        Map<String, String> places = line.places(route);
        Optional<JsonNode> body = route.hasBody() ? line.body(verb, around) : Optional.empty();
        Place place = Place.of(line.place(), around);
        if (place.key().isEmpty() && !verb.open()) {
            throw new Stop(
                    ExitCode.USAGE,
                    "Which key? Set KEYSTEAD_KEY, give --key-file ('-' is standard input), or run 'keystead context"
                            + " set'.");
        }
        if (verb.shape() != Verb.Shape.CASCADE) {
            confirm(places.isEmpty() ? verb.name() : String.join(" ", places.values()), verb.question());
        }
        try (Api api = new Api(place, terminal::say)) {
            if (route.inWorkspace()) {
                places.put(Route.WORKSPACE, api.workspaceId());
            }
            var call = new Call(
                    route.method(),
                    route.filled(places),
                    route.hasBody() ? Map.of() : line.query(verb),
                    body,
                    idempotencyKey());
            show(api, call);
        }
        return ExitCode.OK;
    }

    private Optional<String> idempotencyKey() {
        boolean kept = "POST".equals(verb.route().method()) && !verb.open();
        return kept
                ? line.text("--idempotency-key")
                        .or(() -> Optional.of(UUID.randomUUID().toString()))
                : Optional.empty();
    }

    private void show(Api api, Call call) {
        Form form = line.form();
        List<String> columns = line.columns().orElse(verb.columns());
        var output = new Output(terminal, form, columns, verb.naming());
        switch (verb.shape()) {
            case ONE -> output.one(api.answer(call));
            case PEM -> {
                String text = PemText.of(api.file(call));
                if (text.isEmpty()) {
                    terminal.say("There is none.");
                }
                terminal.out().print(text);
                terminal.out().flush();
            }
            case ITEMS -> {
                output.page(api.answer(call).path("items").valueStream().toList());
                output.end();
            }
            case PAGES -> {
                read(api, call, output::page);
                output.end();
            }
            case NODES -> branches(api, call, output, Branches.ofNodes());
            case KIN -> branches(api, call, output, Branches.ofKin());
            case CASCADE -> cascade(api, output).begin(call, line.has("--dry-run"), !line.has("--no-wait"));
            case JOB -> cascade(api, output).follow(api.answer(call), !line.has("--no-wait"));
            case FOREST -> forest(api, call, form, output);
            case TREE -> {
                Explanation explained = Explanation.of(api, call);
                switch (form) {
                    case table -> {
                        terminal.out().print(explained.text());
                        terminal.out().flush();
                    }
                    case json -> output.one(explained.json());
                    case tsv, name -> {
                        output.page(explained.items());
                        output.end();
                    }
                }
            }
        }
    }

    private void read(Api api, Call call, Consumer<List<JsonNode>> page) {
        long most = line.most();
        var left = new long[] {most};
        api.pages(paged(call, most), items -> {
            List<JsonNode> some = items.valueStream().limit(left[0]).toList();
            left[0] -= some.size();
            page.accept(some);
            return left[0] > 0;
        });
    }

    /// A picture for people; for programs the list that it was made of.
    private void branches(Api api, Call call, Output output, Branches branches) {
        if (line.form() == Form.table && line.columns().isEmpty()) {
            read(api, call, branches::add);
            terminal.out().print(branches.text());
            terminal.out().flush();
        } else {
            read(api, call, output::page);
            output.end();
        }
    }

    /// Nodes with what each may use: for people as a tree, for scripts a line for each module of each node.
    private void forest(Api api, Call call, Form form, Output output) {
        var places = new ArrayList<JsonNode>();
        api.pages(call, items -> {
            items.forEach(places::add);
            return true;
        });
        var forest = new Forest(places);
        if (form == Form.table) {
            terminal.out().print(forest.text());
            terminal.out().flush();
        } else {
            output.page(form == Form.json ? places : forest.lines());
            output.end();
        }
    }

    private Cascading cascade(Api api, Output output) {
        return new Cascading(api, terminal, output, (name, question) -> confirm(name, Optional.of(question)));
    }

    private static Call paged(Call call, long most) {
        var query = new LinkedHashMap<>(call.query());
        query.put("limit", Long.toString(Math.min(PAGE, most)));
        return new Call(call.method(), call.path(), query, call.body(), call.idempotencyKey());
    }

    /// What cannot be undone is done after the person has typed the name of what it is done to, or for a script that
    /// says so.
    private void confirm(String name, Optional<String> question) {
        if (question.isEmpty() || line.has("--yes") || line.has("--dry-run")) {
            return;
        }
        if (!around.typed()) {
            throw new Stop(ExitCode.USAGE, question.get() + " Give --yes to do it.");
        }
        terminal.err().print(question.get() + " Type '" + Printable.line(name, 80) + "' to go on: ");
        terminal.err().flush();
        if (!typedLine().equals(name)) {
            throw new Stop(ExitCode.FAILED, "Nothing was done.");
        }
    }

    private String typedLine() {
        var bytes = new ByteArrayOutputStream();
        try {
            for (int each = around.in().read(); each != '\n' && each >= 0 && bytes.size() < 200; ) {
                bytes.write(each);
                each = around.in().read();
            }
        } catch (IOException _) {
            return "";
        }
        return bytes.toString(StandardCharsets.UTF_8).strip();
    }

    /// The whole lines of help that stand before everything else.
    static String[] header(String summary, List<String> examples) {
        return Stream.concat(
                        Stream.of(summary + ".", "", "Examples:"),
                        Stream.concat(examples.stream().map(each -> "  keystead " + each), Stream.of("")))
                .toArray(String[]::new);
    }
}
