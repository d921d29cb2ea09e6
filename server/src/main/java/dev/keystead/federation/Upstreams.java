package dev.keystead.federation;

import dev.keystead.connection.Connection;
import dev.keystead.connection.Connections;
import dev.keystead.federation.upstream.UpstreamSessions;
import dev.keystead.login.Exits;
import dev.keystead.login.Visitor;
import dev.keystead.session.SessionId;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/// The protocols that are spoken with providers. What speaks one stands above this layer, and says so at the start.
public final class Upstreams {
    private final Connections connections;
    private final UpstreamSessions sessions;
    private final Map<Connection.Kind, Upstream> spoken = new ConcurrentHashMap<>();
    private final AtomicReference<Waiting> expected = new AtomicReference<>((_, _) -> Optional.empty());

    public Upstreams(Connections connections, UpstreamSessions sessions) {
        this.connections = connections;
        this.sessions = sessions;
    }

    /// Knows what waits for somebody behind a page that they go to after they signed in.
    @FunctionalInterface
    public interface Waiting {
        /// How long ago they may have proven themselves for it, if that matters.
        Optional<Duration> oldest(Visitor visitor, String page);
    }

    /// Has somebody above this layer asked before every journey.
    public void expect(Waiting waiting) {
        expected.set(waiting);
    }

    Optional<Duration> oldest(Visitor visitor, String page) {
        return expected.get().oldest(visitor, page);
    }

    public void speak(Connection.Kind kind, Upstream upstream) {
        spoken.put(kind, upstream);
    }

    /// Begins a journey to a provider.
    public Upstream.Departure depart(Upstream.Traveller traveller) {
        return Optional.ofNullable(spoken.get(traveller.connection().kind()))
                .map(upstream -> upstream.depart(traveller))
                .orElseGet(() -> new Upstream.Departure.Refused(Why.CONNECTION));
    }

    /// Where a session came from, and how it ends there too; nothing when it began here, or the provider has no such
    /// place. To be asked before the session ends.
    ///
    /// @param door the address of the workspace's pages, to come back to
    public Optional<Exits.Exit> exit(Visitor visitor, String door, SessionId session) {
        return sessions.find(visitor.workspace().id(), session)
                .flatMap(exit -> connections
                        .enabled(visitor.workspace().id(), exit.session().connection())
                        .flatMap(connection -> Optional.ofNullable(spoken.get(connection.kind()))
                                .flatMap(upstream -> upstream.exit(visitor, door, connection, exit))
                                .map(address -> new Exits.Exit(connection.name(), address))));
    }
}
