package dev.keystead.audit;

import java.util.OptionalLong;

/// An entry as it is read back, sealed or not.
///
/// @param seq its place in its chain; nothing while it waits for its seal
record WrittenEntry(AuditEntry entry, Trail trail, OptionalLong seq) {}
