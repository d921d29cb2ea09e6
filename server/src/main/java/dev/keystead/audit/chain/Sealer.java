package dev.keystead.audit.chain;

import dev.keystead.audit.Trail;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.CanonicalJson;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.IdText;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes entries out of the queue and gives each its place in the chain of its workspace.
///
/// Taking, hashing and appending are one transaction, which holds the heads of the workspace's chains: any
/// number of nodes may seal at once, no two of them the same workspace. A node that dies in between leaves
/// everything as it was.
public final class Sealer {
    private static final Logger LOG = LoggerFactory.getLogger(Sealer.class);
    private static final int BATCH = 2_000;
    private static final int TENANTS = 500;

    /// After so many full batches a busy workspace lets the others have their turn.
    private static final int BATCHES = 25;

    private static final UUID BEFORE_ALL = new UUID(0, 0);

    private final Database worker;
    private final SealStore store;
    private final Clock clock;
    private final Semaphore lanes;

    /// @param lanes how many workspaces are sealed at once: fewer than the worker has connections
    public Sealer(Database worker, int lanes, Clock clock) {
        this.worker = worker;
        this.store = new SealStore(worker);
        this.clock = clock;
        this.lanes = new Semaphore(Math.max(1, lanes));
    }

    /// Seals until the queue is empty.
    ///
    /// @param stopping whether to end after the batches under way
    public void look(BooleanSupplier stopping) {
        long sealed = 1;
        while (sealed > 0 && !stopping.getAsBoolean()) {
            sealed = round(stopping);
        }
    }

    /// Gives every workspace with waiting entries a turn, and answers how many entries were sealed.
    private long round(BooleanSupplier stopping) {
        var sealed = new AtomicLong();
        List<UUID> tenants = store.waiting(BEFORE_ALL, TENANTS);
        while (!tenants.isEmpty() && !stopping.getAsBoolean()) {
            try (var turns = Executors.newVirtualThreadPerTaskExecutor()) {
                tenants.forEach(tenant -> turns.execute(() -> sealed.addAndGet(turn(tenant, stopping))));
            }
            tenants = tenants.size() < TENANTS ? List.of() : store.waiting(tenants.getLast(), TENANTS);
        }
        return sealed.get();
    }

    /// A workspace that cannot be sealed must not keep the others from it.
    private long turn(UUID tenant, BooleanSupplier stopping) {
        lanes.acquireUninterruptibly();
        try {
            long sealed = 0;
            int last = BATCH;
            for (int i = 0; i < BATCHES && last == BATCH && !stopping.getAsBoolean(); i++) {
                last = seal(tenant);
                sealed += last;
            }
            return sealed;
        } catch (RuntimeException e) {
            LOG.atWarn()
                    .addKeyValue("workspace", IdText.encode(Prefix.WORKSPACE.text(), tenant))
                    .setCause(e)
                    .log("audit entries could not be sealed; that is tried again");
            return 0;
        } finally {
            lanes.release();
        }
    }

    /// Seals one batch of a workspace and answers how many entries it had: none when another node is at it.
    int seal(UUID tenant) {
        return worker.write(transaction -> {
            Map<Trail, ChainHead> heads = store.lock(transaction, tenant);
            if (heads.isEmpty() && store.begin(transaction, tenant, now()) > 0) {
                heads = store.lock(transaction, tenant);
            }
            if (heads.size() < Trail.values().length) {
                return 0;
            }
            List<SealStore.Waiting> batch = store.take(transaction, tenant, BATCH);
            var byTrail = new EnumMap<Trail, List<SealStore.Waiting>>(Trail.class);
            batch.stream()
                    .sorted(Comparator.comparing(SealStore.Waiting::id))
                    .forEach(entry -> byTrail.computeIfAbsent(entry.trail(), _ -> new ArrayList<>())
                            .add(entry));
            for (Map.Entry<Trail, List<SealStore.Waiting>> part : byTrail.entrySet()) {
                ChainHead head = Objects.requireNonNull(heads.get(part.getKey()));
                store.append(transaction, head, chained(head, part.getValue()));
            }
            return batch.size();
        });
    }

    /// The order inside a batch is that of the ids; between batches it is the order of sealing, as nobody can
    /// know in which order transactions were committed.
    private List<SealedEntry> chained(ChainHead head, List<SealStore.Waiting> entries) {
        var hash = new RowHash(head.chain());
        // A clock that was set back must not put rows into a month that may be gone before those around them.
        Instant sealedAt = now().isBefore(head.sealedAt()) ? head.sealedAt() : now();
        var rows = new ArrayList<SealedEntry>(entries.size());
        long seq = head.size();
        String previous = head.hash();
        for (SealStore.Waiting entry : entries) {
            seq++;
            SealedEntry row = row(entry, seq, previous, sealedAt);
            row = row.sealed(hash.of(row));
            previous = row.hash();
            rows.add(row);
        }
        return rows;
    }

    private static SealedEntry row(SealStore.Waiting entry, long seq, String previous, Instant sealedAt) {
        return new SealedEntry(
                seq,
                entry.id(),
                entry.eventAt(),
                printable(entry.actorDid()),
                printable(entry.eventType()),
                printable(entry.resourceType()),
                printable(entry.resourceId()),
                printable(entry.requestId()),
                CanonicalJson.of(entry.payload()),
                sealedAt,
                previous,
                "");
    }

    /// The character that joins what is hashed cannot be part of it. None of these texts should have it, and
    /// one that does must not keep all later entries from being sealed.
    private static String printable(String text) {
        return text.replace('\u001f', '\ufffd');
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS);
    }
}
