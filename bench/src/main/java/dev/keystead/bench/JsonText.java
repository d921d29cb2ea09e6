package dev.keystead.bench;

import java.util.Optional;

/// Takes one member out of a JSON object without building the rest, which would cost the generator more than
/// the whole exchange.
final class JsonText {
    private final String json;
    private int at;

    private JsonText(String json) {
        this.json = json;
    }

    /// The text of a string, number, boolean or null member of the outermost object; empty when it is absent,
    /// is an object or array, or when the text before it is not JSON.
    static Optional<String> find(String json, String member) {
        try {
            return new JsonText(json).find(member);
        } catch (IndexOutOfBoundsException | NumberFormatException cutOff) {
            return Optional.empty();
        }
    }

    private Optional<String> find(String member) {
        skipSpace();
        if (json.charAt(at++) != '{') {
            return Optional.empty();
        }
        for (; ; ) {
            skipSpace();
            if (json.charAt(at) != '"') {
                return Optional.empty();
            }
            boolean wanted = readString().equals(member);
            skipSpace();
            if (json.charAt(at++) != ':') {
                return Optional.empty();
            }
            skipSpace();
            char first = json.charAt(at);
            if (wanted) {
                return switch (first) {
                    case '"' -> Optional.of(readString());
                    case '{', '[' -> Optional.empty();
                    default -> Optional.of(readScalar());
                };
            }
            skipValue(first);
            skipSpace();
            if (json.charAt(at++) != ',') {
                return Optional.empty();
            }
        }
    }

    private void skipSpace() {
        while (json.charAt(at) <= ' ') {
            at++;
        }
    }

    private void skipValue(char first) {
        if (first == '"') {
            readString();
        } else if (first == '{' || first == '[') {
            int depth = 0;
            do {
                char c = json.charAt(at);
                if (c == '"') {
                    readString();
                    continue;
                }
                depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
                at++;
            } while (depth > 0);
        } else {
            readScalar();
        }
    }

    private String readScalar() {
        int start = at;
        while (",}] \t\r\n".indexOf(json.charAt(at)) < 0) {
            at++;
        }
        return json.substring(start, at);
    }

    private String readString() {
        int start = ++at;
        while (json.charAt(at) != '"') {
            if (json.charAt(at) == '\\') {
                return readEscapedString(start);
            }
            at++;
        }
        return json.substring(start, at++);
    }

    private String readEscapedString(int start) {
        StringBuilder text = new StringBuilder(json.substring(start, at));
        while (json.charAt(at) != '"') {
            char c = json.charAt(at++);
            if (c != '\\') {
                text.append(c);
                continue;
            }
            char escape = json.charAt(at++);
            switch (escape) {
                case 'n' -> text.append('\n');
                case 't' -> text.append('\t');
                case 'r' -> text.append('\r');
                case 'b' -> text.append('\b');
                case 'f' -> text.append('\f');
                case 'u' -> {
                    text.append((char) Integer.parseInt(json, at, at + 4, 16));
                    at += 4;
                }
                default -> text.append(escape);
            }
        }
        at++;
        return text.toString();
    }
}
