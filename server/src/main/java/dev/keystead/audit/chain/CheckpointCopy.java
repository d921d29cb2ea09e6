package dev.keystead.audit.chain;

import java.time.Instant;
import java.util.List;

/// Somewhere outside the database where copies of checkpoints are kept.
public interface CheckpointCopy {
    /// Adds copies, and comes back once they are safe there.
    void append(Instant now, List<Checkpoint.Signed> signed);
}
