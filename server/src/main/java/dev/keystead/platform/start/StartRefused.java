package dev.keystead.platform.start;

/// The server cannot start, for a reason that the person who starts it can mend. The message is one clear sentence that
/// says what is wrong and what to do; it is printed as it is, without a stack trace.
public final class StartRefused extends RuntimeException {
    public StartRefused(String message) {
        super(message);
    }

    public StartRefused(String message, Throwable cause) {
        super(message, cause);
    }
}
