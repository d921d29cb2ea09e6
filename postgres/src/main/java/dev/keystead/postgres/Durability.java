package dev.keystead.postgres;

import java.util.List;
import java.util.Map;

/// How much a committed row is worth.
public enum Durability {
    /// A commit is on the disk before it is acknowledged.
    DURABLE,

    /// For tests: fast, and a power cut may ruin the whole cluster.
    EXPENDABLE;

    Map<String, String> settings() {
        String value = switch (this) {
            case DURABLE -> "on";
            case EXPENDABLE -> "off";
        };
        return Map.of("fsync", value, "full_page_writes", value, "synchronous_commit", value);
    }

    List<String> initdbFlags() {
        return switch (this) {
            case DURABLE -> List.of();
            case EXPENDABLE -> List.of("--no-sync");
        };
    }
}
