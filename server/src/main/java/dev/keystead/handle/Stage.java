package dev.keystead.handle;

import java.time.Instant;

/// What is to be done about somebody who may sleep.
public sealed interface Stage {
    /// Nothing: they were here.
    ///
    /// @param seenAt when
    /// @param dueAt when to look again
    record Awake(Instant seenAt, Instant dueAt) implements Stage {}

    /// Write to them.
    ///
    /// @param dueAt when their account is locked unless they come: never sooner after the mail than was promised
    record ToNotice(Instant dueAt) implements Stage {}

    /// Lock their account.
    ///
    /// @param dueAt when their handle is released
    record ToLock(Instant dueAt) implements Stage {}

    /// Release their handle.
    record ToRelease() implements Stage {}
}
