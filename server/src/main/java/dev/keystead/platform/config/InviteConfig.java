package dev.keystead.platform.config;

import java.time.Duration;

/// How invitations of one person by another work.
///
/// @param life how long one can be used
/// @param branchPerDay how many people may come by one branch of the lineage in a day
public record InviteConfig(Duration life, int branchPerDay) {}
