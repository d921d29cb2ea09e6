package dev.keystead.postgres;

/// PostgreSQL cannot be had. The message is one sentence for the person at the terminal: what is wrong and what to do.
public final class PostgresUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PostgresUnavailable(String message) {
        super(message);
    }

    PostgresUnavailable(String message, Throwable cause) {
        super(message, cause);
    }
}
