package dev.keystead.platform.config;

import static dev.keystead.platform.config.Setting.open;

import java.time.Duration;

/// The part of the table that is about invitations of one person by another.
public final class InviteSettings {
    public static final Setting<Duration> INVITE_LIFE = open(
            "invite.life",
            Types.duration("1h", "90d"),
            "14d",
            "How long somebody who was invited to an individual account can make it.");

    public static final Setting<Integer> INVITE_BRANCH_PER_DAY = open(
            "invite.branch-per-day",
            Types.wholeNumber(2, 1_000_000),
            "200",
            "How many people may come in a day by the invitations of one branch: of somebody whom the staff invited, "
                    + "and of everybody below. More are answered with 429 and a Retry-After.");

    private InviteSettings() {}
}
