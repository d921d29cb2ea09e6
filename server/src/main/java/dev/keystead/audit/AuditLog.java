package dev.keystead.audit;

import dev.keystead.platform.crypto.Mac;
import dev.keystead.platform.http.Audit;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Caller;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.Json;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.time.Clock;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Writes what was done into the trail of the tenant in scope, and reads it back.
public final class AuditLog {
    private final Database database;
    private final AuditStore store;
    private final Mac addresses;
    private final Listener listener;
    private final Clock clock;

    /// @param addresses hashes network addresses, so that entries of one source can be told apart but not traced back
    /// @param listener hears of every change
    public AuditLog(Database database, Mac addresses, Listener listener, Clock clock) {
        this.database = database;
        this.store = new AuditStore(database);
        this.addresses = addresses;
        this.listener = listener;
        this.clock = clock;
    }

    /// Hears of every change in the transaction that does it, so that what it leaves there commits with the
    /// change or not at all. Refusals change nothing and are not told.
    @FunctionalInterface
    public interface Listener {
        /// Something was done.
        ///
        /// @param payload before and after, or what the server says of its own deed; without secrets
        void written(Transaction transaction, AuditEntry entry, Map<String, ?> payload);

        /// The same was done to many things at once.
        ///
        /// @param entries one for each thing
        default void written(Transaction transaction, List<AuditEntry> entries, Map<String, ?> payload) {
            entries.forEach(entry -> written(transaction, entry, payload));
        }
    }

    /// What a change did, without secrets.
    public record Change(@Nullable Object before, @Nullable Object after) {
        public static Change made(Object after) {
            return new Change(null, after);
        }

        public static Change removed(Object before) {
            return new Change(before, null);
        }
    }

    /// Writes the entry of the route's action, in the change's own transaction.
    public void write(Transaction transaction, Call call, TypedId resource, Change change) {
        write(transaction, call, call.caller().actor(), resource, change);
    }

    /// The same for a route without a caller, where something else shows who acts.
    public void write(Transaction transaction, Call call, String actor, TypedId resource, Change change) {
        if (!(call.route().audit() instanceof Audit.Action(String action))) {
            throw new IllegalStateException(call.route() + " names no audit action");
        }
        insert(transaction, actor, action, resource, call.requestId(), payload(change, call.remoteAddress()));
        call.markAudited();
    }

    /// Writes what the server did of its own accord.
    ///
    /// @param component becomes the actor `did:internal:<component>`
    public void writeInternal(
            Transaction transaction, String component, String action, TypedId resource, Map<String, ?> payload) {
        insert(transaction, "did:internal:" + component, action, resource, "internal-" + UuidV7.next(), payload);
    }

    /// Writes what the server did to many things of one kind of its own accord: an entry for each, by one statement.
    ///
    /// @param component becomes the actor `did:internal:<component>`
    /// @param payload what there is to say, the same of each
    public void writeInternal(
            Transaction transaction,
            String component,
            String action,
            List<? extends TypedId> resources,
            Map<String, ?> payload) {
        if (resources.isEmpty()) {
            return;
        }
        String requestId = "internal-" + UuidV7.next();
        String kind = Prefix.of(resources.getFirst()).word();
        List<AuditEntry> entries = resources.stream()
                .map(resource -> entry("did:internal:" + component, action, kind, resource.text(), requestId, payload))
                .toList();
        store.insertAtCommit(transaction, entries);
        listener.written(transaction, entries, payload);
    }

    private void insert(
            Transaction transaction,
            String actor,
            String action,
            TypedId resource,
            String requestId,
            Map<String, ?> payload) {
        AuditEntry entry = entry(actor, action, Prefix.of(resource).word(), resource.text(), requestId, payload);
        store.insertAtCommit(transaction, entry);
        listener.written(transaction, entry, payload);
    }

    /// Writes that a caller was refused for want of a right. A transaction of its own, as there is no change.
    public void writeRefusal(Call call, Caller caller) {
        database.write(transaction -> {
            store.insertAtCommit(
                    transaction,
                    entry(
                            caller.actor(),
                            "access.refuse",
                            "route",
                            call.route().toString(),
                            call.requestId(),
                            Map.of("source_ip_hash", hashed(call.remoteAddress()))));
            return true;
        });
    }

    /// Writes that a caller read what their route audits. A transaction of its own, as there is no change.
    public void writeRead(Call call, Caller caller) {
        if (!(call.route().audit() instanceof Audit.Action(String action))) {
            throw new IllegalStateException(call.route() + " names no audit action");
        }
        // Whose things they are, where the path says so; otherwise what was looked into.
        Optional<String> whose = call.variables().stream()
                .filter(value -> Prefix.find(value).isPresent())
                .findFirst();
        String kind = whose.flatMap(Prefix::find).map(Prefix::word).orElse("route");
        database.write(transaction -> {
            store.insertAtCommit(
                    transaction,
                    entry(
                            caller.actor(),
                            action,
                            kind,
                            whose.orElse(call.route().toString()),
                            call.requestId(),
                            Map.of("source_ip_hash", hashed(call.remoteAddress()))));
            return true;
        });
    }

    /// Writes what happened to somebody who is not, or not yet, a caller.
    ///
    /// @param actor who did it, as far as that is known
    /// @param address where it came from; only its hash is kept
    public void writeEvent(
            Transaction transaction,
            String actor,
            String action,
            TypedId resource,
            Map<String, ?> payload,
            String address) {
        var all = new LinkedHashMap<String, Object>(payload);
        all.put("source_ip_hash", hashed(address));
        store.insertAtCommit(
                transaction,
                entry(actor, action, Prefix.of(resource).word(), resource.text(), "internal-" + UuidV7.next(), all));
    }

    List<WrittenEntry> search(Search search, Optional<UUID> before, int limit) {
        return store.search(search, before, limit);
    }

    Optional<WrittenEntry> find(AuditEntryId id) {
        return store.find(id);
    }

    private AuditEntry entry(
            String actor,
            String action,
            String resourceType,
            String resourceId,
            String requestId,
            Map<String, ?> payload) {
        Instant now = clock.instant();
        return new AuditEntry(
                new AuditEntryId(UuidV7.at(now)),
                now,
                actor,
                action,
                resourceType,
                resourceId,
                requestId,
                Json.text(payload));
    }

    private Map<String, Object> payload(Change change, String address) {
        var payload = new LinkedHashMap<String, Object>();
        if (change.before() != null) {
            payload.put("before", change.before());
        }
        if (change.after() != null) {
            payload.put("after", change.after());
        }
        payload.put("source_ip_hash", hashed(address));
        return payload;
    }

    /// The key rotates with the month, so that hashes cannot be collected into a long history of one address.
    private String hashed(String address) {
        YearMonth month = YearMonth.from(clock.instant().atOffset(ZoneOffset.UTC));
        return HexFormat.of().formatHex(addresses.of(month + "/" + address));
    }
}
