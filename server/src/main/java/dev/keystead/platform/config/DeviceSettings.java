package dev.keystead.platform.config;

import static dev.keystead.platform.config.Setting.open;

import java.time.Duration;

/// The part of the table that is about devices.
public final class DeviceSettings {
    public static final Setting<Duration> CERTIFICATE_LIFE = open(
            "device.certificate-life",
            Types.duration("1h", "30d"),
            "7d",
            "How long a certificate of a device is valid that is issued from now on.");

    public static final Setting<Duration> AUTHORITY_ROTATION = open(
            "device.authority-rotation",
            Types.duration("1d", "1000d"),
            "365d",
            "How long an authority certifies devices before another takes its place; what it signed stays valid.");

    private DeviceSettings() {}
}
