package dev.keystead.contract;

import dev.keystead.postgres.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A folder of migrations in the making.
public record TestFolder(Path path) {
    /// Adds a file.
    public TestFolder with(String file, String text) {
        try {
            Files.writeString(path.resolve(file), text);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Locks what is there.
    public TestFolder locked() {
        try {
            Locks.write(path);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Examination examined(Settings settings) {
        return Contract.examine(path, settings, Progress.silent());
    }

    /// What is found, each as `file:line rule subject`.
    public List<String> found(Settings settings) {
        return examined(settings).findings().stream()
                .map(finding -> finding.place().file() + ":" + finding.place().line() + " "
                        + finding.rule().id() + " " + finding.subject())
                .toList();
    }
}
