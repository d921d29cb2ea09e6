package dev.keystead.platform.config;

import java.time.Duration;

/// How signing keys follow each other.
///
/// @param rotation how long a key signs
/// @param lead how long the next one is published before it signs
/// @param overlap how long one that no longer signs stays published
public record KeyConfig(Duration rotation, Duration lead, Duration overlap) {}
