package dev.keystead.connection;

import dev.keystead.workspace.WorkspaceId;
import java.util.List;

/// Looks whether a provider can be spoken with, by the protocol that it speaks. Calls others: not for use inside a
/// transaction.
@FunctionalInterface
public interface Probe {
    /// What was found, in the order in which it was looked for.
    List<Finding> look(WorkspaceId workspace, Connection connection);

    /// One thing that was looked at.
    ///
    /// @param what in one word, such as `discovery`
    /// @param sentence for people: what is right, or what is wrong and what to do
    record Finding(String what, boolean good, String sentence) {}
}
