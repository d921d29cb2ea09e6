package dev.keystead.platform.config;

import static dev.keystead.platform.config.Setting.open;

import java.time.Duration;

/// The part of the table that is about badges.
public final class BadgeSettings {
    public static final Setting<Duration> BADGE_LIFE = open(
            "badge.life",
            Types.duration("1h", "400d"),
            "90d",
            "How long a badge is valid that a workspace issues from now on.");

    public static final Setting<Duration> BADGE_KEY_ROTATION = open(
            "badge.key-rotation",
            Types.duration("1d", "1000d"),
            "180d",
            "How long a key signs badges before another takes its place; what it signed stays valid.");

    private BadgeSettings() {}
}
