package dev.keystead.tenancy.testkit;

import java.util.UUID;

/// How the module forgets a user.
public interface Erasure {
    /// Makes a user with rows in as many tables as users have rows in.
    UUID createUser();

    /// Deletes the user and does what the clean-up does when the retention is over.
    void erase(UUID user);
}
