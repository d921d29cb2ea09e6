package dev.keystead.platform.http;

import java.util.Optional;

/// How a request names the workspace that it means.
public sealed interface WorkspaceName {
    /// Not at all: the system workspace, or the one that the credential comes from.
    record None() implements WorkspaceName {}

    /// By the beginning of its path, `/t/{slug}`.
    record InPath(String slug) implements WorkspaceName {}

    /// By its host, which is one of the configured ones.
    ///
    /// @param host in lower case, without a port
    record InHost(String slug, String host) implements WorkspaceName {}

    /// The name itself.
    default Optional<String> findSlug() {
        return switch (this) {
            case None() -> Optional.empty();
            case InPath(String slug) -> Optional.of(slug);
            case InHost(String slug, String _) -> Optional.of(slug);
        };
    }

    /// What the paths of the workspace begin with on the host that was asked.
    default String prefix() {
        return switch (this) {
            case None() -> "";
            case InPath(String slug) -> "/t/" + slug;
            case InHost _ -> "";
        };
    }
}
