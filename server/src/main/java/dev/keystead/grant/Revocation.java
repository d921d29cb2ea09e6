package dev.keystead.grant;

import dev.keystead.client.ClientId;
import dev.keystead.directory.UserId;
import dev.keystead.session.SessionId;
import java.time.Instant;
import java.util.Optional;

/// What is to be taken back: that which fits everything that is said.
///
/// @param before what was given until then; whenever it was if nothing is said
record Revocation(
        Optional<UserId> user, Optional<ClientId> client, Optional<SessionId> session, Optional<Instant> before) {
    /// Whether it is about people only, so that what applications have for themselves stays.
    boolean isAboutPeople() {
        return user.isPresent() || session.isPresent();
    }
}
