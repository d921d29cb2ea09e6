package dev.keystead.cli.remote;

import dev.keystead.cli.Terminal;
import dev.keystead.platform.json.Json;
import dev.keystead.platform.log.Printable;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/// Writes answers to standard output as they come. Nothing of an answer can move the cursor of a terminal.
final class Output {
    private static final int CELL_CHARACTERS = 60;

    private final Terminal terminal;
    private final Form form;
    private final List<String> columns;
    private final String naming;
    private List<Integer> widths = List.of();
    private long written;

    /// @param columns JSON pointers
    Output(Terminal terminal, Form form, List<String> columns, String naming) {
        this.terminal = terminal;
        this.form = form;
        this.columns = columns;
        this.naming = naming;
    }

    /// Some items of a list.
    void page(List<JsonNode> items) {
        PrintStream out = terminal.out();
        if (form == Form.table && widths.isEmpty() && !items.isEmpty()) {
            head(items);
        }
        for (JsonNode item : items) {
            switch (form) {
                case table -> out.println(padded(cells(item, CELL_CHARACTERS)));
                case json -> out.print((written == 0 ? "[\n" : ",\n") + plain(Json.text(item)));
                case tsv -> out.println(String.join("\t", cells(item, Integer.MAX_VALUE)));
                case name -> out.println(cell(item, naming, Integer.MAX_VALUE));
            }
            written++;
        }
        out.flush();
    }

    /// The end of a list. Without it an array is no JSON, so that a list that broke off is not taken for a whole one.
    void end() {
        if (form == Form.json) {
            terminal.out().println(written == 0 ? "[]" : "\n]");
            terminal.out().flush();
        } else if (written == 0) {
            terminal.say("There is none.");
        }
    }

    /// One thing by itself.
    void one(JsonNode thing) {
        if (thing.isMissingNode()) {
            terminal.say("Done.");
            return;
        }
        PrintStream out = terminal.out();
        switch (form) {
            case table -> out.print(members(thing));
            case json -> out.println(plain(Json.pretty(thing)));
            case tsv -> out.println(String.join("\t", cells(thing, Integer.MAX_VALUE)));
            case name -> out.println(cell(thing, naming, Integer.MAX_VALUE));
        }
        out.flush();
    }

    private void head(List<JsonNode> items) {
        var rows = new ArrayList<List<String>>();
        rows.add(columns.stream().map(Output::title).toList());
        items.forEach(item -> rows.add(cells(item, CELL_CHARACTERS)));
        widths = IntStream.range(0, columns.size())
                .mapToObj(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toList();
        terminal.out().println(padded(rows.getFirst()));
    }

    private String padded(List<String> row) {
        var line = new StringBuilder();
        for (int column = 0; column < row.size(); column++) {
            String cell = row.get(column);
            line.append(cell).repeat(' ', Math.max(0, widths.get(column) - cell.length()) + 2);
        }
        return line.toString().stripTrailing();
    }

    private List<String> cells(JsonNode item, int characters) {
        return columns.stream().map(column -> cell(item, column, characters)).toList();
    }

    private String cell(JsonNode item, String pointer, int characters) {
        String text = text(item.at(pointer));
        if (text.isEmpty()) {
            return form == Form.table ? "-" : "";
        }
        return characters == Integer.MAX_VALUE ? Printable.line(text) : Printable.line(text, characters);
    }

    private static String text(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return "";
        }
        if (value.isArray()) {
            return value.valueStream().map(Output::text).collect(Collectors.joining(","));
        }
        return value.isObject() ? Json.text(value) : value.asString();
    }

    /// Every member of a thing on a line of its own; those of things within it follow with both names.
    private static String members(JsonNode thing) {
        var rows = new ArrayList<List<String>>();
        gather("", thing, rows);
        int width = rows.stream().mapToInt(row -> row.getFirst().length()).max().orElse(0);
        return rows.stream()
                .map(row -> row.getFirst() + " ".repeat(width - row.getFirst().length() + 2) + row.getLast() + "\n")
                .collect(Collectors.joining());
    }

    private static void gather(String above, JsonNode thing, List<List<String>> rows) {
        thing.forEachEntry((name, value) -> {
            String member = above + Printable.line(name, CELL_CHARACTERS);
            if (value.isObject() && !value.isEmpty()) {
                gather(member + ".", value, rows);
            } else if (value.isArray() && value.valueStream().anyMatch(JsonNode::isObject)) {
                int at = 0;
                for (JsonNode each : value) {
                    gather(member + "." + at++ + ".", each, rows);
                }
            } else {
                String text = text(value);
                rows.add(List.of(member, text.isEmpty() ? "-" : Printable.line(text)));
            }
        });
    }

    private static String title(String pointer) {
        return pointer.substring(1).replace('/', ' ').replace('_', ' ').toUpperCase(Locale.ROOT);
    }

    /// JSON with the few characters escaped that it allows and a terminal obeys.
    private static String plain(String json) {
        var safe = new StringBuilder(json.length());
        for (int at = 0; at < json.length(); at++) {
            char each = json.charAt(at);
            boolean obeyed = switch (Character.getType(each)) {
                case Character.CONTROL -> each != '\n' && each != '\r';
                case Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
                default -> false;
            };
            if (obeyed) {
                safe.append("\\u%04x".formatted((int) each));
            } else {
                safe.append(each);
            }
        }
        return safe.toString();
    }
}
