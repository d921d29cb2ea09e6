package dev.keystead.federation;

import dev.keystead.connection.Connection;
import dev.keystead.federation.journey.Journey;
import dev.keystead.federation.upstream.UpstreamSessions;
import dev.keystead.login.Visitor;
import java.time.Duration;
import java.util.Optional;

/// Speaks the protocol of one kind of provider. Calls others: not for use inside a transaction.
public interface Upstream {
    /// Begins a journey, and says where it leads.
    Departure depart(Traveller traveller);

    /// Where somebody signs out at the provider too; nothing when it has no such place.
    Optional<String> exit(Visitor visitor, String door, Connection connection, UpstreamSessions.Exit exit);

    /// Somebody who is about to go to a provider.
    ///
    /// @param door the address of the workspace's pages, to come back to
    /// @param hint who they said they are, if they did
    /// @param oldest how long ago they may have proven themselves there, if what they want needs a recent proof
    record Traveller(
            Visitor visitor,
            String door,
            Connection connection,
            Journey.Aim aim,
            Optional<String> hint,
            Optional<Duration> oldest) {}

    /// What became of the wish to go.
    sealed interface Departure {
        /// The browser goes to this address of the provider.
        record To(String address) implements Departure {}

        /// The provider cannot be gone to.
        record Refused(Why why) implements Departure {}
    }
}
