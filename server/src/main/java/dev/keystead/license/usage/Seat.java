package dev.keystead.license.usage;

import dev.keystead.directory.UserId;
import java.time.Instant;

/// That somebody uses a licence for a number of people, as it is stored.
public record Seat(UserId user, String assignedBy, Instant assignedAt) {}
