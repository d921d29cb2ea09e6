package dev.keystead.platform.config;

import org.jspecify.annotations.Nullable;

/// Whether figures are shown, and to whom.
///
/// @param token null when anybody who reaches the path may read them
public record MetricsConfig(boolean enabled, @Nullable Secret<String> token) {}
