package dev.keystead.platform.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// What this server may call by itself.
///
/// @param allowPrivate whether private networks and this machine are among it
/// @param authorities null when those that Java trusts are enough
public record OutboundConfig(boolean allowPrivate, @Nullable Path authorities) {}
