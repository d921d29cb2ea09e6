package dev.keystead.cli;

import dev.keystead.audit.chain.ChainReport;
import dev.keystead.audit.chain.Checkpoint;
import dev.keystead.audit.chain.CheckpointCopies;
import dev.keystead.audit.chain.ExportFile;
import dev.keystead.audit.chain.Tampering;
import dev.keystead.audit.chain.VerifierKey;
import dev.keystead.platform.id.Prefix;
import dev.keystead.server.TrailVerification;
import dev.keystead.tenancy.IdText;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Verifies audit trails and tells what it found.
final class AuditVerifying {
    private static final int WIDTH = 30;

    private AuditVerifying() {}

    /// What is asked for.
    record Wish(
            @Nullable Path export,
            @Nullable String workspace,
            List<String> keys,
            @Nullable Path checkpoints,
            List<String> settings) {}

    static ExitCode keys(Terminal terminal, List<String> settings) {
        return Configured.run(terminal, settings, config -> {
            List<VerifierKey> keys;
            try (Progress progress = Progress.on(terminal)) {
                keys = TrailVerification.keys(config, progress);
            }
            keys.forEach(key -> terminal.out().println(key.text()));
            terminal.out().flush();
            return ExitCode.OK;
        });
    }

    static ExitCode verify(Terminal terminal, Wish wish) {
        var keys = new ArrayList<VerifierKey>();
        for (String text : wish.keys().stream().flatMap(String::lines).toList()) {
            Optional<VerifierKey> key = VerifierKey.parse(text);
            if (key.isEmpty()) {
                terminal.complain("'" + text + "' is no key; take a line that keystead audit key prints.");
                return ExitCode.USAGE;
            }
            keys.add(key.get());
        }
        Optional<UUID> workspace =
                Optional.ofNullable(wish.workspace()).flatMap(text -> IdText.decode(Prefix.WORKSPACE.text(), text));
        if (wish.workspace() != null && workspace.isEmpty()) {
            terminal.complain("'" + wish.workspace() + "' is no id of a workspace, such as wrk_01k9….");
            return ExitCode.USAGE;
        }
        Path export = wish.export();
        try {
            List<Checkpoint.Signed> copies =
                    wish.checkpoints() == null ? List.of() : CheckpointCopies.read(wish.checkpoints());
            var trust = new TrailVerification.Trust(keys, copies);
            if (export == null) {
                return Configured.run(terminal, wish.settings(), config -> {
                    try (Progress progress = Progress.on(terminal)) {
                        return tell(
                                terminal,
                                TrailVerification.database(config, workspace, trust, progress, bar(progress)));
                    }
                });
            }
            if (!wish.settings().isEmpty()) {
                terminal.complain(
                        "An export is verified by itself; leave out " + String.join(" ", wish.settings()) + ".");
                return ExitCode.USAGE;
            }
            try (Progress progress = Progress.on(terminal)) {
                progress.accept("Verifying " + export);
                return tell(terminal, TrailVerification.export(export, trust, bar(progress)));
            }
        } catch (ExportFile.Damaged e) {
            terminal.complain(String.valueOf(e.getMessage()));
            return ExitCode.FAILED;
        } catch (UncheckedIOException e) {
            terminal.complain("The copies of checkpoints cannot be read: " + e.getMessage());
            return ExitCode.FAILED;
        }
    }

    private static TrailVerification.Counter bar(Progress progress) {
        return (rows, all) -> {
            int done = all == 0 ? WIDTH : (int) Math.min(WIDTH, rows * WIDTH / all);
            progress.update("[" + "#".repeat(done) + ".".repeat(WIDTH - done) + "] " + rows + " of " + all + " rows");
        };
    }

    private static ExitCode tell(Terminal terminal, TrailVerification.Result result) {
        long rows = result.chains().stream().mapToLong(ChainReport::rows).sum();
        for (ChainReport chain : result.chains()) {
            chain.tampering().ifPresent(found -> terminal.out().println(line(chain, found)));
        }
        terminal.out().flush();
        long open = result.chains().stream()
                .filter(ChainReport::isIntact)
                .mapToLong(chain -> chain.size() - chain.signedTo())
                .sum();
        terminal.say(rows + " rows in " + result.chains().size() + " chains were verified; " + open
                + " of them came after the last signed checkpoint.");
        if (!result.pinned()) {
            terminal.say("The keys came from what was verified; give --key with one that you kept elsewhere.");
        }
        return result.isIntact() ? ExitCode.OK : ExitCode.FINDINGS;
    }

    private static String line(ChainReport chain, Tampering found) {
        return chain.chain() + " " + found.kind().name().toLowerCase(Locale.ROOT) + " at row " + found.seq()
                + (found.entry().isEmpty() ? "" : " (" + found.entry() + ")") + ": " + found.sentence();
    }
}
