package dev.keystead.contract.scratch;

/// No scratch engine can be had. The message is one sentence for the person at the terminal.
public final class ScratchUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ScratchUnavailable(String message, Throwable cause) {
        super(message, cause);
    }
}
