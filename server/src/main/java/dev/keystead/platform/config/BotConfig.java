package dev.keystead.platform.config;

/// How many requests a service identity may make, by how far it is trusted.
///
/// @param systemPerSecond for those of the installation itself
/// @param verifiedOrgPerSecond for those of workspaces that have proven a domain
/// @param thirdPartyPerSecond for all others, as long as nothing is known against them
/// @param untrustedPerSecond for those that somebody does not trust
/// @param burstSeconds how many seconds' worth may come at once
public record BotConfig(
        int systemPerSecond,
        int verifiedOrgPerSecond,
        int thirdPartyPerSecond,
        int untrustedPerSecond,
        int burstSeconds) {
    static BotConfig from(Configuration values) {
        return new BotConfig(
                values.value(BotSettings.SYSTEM_PER_SECOND),
                values.value(BotSettings.VERIFIED_ORG_PER_SECOND),
                values.value(BotSettings.THIRD_PARTY_PER_SECOND),
                values.value(BotSettings.UNTRUSTED_PER_SECOND),
                values.value(BotSettings.BURST_SECONDS));
    }
}
