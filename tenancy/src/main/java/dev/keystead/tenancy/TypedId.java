package dev.keystead.tenancy;

import java.util.UUID;

/// An id that knows what it is an id of. Inside it is a UUID; at every edge it is `prefix_` and 26 characters.
///
/// Each entity has one record that implements this, so that a user's id cannot stand where a workspace's is due.
public interface TypedId {
    UUID value();

    /// The word before the underscore, such as `usr`.
    String prefix();

    /// The form that people and other systems see, such as `usr_01k9…`.
    default String text() {
        return IdText.encode(prefix(), value());
    }
}
