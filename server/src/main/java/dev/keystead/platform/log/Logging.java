package dev.keystead.platform.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import java.io.Console;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/// Sets the process's log up, in code.
public final class Logging {
    private static final String OUR_LOGGERS = "dev.keystead";

    private Logging() {}

    /// Made when the log is started: a process that only asks something has no use for it.
    private static final class Gathered {
        private static final OutputStream STANDARD_ERROR =
                GatheredLines.before(standardError(), Duration.ofMillis(100));
    }

    private static final class Appender extends OutputStreamAppender<ILoggingEvent> {
        /// What went wrong may be the last thing that this process says.
        @Override
        protected void subAppend(ILoggingEvent event) {
            super.subAppend(event);
            if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
                try {
                    getOutputStream().flush();
                } catch (IOException e) {
                    addError("standard error cannot be written", e);
                }
            }
        }
    }

    /// From now on every event of this process, also those of `java.util.logging`, goes to standard error in the
    /// given format at the given level. May be called again.
    ///
    /// A terminal shows each line at once. Elsewhere lines go out with their neighbours, and at once when one of
    /// them is a warning.
    public static void start(LogConfig config) {
        OutputStream target = standardErrorIsTerminal() ? standardError() : Gathered.STANDARD_ERROR;
        install((LoggerContext) LoggerFactory.getILoggerFactory(), config, target);
        JdkLogBridge.install();
    }

    static void install(LoggerContext context, LogConfig config, OutputStream target) {
        context.reset();
        var appender = new Appender();
        appender.setContext(context);
        appender.setImmediateFlush(!(target instanceof GatheredLines));
        appender.setName("stderr");
        appender.setEncoder(encoder(context, config.format()));
        appender.setOutputStream(target);
        appender.start();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(libraryLevel(config.level()));
        root.addAppender(appender);
        context.getLogger(OUR_LOGGERS).setLevel(ownLevel(config.level()));
    }

    private static Level ownLevel(LogLevel level) {
        return switch (level) {
            case ERROR -> Level.ERROR;
            case WARN -> Level.WARN;
            case INFO -> Level.INFO;
            case DEBUG -> Level.DEBUG;
            case TRACE -> Level.TRACE;
        };
    }

    /// Libraries speak one step more quietly than we do, and never at debug: there some of them print raw bytes of
    /// requests, in which a credential could be cut in two and pass the redaction.
    private static Level libraryLevel(LogLevel level) {
        return switch (level) {
            case ERROR -> Level.ERROR;
            case WARN, INFO -> Level.WARN;
            case DEBUG, TRACE -> Level.INFO;
        };
    }

    private static Encoder<ILoggingEvent> encoder(LoggerContext context, LogFormat format) {
        Encoder<ILoggingEvent> encoder = switch (format) {
            case TEXT -> new TextEncoder();
            case JSON -> new JsonEncoder();
            case AUTO -> standardErrorIsTerminal() ? new TextEncoder() : new JsonEncoder();
        };
        encoder.setContext(context);
        encoder.start();
        return encoder;
    }

    /// The appender closes its stream when it is replaced, and standard error must outlive it. `System.err` is read
    /// at each write, so that a program that replaces it keeps its log.
    static OutputStream standardError() {
        return new FilterOutputStream(OutputStream.nullOutputStream()) {
            @Override
            public void write(byte[] bytes, int offset, int length) {
                System.err.write(bytes, offset, length);
            }

            @Override
            public void write(int value) {
                System.err.write(value);
            }

            @Override
            public void flush() {
                System.err.flush();
            }

            @Override
            public void close() {
                flush();
            }
        };
    }

    /// The JDK can only say whether standard input and output are a terminal; Linux tells about standard error
    /// itself.
    private static boolean standardErrorIsTerminal() {
        Path descriptor = Path.of("/proc/self/fd/2");
        try {
            if (Files.isSymbolicLink(descriptor)) {
                String target = Files.readSymbolicLink(descriptor).toString();
                return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
            }
        } catch (IOException | SecurityException unreadable) {
            // Not Linux, or a closed descriptor: the console is the next best witness.
        }
        return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
    }
}
