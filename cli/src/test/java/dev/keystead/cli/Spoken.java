package dev.keystead.cli;

import dev.keystead.cli.remote.Surroundings;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/// One command, run, and what it said.
record Spoken(int exitCode, String out, String err) {
    static Spoken by(String... arguments) {
        return by(Surroundings.ofProcess(), arguments);
    }

    static Spoken by(Surroundings around, String... arguments) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var terminal = new Terminal(stream(out), stream(err), false, false, false);
        int code = Keystead.run(terminal, around, arguments);
        return new Spoken(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    static PrintStream stream(ByteArrayOutputStream into) {
        return new PrintStream(into, true, StandardCharsets.UTF_8);
    }
}
