package dev.keystead.audit.chain;

import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.UuidV7;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;

/// Signs what chains have come to: every hour those that moved, and each before rows are removed from it.
public final class Checkpoints {
    private static final int AT_ONCE = 200;
    private static final UUID BEFORE_ALL = new UUID(0, 0);

    private final Database worker;
    private final CheckpointStore store;
    private final CheckpointKeys keys;
    private final List<CheckpointCopy> copies;
    private final Clock clock;

    /// @param copies where copies go, outside the database
    public Checkpoints(Database worker, CheckpointKeys keys, List<CheckpointCopy> copies, Clock clock) {
        this.worker = worker;
        this.store = new CheckpointStore(worker);
        this.keys = keys;
        this.copies = List.copyOf(copies);
        this.clock = clock;
    }

    /// Signs a checkpoint for every chain that moved since its last one, and answers how many.
    public long signMoved() {
        long signed = 0;
        List<CheckpointSigner> signers = keys.signers();
        List<ChainHead> moved = store.moved(BEFORE_ALL, "", AT_ONCE);
        while (!moved.isEmpty() && !Thread.currentThread().isInterrupted()) {
            keep(signers, moved, Checkpoint.Kind.REGULAR);
            signed += moved.size();
            ChainId last = moved.getLast().chain();
            moved = store.moved(last.tenant(), last.trail().word(), AT_ONCE);
        }
        return signed;
    }

    /// Workspaces with chains, after one of them, in the order of their ids.
    public List<UUID> workspaces(UUID after, int most) {
        return store.tenants(after, most);
    }

    /// Signs that rows up to the places of these heads may go.
    void signCut(List<ChainHead> cuts) {
        keep(keys.signers(), cuts, Checkpoint.Kind.CUT);
    }

    /// A checkpoint of this moment, for a file that somebody takes away; it is kept nowhere else.
    Checkpoint.Signed sign(ChainHead head) {
        return sign(head, now());
    }

    /// The same, as of another moment.
    Checkpoint.Signed sign(ChainHead head, Instant at) {
        return sign(keys.signers(), head, Checkpoint.Kind.REGULAR, at.truncatedTo(ChronoUnit.SECONDS));
    }

    /// Copies first: what the database says must never be newer than they are.
    private void keep(List<CheckpointSigner> signers, List<ChainHead> heads, Checkpoint.Kind kind) {
        Instant now = now();
        List<Checkpoint.Signed> signed =
                heads.stream().map(head -> sign(signers, head, kind, now)).toList();
        copies.forEach(copy -> copy.append(now, signed));
        for (int i = 0; i < heads.size(); i++) {
            ChainId chain = heads.get(i).chain();
            Checkpoint.Signed its = signed.get(i);
            worker.write(transaction -> {
                store.insert(transaction, chain, new CheckpointId(UuidV7.at(now)), its);
                return true;
            });
        }
    }

    private Checkpoint.Signed sign(List<CheckpointSigner> signers, ChainHead head, Checkpoint.Kind kind, Instant now) {
        String origin = head.chain().origin(keys.name());
        return new Checkpoint(origin, head.size(), head.hash(), kind, now).signedBy(signers);
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS);
    }
}
