package dev.keystead.contract.scratch;

import dev.keystead.contract.Rule;
import dev.keystead.contract.Settings;
import dev.keystead.contract.text.SqlStatement;
import dev.keystead.postgres.Progress;
import dev.keystead.tenancy.migration.Migration;
import java.util.List;

/// An engine to throw away. Migrations are given to it in order, by one thread.
public sealed interface Scratch extends AutoCloseable permits PostgresScratch, SqliteScratch {
    /// The one rule that only an engine can judge.
    Rule APPLIES = Rule.error(
            "K002-2.2-applies",
            "002 §2.2",
            "Every statement is accepted by the engine when the migrations apply in order.",
            "Correct the statement; what it needs must be made by an earlier statement or migration.");

    /// An engine as the settings ask for it.
    ///
    /// @param progress told about everything that may take longer than a second
    /// @throws ScratchUnavailable when none can be had, or the prelude does not run
    static Scratch open(Settings settings, Progress progress) {
        return switch (settings.dialect()) {
            case POSTGRES -> PostgresScratch.open(settings, progress);
            case SQLITE -> SqliteScratch.open(settings);
        };
    }

    /// Applies one migration.
    ///
    /// @param statements the file's, placeholders filled
    Step apply(Migration migration, List<SqlStatement> statements);

    /// Leaves nothing behind. Does nothing the second time.
    @Override
    void close();
}
