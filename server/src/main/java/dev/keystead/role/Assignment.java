package dev.keystead.role;

import java.time.Instant;

/// That somebody holds a role, as it is stored.
public record Assignment(Principal holder, String assignedBy, Instant assignedAt) {}
