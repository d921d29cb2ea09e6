package dev.keystead.platform.config;

import static dev.keystead.platform.config.Setting.open;

/// The part of the table that is about service identities: how many requests each may make at one node.
public final class BotSettings {
    public static final Setting<Integer> SYSTEM_PER_SECOND = open(
            "bot.system-per-second",
            Types.wholeNumber(1, 100_000),
            "1000",
            "Requests in a second of a service identity of trust class system, at one node.");

    public static final Setting<Integer> VERIFIED_ORG_PER_SECOND = open(
            "bot.verified-org-per-second",
            Types.wholeNumber(1, 100_000),
            "100",
            "The same of trust class verified_org.");

    public static final Setting<Integer> THIRD_PARTY_PER_SECOND = open(
            "bot.third-party-per-second", Types.wholeNumber(1, 100_000), "20", "The same of trust class third_party.");

    public static final Setting<Integer> UNTRUSTED_PER_SECOND =
            open("bot.untrusted-per-second", Types.wholeNumber(1, 100_000), "2", "The same of trust class untrusted.");

    public static final Setting<Integer> BURST_SECONDS = open(
            "bot.burst-seconds",
            Types.wholeNumber(1, 600),
            "5",
            "How many seconds' worth of requests a service identity that was quiet may make at once. More are answered "
                    + "with 429 and a Retry-After.");

    private BotSettings() {}
}
