package dev.keystead.platform.http;

/// The server cannot listen where it was told to. The message is one sentence that says what to do.
public final class CannotListen extends RuntimeException {
    CannotListen(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
