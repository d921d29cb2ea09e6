package dev.keystead.platform.config;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/// Where traces go.
///
/// @param endpoint null when nothing is traced
public record TraceConfig(@Nullable URI endpoint, double sampleRatio) {}
