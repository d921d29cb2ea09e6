package dev.keystead.platform.config;

import java.time.Duration;

/// How badges and the keys that sign them follow each other.
///
/// @param life how long a badge is valid
/// @param keyRotation how long a key signs
public record BadgeConfig(Duration life, Duration keyRotation) {}
