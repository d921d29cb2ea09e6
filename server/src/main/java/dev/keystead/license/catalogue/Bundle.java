package dev.keystead.license.catalogue;

import java.time.Instant;
import java.util.List;

/// Modules that are licensed together, as they are stored.
///
/// @param code the word by which it is asked for; it never changes
/// @param modules their codes
public record Bundle(
        BundleId id,
        String code,
        String name,
        List<String> modules,
        int version,
        Instant createdAt,
        Instant updatedAt) {
    public Bundle {
        modules = modules.stream().distinct().sorted().toList();
    }

    Bundle as(String newName, List<String> newModules) {
        return new Bundle(id, code, newName, newModules, version, createdAt, updatedAt);
    }
}
