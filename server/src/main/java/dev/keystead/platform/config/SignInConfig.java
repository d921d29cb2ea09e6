package dev.keystead.platform.config;

/// How much may be begun from one network in ten minutes, at one workspace's door.
///
/// @param startsPerSource sign-ins
/// @param asksPerSource wishes after which somebody may be written to
public record SignInConfig(int startsPerSource, int asksPerSource) {}
