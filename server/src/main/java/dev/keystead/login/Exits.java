package dev.keystead.login;

import dev.keystead.session.SessionId;
import java.util.Optional;

/// Knows where a session came from that began at another identity provider. Not for use inside a transaction.
@FunctionalInterface
public interface Exits {
    /// The provider that somebody who signs out here may want to sign out of too.
    ///
    /// @param door the address of the workspace's pages, to come back to
    Optional<Exit> find(Visitor visitor, String door, SessionId session);

    /// A provider, and where one signs out of it.
    record Exit(String name, String address) {}
}
