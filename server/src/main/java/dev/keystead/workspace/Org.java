package dev.keystead.workspace;

import java.time.Instant;

/// An organisation as it is stored.
public record Org(OrgId id, String name, int version, Instant createdAt, Instant updatedAt) {}
