package dev.keystead.subtenant;

import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// A subtenant as it is stored.
public record Subtenant(
        SubtenantId id,
        String slug,
        String name,
        Optional<Environment> environment,
        String region,
        Status status,
        JsonNode settings,
        int version,
        Instant createdAt,
        Instant updatedAt) {

    /// The slug of the subtenant that every workspace begins with.
    public static final String DEFAULT_SLUG = "default";

    /// The region of what is kept wherever the workspace is.
    public static final String DEFAULT_REGION = "default";

    /// Why roles in a suspended subtenant stay as they are.
    static final String SUSPENDED = "the subtenant is suspended; activate it before its roles are changed";

    /// Which stage a subtenant is.
    public enum Environment {
        PRODUCTION,
        STAGING,
        DEV,
        TEST
    }

    /// Whether a subtenant is to be used.
    public enum Status {
        ACTIVE,
        /// Roles in it allow nothing and stay as they are; whoever may change all subtenants of the workspace can
        /// activate it.
        SUSPENDED
    }

    boolean isSuspended() {
        return status == Status.SUSPENDED;
    }

    boolean isDefault() {
        return slug.equals(DEFAULT_SLUG);
    }
}
