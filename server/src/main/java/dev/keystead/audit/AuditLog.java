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
    private final Clock clock;

    /// @param addresses hashes network addresses, so that entries of one source can be told apart but not traced back
    public AuditLog(Database database, Mac addresses, Clock clock) {
        this.database = database;
        this.store = new AuditStore(database);
        this.addresses = addresses;
        this.clock = clock;
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
        store.insertAtCommit(
                transaction,
                entry(
                        actor,
                        action,
                        Prefix.of(resource).word(),
                        resource.text(),
                        call.requestId(),
                        payload(change, call.remoteAddress())));
        call.markAudited();
    }

    /// Writes what the server did of its own accord.
    ///
    /// @param component becomes the actor `did:internal:<component>`
    public void writeInternal(
            Transaction transaction, String component, String action, TypedId resource, Map<String, ?> payload) {
        store.insertAtCommit(
                transaction,
                entry(
                        "did:internal:" + component,
                        action,
                        Prefix.of(resource).word(),
                        resource.text(),
                        "internal-" + UuidV7.next(),
                        payload));
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

    List<AuditEntry> list(Optional<UUID> before, int limit) {
        return store.list(before, limit);
    }

    List<AuditEntry> listByResource(Prefix kind, String resource, Optional<UUID> before, int limit) {
        return store.listByResource(kind.word(), resource, before, limit);
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
