package dev.keystead.cli;

/// How a command ended, for the script that ran it.
public enum ExitCode {
    OK(0, "done"),
    FAILED(1, "it could not be done; the reason is on standard error"),
    USAGE(2, "the command line or the configuration is wrong; nothing was done"),
    NOT_FOUND(3, "what was named does not exist"),
    DENIED(4, "this user may not do it"),
    FINDINGS(5, "the check ran and found something");

    private final int code;
    private final String meaning;

    ExitCode(int code, String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    public int code() {
        return code;
    }

    public String meaning() {
        return meaning;
    }
}
