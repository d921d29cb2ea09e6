package dev.keystead.federation;

import dev.keystead.workspace.WorkspaceId;
import java.time.Instant;

/// Remembers on all nodes what may be presented once only. Not for use inside a transaction.
@FunctionalInterface
public interface Once {
    /// Whether something is presented for the first time. Of several at once, one is the first.
    ///
    /// @param kind tells texts of one use from those of another
    /// @param until when the text would be refused for its age anyway
    boolean isFirst(WorkspaceId workspace, String kind, String text, Instant until);
}
