package dev.keystead.platform.config;

import static dev.keystead.platform.config.Setting.open;

import java.time.Duration;

/// The part of the table that is about handles.
public final class HandleSettings {
    public static final Setting<Integer> CHECKS_PER_SOURCE = open(
            "handle.checks-per-source",
            Types.wholeNumber(5, 1_000_000),
            "300",
            "How many handles may be asked for in ten minutes from one network address, to learn whether they are "
                    + "free; more are answered with 429 and a Retry-After.");

    public static final Setting<Duration> CHANGE_INTERVAL = open(
            "handle.change-interval",
            Types.duration("0d", "3650d"),
            "365d",
            "How long people wait between two changes of their handle. Administrators do not.");

    public static final Setting<Duration> FREEZE = open(
            "handle.freeze",
            Types.duration("0d", "36500d"),
            "730d",
            "How long nobody can have a handle that was changed for another one.");

    public static final Setting<Duration> NOTICE_AFTER = open(
            "handle.notice-after",
            Types.duration("1d", "3650d"),
            "548d",
            "How long nobody signs in to an individual account before its owner is written to.");

    public static final Setting<Duration> LOCK_AFTER = open(
            "handle.lock-after",
            Types.duration("2d", "3650d"),
            "730d",
            "How long nobody signs in to an individual account before it is locked. It must be longer than "
                    + "handle.notice-after; what lies between the two is the least time that people have after the "
                    + "mail.");

    public static final Setting<Duration> RELEASE_AFTER = open(
            "handle.release-after",
            Types.duration("3d", "36500d"),
            "1826d",
            "How long nobody signs in to an individual account before it is deleted and its handle is free for "
                    + "anybody. It must be longer than handle.lock-after.");

    public static final Setting<Duration> PROVE_WITHIN = open(
            "handle.prove-within",
            Types.duration("1d", "3650d"),
            "30d",
            "How long a new individual account keeps its handle when nobody proves its address. Then the account is "
                    + "deleted, and the handle is free for anybody.");

    private HandleSettings() {}
}
