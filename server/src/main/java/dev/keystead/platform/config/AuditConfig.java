package dev.keystead.platform.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// What is done with the audit trail beyond keeping it.
///
/// @param checkpointFolder where copies of checkpoints go; nowhere, if missing
public record AuditConfig(@Nullable Path checkpointFolder) {}
