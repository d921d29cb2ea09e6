package dev.keystead.cli.remote;

import dev.keystead.cli.ExitCode;

/// Why a command does not go on: one sentence for the person, one code for the script.
public final class Stop extends RuntimeException {
    private final transient ExitCode code;

    public Stop(ExitCode code, String sentence) {
        super(sentence, null, false, false);
        this.code = code;
    }

    public ExitCode code() {
        return code;
    }

    public String sentence() {
        return String.valueOf(getMessage());
    }
}
