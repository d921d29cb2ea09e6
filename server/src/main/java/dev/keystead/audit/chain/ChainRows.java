package dev.keystead.audit.chain;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/// The rows of a chain, piece by piece and in order, from a database or from a file.
public interface ChainRows {
    /// The next piece, as work that any thread may do; nothing when there are no more.
    Optional<Callable<List<SealedEntry>>> next();

    /// Somewhere to read the rows from, as often as it takes.
    @FunctionalInterface
    interface Source {
        ChainRows open();
    }
}
