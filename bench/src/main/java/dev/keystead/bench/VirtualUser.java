package dev.keystead.bench;

import java.io.IOException;

/// One of the users that a load consists of: it has its own connections and its own tokens, and is used by
/// one thread at a time.
sealed interface VirtualUser extends AutoCloseable permits OidcUser, HttpUser {
    /// Fetches what an iteration needs, before the clock starts and again after a failed iteration.
    Iteration prepare() throws IOException;

    /// Does the measured thing once.
    Iteration iterate() throws IOException;

    /// How many HTTP requests this user has sent.
    long requests();

    @Override
    void close();
}
