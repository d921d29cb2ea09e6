package dev.keystead.platform.log;

import java.util.Objects;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.slf4j.LoggerFactory;

/// Carries what libraries say through `java.util.logging` (the database driver, the trace exporter) into our log,
/// so that it is masked and formatted like everything else.
final class JdkLogBridge extends Handler {
    private final SimpleFormatter messages = new SimpleFormatter();

    private JdkLogBridge() {}

    /// Takes the place of all handlers of the JDK's root logger.
    static void install() {
        LogManager.getLogManager().reset();
        Logger root = Logger.getLogger("");
        root.setLevel(Level.INFO);
        root.addHandler(new JdkLogBridge());
    }

    @Override
    public void publish(LogRecord event) {
        int level = event.getLevel().intValue();
        org.slf4j.event.Level ours = level >= Level.SEVERE.intValue()
                ? org.slf4j.event.Level.ERROR
                : level >= Level.WARNING.intValue()
                        ? org.slf4j.event.Level.WARN
                        : level >= Level.INFO.intValue() ? org.slf4j.event.Level.INFO : org.slf4j.event.Level.DEBUG;
        LoggerFactory.getLogger(Objects.requireNonNullElse(event.getLoggerName(), "jdk"))
                .atLevel(ours)
                .setCause(event.getThrown())
                .log("{}", messages.formatMessage(event));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
