package dev.keystead.platform.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// What is done with the audit trail beyond keeping it.
///
/// @param checkpointFolder where copies of checkpoints go; nowhere, if missing
/// @param archive whether checkpoints, and entries before they are removed, are copied to the storage of files
public record AuditConfig(@Nullable Path checkpointFolder, boolean archive) {}
