package dev.keystead.platform.config;

/// How much applications may begin in ten minutes at one workspace.
///
/// @param requestsPerSource requests of those that cannot prove themselves, from one network
/// @param requestsPerClient requests of one that proved itself
/// @param registrationsPerSource registrations by applications themselves, from one network
public record ClientLimitConfig(int requestsPerSource, int requestsPerClient, int registrationsPerSource) {}
