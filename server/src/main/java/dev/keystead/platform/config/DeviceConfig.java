package dev.keystead.platform.config;

import java.time.Duration;

/// How certificates of devices and the authorities that sign them follow each other.
///
/// @param certificateLife how long a certificate is valid
/// @param authorityRotation how long an authority signs
public record DeviceConfig(Duration certificateLife, Duration authorityRotation) {}
