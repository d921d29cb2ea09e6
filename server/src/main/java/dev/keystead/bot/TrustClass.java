package dev.keystead.bot;

import dev.keystead.platform.config.BotConfig;

/// How far a service identity is trusted, from most to least: it decides how many requests it may make.
public enum TrustClass {
    /// A machine of the installation itself.
    SYSTEM,
    /// A machine of a workspace that has proven a domain.
    VERIFIED_ORG,
    /// Whatever is neither of these, and nothing is known against.
    THIRD_PARTY,
    /// One that somebody does not trust.
    UNTRUSTED;

    /// How many requests in a second it may go on making.
    int perSecond(BotConfig config) {
        return switch (this) {
            case SYSTEM -> config.systemPerSecond();
            case VERIFIED_ORG -> config.verifiedOrgPerSecond();
            case THIRD_PARTY -> config.thirdPartyPerSecond();
            case UNTRUSTED -> config.untrustedPerSecond();
        };
    }

    /// The class that counts: a domain that is no longer proven vouches for nobody.
    ///
    /// @param hasDomain whether the workspace has a proven domain now
    TrustClass given(boolean hasDomain) {
        return this == VERIFIED_ORG && !hasDomain ? THIRD_PARTY : this;
    }
}
