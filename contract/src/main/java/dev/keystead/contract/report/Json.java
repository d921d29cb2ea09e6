package dev.keystead.contract.report;

import dev.keystead.contract.text.Printed;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/// Writes JSON: objects from maps in their order, arrays from lists, and strings, numbers and booleans.
final class Json {
    private static final String INDENT = "  ";

    private final StringBuilder text = new StringBuilder();

    private Json() {}

    static String text(Map<String, ?> object) {
        var json = new Json();
        json.value(object, "");
        return json.text.append('\n').toString();
    }

    private void value(Object value, String indent) {
        switch (value) {
            case Map<?, ?> object -> members(object, indent);
            case List<?> array -> elements(array, indent);
            case String string -> string(string);
            case Number number -> text.append(number);
            case Boolean truth -> text.append(truth);
            default -> throw new IllegalArgumentException("no JSON for " + value.getClass());
        }
    }

    private void members(Map<?, ?> object, String indent) {
        text.append('{');
        Iterator<? extends Map.Entry<?, ?>> members = object.entrySet().iterator();
        while (members.hasNext()) {
            Map.Entry<?, ?> member = members.next();
            text.append('\n').append(indent).append(INDENT);
            string((String) member.getKey());
            text.append(": ");
            value(member.getValue(), indent + INDENT);
            text.append(members.hasNext() ? "," : "\n" + indent);
        }
        text.append('}');
    }

    private void elements(List<?> array, String indent) {
        text.append('[');
        Iterator<?> elements = array.iterator();
        while (elements.hasNext()) {
            text.append('\n').append(indent).append(INDENT);
            value(elements.next(), indent + INDENT);
            text.append(elements.hasNext() ? "," : "\n" + indent);
        }
        text.append(']');
    }

    /// Beside what JSON asks for, everything that is not printable ASCII or a letter is escaped: the output may be read
    /// in a terminal.
    private void string(String string) {
        text.append('"');
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            switch (c) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '\t' -> text.append("\\t");
                default -> {
                    if (Printed.isShown(c)) {
                        text.append(c);
                    } else {
                        text.append(String.format("\\u%04x", (int) c));
                    }
                }
            }
        }
        text.append('"');
    }
}
