package dev.keystead.platform.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A line for a machine: one JSON object with the members `ts`, `level`, `logger` and `message`, and when there is
/// something to say `request_id`, `tenant`, `fields` (an object of strings) and `exception` (the trace as text).
///
/// Written by hand rather than with the JSON library, so that the log works before anything else is loaded.
final class JsonEncoder extends EncoderBase<ILoggingEvent> {
    private static final byte[] NOTHING = {};

    @Override
    public byte[] encode(ILoggingEvent event) {
        return json(LogLine.of(event)).getBytes(StandardCharsets.UTF_8);
    }

    static String json(LogLine line) {
        StringBuilder out = new StringBuilder(256).append('{');
        appendMember(out, "ts", line.time().toString());
        appendMember(out, "level", line.level());
        appendMember(out, "logger", line.logger());
        appendMember(out, "message", line.message());
        appendMember(out, LogLine.REQUEST_ID, line.requestId());
        appendMember(out, LogLine.TENANT, line.tenant());
        if (!line.fields().isEmpty()) {
            out.append(",\"fields\":{");
            for (Map.Entry<String, String> field : line.fields().entrySet()) {
                appendMember(out, field.getKey(), field.getValue());
            }
            out.append('}');
        }
        appendMember(out, "exception", line.exception());
        return out.append("}\n").toString();
    }

    private static void appendMember(StringBuilder out, String name, @Nullable String value) {
        if (value == null) {
            return;
        }
        if (out.charAt(out.length() - 1) != '{') {
            out.append(',');
        }
        appendString(out, name);
        out.append(':');
        appendString(out, value);
    }

    private static void appendString(StringBuilder out, String text) {
        int plain = plainStart(text);
        out.append('"').append(text, 0, plain);
        for (int i = plain; i < text.length(); i++) {
            char character = text.charAt(i);
            switch (character) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (needsEscape(character)) {
                        out.append(String.format("\\u%04x", (int) character));
                    } else {
                        out.append(character);
                    }
                }
            }
        }
        out.append('"');
    }

    /// How many characters at the beginning stand for themselves. Mostly all of them do.
    private static int plainStart(String text) {
        int at = 0;
        while (at < text.length() && isPlain(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static boolean isPlain(char character) {
        return character >= ' ' && character <= '~' && character != '"' && character != '\\';
    }

    /// Control characters, because JSON asks for it; separators, direction marks and surrogates, because a viewer
    /// that shows the raw line would obey them, or could not encode them.
    private static boolean needsEscape(char character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> true;
            default -> false;
        };
    }

    @Override
    public byte[] headerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] footerBytes() {
        return NOTHING;
    }
}
