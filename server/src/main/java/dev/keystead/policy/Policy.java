package dev.keystead.policy;

import java.util.UUID;

/// A decision of a workspace, with the version that the next change must name.
///
/// @param version 0 for what was never decided
record Policy<P extends Record>(UUID tenant, P rules, int version) {}
