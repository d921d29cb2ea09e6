package dev.keystead.authevent;

import dev.keystead.audit.AuditLog;
import dev.keystead.directory.UserId;
import dev.keystead.job.Job;
import dev.keystead.platform.db.Words;
import dev.keystead.platform.json.Json;
import dev.keystead.session.Session;
import dev.keystead.session.SessionId;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.workspace.Reserved;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// What happened at the door: kept for the person it is about and for administrators.
public final class AuthEvents {
    private static final Duration KEPT = Duration.ofDays(90);
    private static final Duration EVERY = Duration.ofHours(12);
    private static final int MONTHS_AHEAD = 2;

    private final AuthEventStore store;
    private final AuditLog audit;
    private final Clock clock;

    public AuthEvents(Database database, AuditLog audit, Clock clock) {
        this.store = new AuthEventStore(database);
        this.audit = audit;
        this.clock = clock;
    }

    /// What an event is about.
    public record About(Optional<UserId> user, Optional<UUID> flow, Optional<SessionId> session) {
        public static About user(UserId user) {
            return new About(Optional.of(user), Optional.empty(), Optional.empty());
        }

        public static About flow(Optional<UserId> user, UUID flow) {
            return new About(user, Optional.of(flow), Optional.empty());
        }

        public About in(SessionId its) {
            return new About(user, flow, Optional.of(its));
        }
    }

    /// Writes an event into the transaction, in its tenant, and its entry in the audit trail, where it outlives
    /// whoever could change events. Costs no round trip.
    ///
    /// @param details no secrets, and nothing that somebody typed
    public void write(
            Transaction transaction, AuthEvent.Type type, About about, Session.Client client, Map<String, ?> details) {
        Instant now = clock.instant();
        var id = new AuthEventId(UuidV7.at(now));
        store.insertAtCommit(
                transaction,
                new AuthEvent(id, type, about.user(), about.flow(), about.session(), client, Json.text(details), now));
        var payload = new LinkedHashMap<String, Object>();
        payload.put("event_id", id);
        about.session().ifPresent(session -> payload.put("session_id", session));
        payload.put("details", details);
        TypedId whom = about.user().<TypedId>map(user -> user).orElse(id);
        audit.writeEvent(
                transaction,
                about.user().map(user -> "did:keystead:" + user.text()).orElse("did:internal:door"),
                "auth." + Words.of(type),
                whom,
                payload,
                client.address());
    }

    /// The events of the tenant in scope, newest first.
    List<AuthEvent> list(Optional<AuthEvent.Type> type, Optional<UUID> before, int limit) {
        return type.map(only -> store.listByType(only, before, limit)).orElseGet(() -> store.list(before, limit));
    }

    /// The events about a user, newest first.
    public List<AuthEvent> listOf(UserId user, Optional<UUID> before, int limit) {
        return store.listByUser(user, before, limit);
    }

    /// Makes the months to come, and drops those that are over for longer than events are kept.
    public Job job(Database worker, AuditLog audit) {
        return new Job(
                "auth-event-months",
                EVERY,
                () -> Scope.tenant(Reserved.SYSTEM_WORKSPACE.value())
                        .call(() -> worker.write(transaction -> {
                            int made = store.makeMonths(transaction, MONTHS_AHEAD);
                            int dropped = store.dropMonths(
                                    transaction, clock.instant().minus(KEPT));
                            if (made + dropped > 0) {
                                audit.writeInternal(
                                        transaction,
                                        "retention",
                                        "retention.months",
                                        Reserved.SYSTEM_WORKSPACE,
                                        Map.of("table", "auth.auth_events", "made", made, "dropped", dropped));
                            }
                            return (long) dropped;
                        })));
    }
}
