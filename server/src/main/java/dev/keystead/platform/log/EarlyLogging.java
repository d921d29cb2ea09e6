package dev.keystead.platform.log;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.core.spi.ContextAwareBase;

/// Sets the log up the moment the first logger is asked for, before any configuration is read: text on standard
/// error.
///
/// Logback finds it through `META-INF/services` and then looks for no configuration file, which saves the scan of
/// the class path and the XML parser at every start.
public final class EarlyLogging extends ContextAwareBase implements Configurator {
    @Override
    public ExecutionStatus configure(LoggerContext context) {
        Logging.install(context, new LogConfig(LogLevel.INFO, LogFormat.TEXT), Logging.standardError());
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }
}
