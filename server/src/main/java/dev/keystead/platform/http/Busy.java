package dev.keystead.platform.http;

/// Too much is asked at this moment, and nothing was done. The client is told to try again.
public class Busy extends RuntimeException {
    private final int retryAfterSeconds;

    public Busy(String message, int retryAfterSeconds) {
        super(message, null, false, false);
        this.retryAfterSeconds = retryAfterSeconds;
    }

    public int retryAfterSeconds() {
        return retryAfterSeconds;
    }
}
