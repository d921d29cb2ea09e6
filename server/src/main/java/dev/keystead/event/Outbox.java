package dev.keystead.event;

import dev.keystead.audit.AuditEntry;
import dev.keystead.audit.AuditLog;
import dev.keystead.job.Bell;
import dev.keystead.job.Sweep;
import dev.keystead.platform.json.Json;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Transaction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// Leaves the event of every audited change in the change's own transaction.
public final class Outbox implements AuditLog.Listener {
    private final Bell bell;

    /// @param bell rings when an event was committed here
    public Outbox(Bell bell) {
        this.bell = bell;
    }

    /// What has expired and can go.
    public static List<Sweep.Expiring> expiring() {
        return List.of(
                new Sweep.Expiring("events.outbox", OutboxStore.EVENT_SWEEP),
                new Sweep.Expiring("events.relay_leases", LeaseStore.LEASE_SWEEP),
                new Sweep.Expiring("events.inbox", InboxStore.INBOX_SWEEP));
    }

    /// Costs no round trip: the row travels with the commit.
    @Override
    public void written(Transaction transaction, AuditEntry entry, Map<String, ?> payload) {
        Subjects.of(entry.eventType()).ifPresent(subject -> {
            var event = new Event(
                    new EventId(entry.id().value()),
                    transaction.scope().require(Axis.TENANT),
                    subject,
                    entry.resourceId(),
                    Json.text(data(payload)),
                    entry.actorDid(),
                    entry.requestId(),
                    entry.eventAt());
            OutboxStore.insertAtCommit(transaction, event);
            transaction.afterCommit(bell::ring);
        });
    }

    /// The same for many things, by one statement.
    @Override
    public void written(Transaction transaction, List<AuditEntry> entries, Map<String, ?> payload) {
        AuditEntry first = entries.getFirst();
        Subjects.of(first.eventType()).ifPresent(subject -> {
            OutboxStore.insertAtCommit(transaction, subject, entries, Json.text(data(payload)));
            transaction.afterCommit(bell::ring);
        });
    }

    /// The thing as it is now, or as it last was; which members changed; or what the server says of its own
    /// deed.
    private static Map<String, Object> data(Map<String, ?> payload) {
        var data = new LinkedHashMap<String, Object>();
        Object before = payload.get("before");
        Object after = payload.get("after");
        if (after != null) {
            JsonNode now = Json.treeOf(after);
            data.put("resource", now);
            if (before != null) {
                data.put("changed", changed(Json.treeOf(before), now));
            }
        } else if (before != null) {
            data.put("resource", before);
        } else {
            var details = new LinkedHashMap<String, Object>(payload);
            // Who is told of events need not be able to tell sources apart.
            details.remove("source_ip_hash");
            data.put("details", details);
        }
        return data;
    }

    private static List<String> changed(JsonNode before, JsonNode now) {
        return Stream.concat(before.propertyNames().stream(), now.propertyNames().stream())
                .distinct()
                .filter(name -> !before.path(name).equals(now.path(name)))
                .sorted()
                .toList();
    }
}
