package dev.keystead.cli;

import dev.keystead.audit.Trail;
import dev.keystead.audit.chain.ExportFilter;
import dev.keystead.platform.config.Config;
import dev.keystead.platform.id.Prefix;
import dev.keystead.server.TrailExport;
import dev.keystead.tenancy.IdText;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Takes an audit trail out of the database.
final class AuditExporting {
    private AuditExporting() {}

    /// What is asked for.
    record Wish(
            String workspace,
            Path out,
            @Nullable String trail,
            @Nullable String since,
            @Nullable String until,
            List<String> settings) {
        ExportFilter filter() {
            return new ExportFilter(
                    Optional.ofNullable(trail).map(Wish::trail),
                    Optional.ofNullable(since).map(Wish::time),
                    Optional.ofNullable(until).map(Wish::time));
        }

        private static Trail trail(String word) {
            try {
                return Trail.ofWord(word);
            } catch (IllegalArgumentException e) {
                throw new Misspelt(
                        "'" + word + "' is no trail; take admin_audit, auth_audit or runtime_token_audit.", e);
            }
        }

        private static Instant time(String text) {
            try {
                return Instant.parse(text);
            } catch (DateTimeException e) {
                throw new Misspelt("'" + text + "' is no time, such as 2026-01-31T12:00:00Z.", e);
            }
        }
    }

    /// Something on the command line cannot be meant. The message is a sentence for people.
    private static final class Misspelt extends RuntimeException {
        private static final long serialVersionUID = 1;

        Misspelt(String sentence, Throwable cause) {
            super(sentence, cause);
        }
    }

    static ExitCode export(Terminal terminal, Wish wish) {
        Optional<UUID> workspace = IdText.decode(Prefix.WORKSPACE.text(), wish.workspace());
        if (workspace.isEmpty()) {
            terminal.complain("'" + wish.workspace() + "' is no id of a workspace, such as wrk_01k9….");
            return ExitCode.USAGE;
        }
        ExportFilter filter;
        try {
            filter = wish.filter();
        } catch (Misspelt e) {
            terminal.complain(String.valueOf(e.getMessage()));
            return ExitCode.USAGE;
        }
        return Configured.run(
                terminal, wish.settings(), config -> export(terminal, config, workspace.get(), filter, wish.out()));
    }

    private static ExitCode export(Terminal terminal, Config config, UUID workspace, ExportFilter filter, Path file) {
        long rows;
        try {
            Files.createFile(file);
            try {
                rows = write(terminal, config, workspace, filter, file);
            } catch (IOException | RuntimeException e) {
                // Half an export must not look like one.
                Files.deleteIfExists(file);
                throw e;
            }
        } catch (FileAlreadyExistsException _) {
            terminal.complain(file + " is there already; name another file, or remove it.");
            return ExitCode.FAILED;
        } catch (IOException e) {
            terminal.complain(file + " cannot be written (" + e.getMessage() + ").");
            return ExitCode.FAILED;
        }
        terminal.say(rows + " entries are in " + file + "; verify it with: keystead audit verify --export " + file);
        return ExitCode.OK;
    }

    private static long write(Terminal terminal, Config config, UUID workspace, ExportFilter filter, Path file)
            throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file));
                Progress progress = Progress.on(terminal)) {
            return TrailExport.write(config, workspace, filter, out, progress);
        }
    }
}
