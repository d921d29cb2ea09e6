package dev.keystead.platform.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/// A line for a person: `2026-03-01T10:00:00.000Z INFO  Server  listening  port=8080`.
final class TextEncoder extends EncoderBase<ILoggingEvent> {
    private static final byte[] NOTHING = {};
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSX").withZone(ZoneOffset.UTC);

    @Override
    public byte[] encode(ILoggingEvent event) {
        return text(LogLine.of(event)).getBytes(StandardCharsets.UTF_8);
    }

    static String text(LogLine line) {
        StringBuilder out = new StringBuilder(160);
        TIME.formatTo(line.time(), out);
        out.append(' ')
                .append(line.level())
                .repeat(' ', Math.max(1, 6 - line.level().length()));
        out.append(simpleName(line.logger())).append("  ").append(Printable.line(line.message()));
        appendPair(out, LogLine.REQUEST_ID, line.requestId());
        appendPair(out, LogLine.TENANT, line.tenant());
        line.fields().forEach((key, value) -> appendPair(out, key, value));
        out.append('\n');
        if (line.exception() != null) {
            out.append(line.exception());
        }
        return out.toString();
    }

    private static void appendPair(StringBuilder out, String key, @Nullable String value) {
        if (value == null) {
            return;
        }
        // A value with a space or a quote is quoted, so that it cannot pose as another pair.
        boolean quoted = value.isEmpty() || value.chars().anyMatch(c -> c == ' ' || c == '"' || c == '=');
        String safe = Printable.line(value);
        out.append("  ").append(Printable.line(key)).append('=');
        out.append(quoted ? '"' + safe.replace("\"", "\\\"") + '"' : safe);
    }

    private static String simpleName(String logger) {
        return Printable.line(logger.substring(logger.lastIndexOf('.') + 1));
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
