package dev.keystead.platform.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;

/// One event, masked and ready to be written in either format.
///
/// @param fields the key-value pairs of the event besides the request id and the workspace, in their order
/// @param exception the whole trace as lines, when something was thrown
record LogLine(
        Instant time,
        String level,
        String logger,
        String message,
        @Nullable String requestId,
        @Nullable String tenant,
        Map<String, String> fields,
        @Nullable String exception) {

    static final String REQUEST_ID = "request_id";
    static final String TENANT = "tenant";

    private static final int MAX_MESSAGE_CHARACTERS = 16_384;
    private static final int MAX_FIELD_CHARACTERS = 2_048;

    /// Reads the event on the thread that logs it, since the context is bound there.
    static LogLine of(ILoggingEvent event) {
        LogContext context = LogContext.current();
        String requestId = context == null ? null : context.requestId();
        String tenant = context == null ? null : context.tenant();
        Map<String, String> fields = new LinkedHashMap<>();
        if (event.getKeyValuePairs() != null) {
            for (KeyValuePair pair : event.getKeyValuePairs()) {
                fields.put(pair.key, text(pair.key, pair.value));
            }
        }
        String ownRequestId = fields.remove(REQUEST_ID);
        String ownTenant = fields.remove(TENANT);
        IThrowableProxy thrown = event.getThrowableProxy();
        return new LogLine(
                Instant.ofEpochMilli(event.getTimeStamp()).truncatedTo(ChronoUnit.MILLIS),
                event.getLevel().toString(),
                event.getLoggerName(),
                Printable.cut(
                        Redaction.mask(Objects.requireNonNullElse(event.getFormattedMessage(), "null")),
                        MAX_MESSAGE_CHARACTERS),
                ownRequestId != null ? ownRequestId : requestId,
                ownTenant != null ? ownTenant : tenant,
                fields,
                thrown == null ? null : StackText.of(thrown));
    }

    /// A number holds no secret, and most of a request's line is numbers.
    private static String text(String key, @Nullable Object value) {
        return value instanceof Number ? value.toString() : masked(key, Objects.toString(value));
    }

    /// A pair is masked together with its key, because `password` alone gives the value away.
    private static String masked(String key, String value) {
        String named = key + "=";
        String together = Redaction.mask(named + value);
        String text = together.startsWith(named) ? together.substring(named.length()) : "***";
        return Printable.cut(text, MAX_FIELD_CHARACTERS);
    }
}
