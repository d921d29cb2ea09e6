package dev.keystead.federation.upstream;

import dev.keystead.authevent.AuthEvent;
import dev.keystead.authevent.AuthEvents;
import dev.keystead.connection.Connection;
import dev.keystead.connection.ConnectionId;
import dev.keystead.directory.UserId;
import dev.keystead.job.Sweep;
import dev.keystead.login.Flow;
import dev.keystead.login.FlowId;
import dev.keystead.login.Origins;
import dev.keystead.platform.crypto.Envelope;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.session.Session;
import dev.keystead.session.SessionId;
import dev.keystead.session.Sessions;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.WorkspaceId;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Which of our sessions began at which session of another identity provider: what one of the two ends, the other one
/// can end too.
public final class UpstreamSessions implements Origins {
    /// As long as a sign-in may take.
    private static final Duration UNTIL_INSIDE = Duration.ofMinutes(10);

    /// Somebody whose provider does not say when they proved themselves may have done so a while ago: as long as
    /// providers usually remember people.
    private static final Duration WHO_KNOWS_WHEN = Duration.ofDays(1);

    private final Database database;
    private final UpstreamSessionStore store;
    private final Sessions sessions;
    private final AuthEvents events;
    private final Envelope envelope;
    private final Clock clock;

    public UpstreamSessions(Database database, Sessions sessions, AuthEvents events, MasterKey master, Clock clock) {
        this.database = database;
        this.store = new UpstreamSessionStore(database);
        this.sessions = sessions;
        this.events = events;
        this.envelope = master.envelope("session.upstream_sessions.hint");
        this.clock = clock;
    }

    /// What has expired and can go.
    public static Sweep.Expiring expiring() {
        return new Sweep.Expiring("session.upstream_sessions", UpstreamSessionStore.SESSION_SWEEP);
    }

    /// Notes in a sign-in where its person came from.
    public void begin(
            Transaction transaction, FlowId flow, Connection connection, UserId user, UpstreamIdentity identity) {
        Instant now = clock.instant();
        byte[] hint = identity.hint()
                .map(text -> envelope.seal(
                        transaction.scope().require(Axis.TENANT), flow.value(), text.getBytes(StandardCharsets.UTF_8)))
                .orElse(null);
        Instant proven = identity.provenAt().orElse(now.minus(WHO_KNOWS_WHEN));
        store.insert(
                transaction,
                flow,
                connection.id(),
                user,
                identity,
                hint,
                proven.isBefore(now) ? proven : now,
                now,
                now.plus(UNTIL_INSIDE));
    }

    @Override
    public Optional<Origin> of(Transaction transaction, FlowId flow) {
        return store.hold(transaction, flow);
    }

    /// Notes that such a sign-in has become a session.
    @Override
    public void entered(Transaction transaction, Flow flow, Session session) {
        store.attach(transaction, flow.id(), session.id(), session.endsAt());
    }

    /// A session and what its provider is shown when the person signs out.
    public record Exit(UpstreamSession session, Optional<String> hint) {}

    /// Where a session came from, if it came from elsewhere. Binds its scope itself; not for use inside a transaction.
    public Optional<Exit> find(WorkspaceId workspace, SessionId session) {
        return Scope.tenant(workspace.value())
                .call(() -> store.find(session))
                .map(found -> new Exit(
                        found.session(),
                        found.hint()
                                .map(kept -> new String(
                                        envelope.open(workspace.value(), found.row(), kept), StandardCharsets.UTF_8))));
    }

    /// Ends the sessions that a provider means: one of its own sessions, everything of a person, or what is both.
    /// Sign-ins that are under way by its word end too.
    /// Answers how many. Binds its scope itself.
    ///
    /// @param upstream what the provider calls its session
    public int end(
            WorkspaceId workspace,
            String issuer,
            Optional<String> subject,
            Optional<String> upstream,
            Session.Client client) {
        return Scope.tenant(workspace.value())
                .call(() -> database.write(transaction -> {
                    if (upstream.isPresent()) {
                        store.deletePending(transaction, issuer, upstream.get(), subject);
                    } else {
                        subject.ifPresent(person -> store.deletePending(transaction, issuer, person));
                    }
                    Stream<UpstreamSession> ending = meant(transaction, issuer, subject, upstream).stream()
                            .filter(session ->
                                    subject.isEmpty() || session.subject().equals(subject.get()));
                    return (int) ending.filter(session -> end(transaction, session, client))
                            .count();
                }));
    }

    /// A session of somebody whose provider did not tell its own session then may be any that it names now.
    private List<UpstreamSession> meant(
            Transaction transaction, String issuer, Optional<String> subject, Optional<String> upstream) {
        List<UpstreamSession> of = subject.map(person -> store.bySubject(transaction, issuer, person))
                .orElse(List.of());
        return upstream.map(sid -> Stream.concat(
                                store.byUpstream(transaction, issuer, sid).stream(),
                                of.stream().filter(session -> session.upstream().isEmpty()))
                        .toList())
                .orElse(of);
    }

    /// Leaves an event because a provider's word that somebody signed out did not hold. Binds its scope itself.
    public void refused(
            WorkspaceId workspace,
            Optional<ConnectionId> connection,
            Session.Client client,
            Map<String, String> found) {
        var details = new TreeMap<>(found);
        details.put("why", "logout");
        details.put("connection", connection.map(ConnectionId::text).orElse(""));
        Scope.tenant(workspace.value())
                .call(() -> database.write(transaction -> {
                    events.write(
                            transaction,
                            AuthEvent.Type.FEDERATION_FAILED,
                            new AuthEvents.About(Optional.empty(), Optional.empty(), Optional.empty()),
                            client,
                            details);
                    return true;
                }));
    }

    private boolean end(Transaction transaction, UpstreamSession upstream, Session.Client client) {
        boolean ended = sessions.end(transaction, upstream.session(), Session.End.UPSTREAM)
                .isPresent();
        if (ended) {
            events.write(
                    transaction,
                    AuthEvent.Type.SESSION_ENDED,
                    AuthEvents.About.user(upstream.user()).in(upstream.session()),
                    client,
                    Map.of(
                            "why",
                            "upstream",
                            "connection",
                            upstream.connection().text()));
        }
        return ended;
    }
}
