package dev.keystead.platform.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.slf4j.LoggerFactory;

/// Everything that is logged in this process while it listens, at the levels of a server as it comes: words, values
/// and stack traces, before anything is masked.
public final class HeardLog implements AutoCloseable {
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            boolean ours = event.getLoggerName().startsWith("dev.keystead");
            if (event.getLevel().isGreaterOrEqual(ours ? Level.INFO : Level.WARN)) {
                lines.add(line(event));
            }
        }
    };

    public HeardLog() {
        appender.setContext(root.getLoggerContext());
        appender.start();
        root.addAppender(appender);
    }

    private static String line(ILoggingEvent event) {
        IThrowableProxy thrown = event.getThrowableProxy();
        return event.getFormattedMessage() + " "
                + (event.getKeyValuePairs() == null ? "" : event.getKeyValuePairs())
                + (thrown == null ? "" : ThrowableProxyUtil.asString(thrown));
    }

    public boolean has(String text) {
        return lines.stream().anyMatch(line -> line.contains(text));
    }

    /// All of it, line by line.
    public String text() {
        return lines.stream().collect(Collectors.joining("\n"));
    }

    @Override
    public void close() {
        root.detachAppender(appender);
        appender.stop();
    }
}
