package dev.keystead.audit.chain;

import dev.keystead.audit.Trail;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.LongConsumer;

/// The chains of a workspace as the database has them: what to verify, and where the rows are.
public final class Chains {
    private static final int PIECE = 4_000;

    private final ChainStore store;
    private final CheckpointStore checkpoints;

    /// @param database the application's: a chain is read behind the wall
    public Chains(Database database) {
        this.store = new ChainStore(database);
        this.checkpoints = new CheckpointStore(database);
    }

    /// What the database says about the chains of a workspace. A chain whose head is gone is known by its
    /// checkpoints.
    ///
    /// @param copies of checkpoints of any chain that were kept elsewhere
    public List<ChainVerifier.Claim> claims(UUID tenant, List<Checkpoint.Signed> copies) {
        return Scope.tenant(tenant).call(() -> {
            Map<Trail, ChainHead> heads = new EnumMap<>(Trail.class);
            store.heads().forEach(head -> heads.put(head.chain().trail(), head));
            var claims = new ArrayList<ChainVerifier.Claim>();
            for (Trail trail : Trail.values()) {
                var chain = new ChainId(tenant, trail);
                ChainHead head = Optional.ofNullable(heads.get(trail)).orElseGet(() -> headless(chain));
                claims.add(new ChainVerifier.Claim(head, kept(trail), of(chain, copies)));
            }
            return claims;
        });
    }

    /// A chain that has not begun; or one whose head is gone, which no row can agree with.
    private ChainHead headless(ChainId chain) {
        OptionalLong first = store.first(chain.trail());
        return new ChainHead(chain, first.orElse(0), first.isPresent() ? "" : RowHash.GENESIS, Instant.EPOCH, 0);
    }

    /// Those checkpoints that are about a chain.
    static List<Checkpoint.Signed> of(ChainId chain, List<Checkpoint.Signed> copies) {
        return copies.stream()
                .filter(copy -> copy.checkpoint().origin().endsWith("/" + chain))
                .toList();
    }

    /// The checkpoints that still say something: not those about rows that are gone. A note that cannot be
    /// read is one that nobody signed.
    private List<Checkpoint.Signed> kept(Trail trail) {
        long first = store.first(trail).orElse(1);
        return checkpoints.listOfChain(trail, first - 1).stream()
                .map(kept -> Checkpoint.parse(kept.note())
                        .filter(signed -> signed.checkpoint().size() == kept.size())
                        .orElseGet(() -> unreadable(kept)))
                .toList();
    }

    private static Checkpoint.Signed unreadable(CheckpointStore.Kept kept) {
        var said = new Checkpoint("", kept.size(), kept.hash(), Checkpoint.Kind.REGULAR, kept.createdAt());
        return new Checkpoint.Signed(said, kept.note(), List.of());
    }

    /// Looks at the chains of a workspace.
    ///
    /// @param copies of checkpoints of any chain that were kept elsewhere
    /// @param after the place in each chain from which to go on
    /// @param most how many rows of each chain to look at
    public List<ChainReport> verify(
            UUID tenant,
            ChainVerifier verifier,
            List<Checkpoint.Signed> copies,
            long after,
            long most,
            LongConsumer progress) {
        var reports = new ArrayList<ChainReport>();
        for (ChainVerifier.Claim claim : claims(tenant, copies)) {
            ChainHead head = claim.head();
            long size = head.size();
            var part = new ChainVerifier.Part(Math.min(after, size), size - after > most ? after + most : size);
            ChainRows.Source rows = rows(head.chain(), Math.max(1, part.after()), part.to());
            ChainReport report = verifier.verify(claim, rows, part, progress);
            reports.add(report.isIntact() && part.to() == size ? report.with(beyond(head)) : report);
        }
        return reports;
    }

    /// A row that stands where the chain is over. A row and the head that names it are committed together, so
    /// that whoever sees the one sees the other.
    private Optional<Tampering> beyond(ChainHead head) {
        return Scope.tenant(head.chain().tenant()).call(() -> {
            Trail trail = head.chain().trail();
            List<SealedEntry> rows = store.range(trail, head.size() + 1, Long.MAX_VALUE, 1);
            boolean moved = store.heads().stream()
                    .anyMatch(now -> now.chain().equals(head.chain()) && now.size() > head.size());
            return rows.isEmpty() || moved
                    ? Optional.empty()
                    : Optional.of(Tampering.at(
                            Tampering.Kind.INSERTED, rows.getFirst(), "a row stands after the end of the chain"));
        });
    }

    /// The place of the first row of a chain that is there.
    OptionalLong first(ChainId chain) {
        return Scope.tenant(chain.tenant()).call(() -> store.first(chain.trail()));
    }

    /// The first and the last of some rows.
    record Bounds(SealedEntry first, SealedEntry last) {}

    /// The rows of a chain that were sealed between two times, if there are any.
    Optional<Bounds> bounds(ChainId chain, Instant from, Instant to) {
        return Scope.tenant(chain.tenant())
                .call(() -> store.firstSealed(chain.trail(), from, to)
                        .flatMap(first ->
                                store.lastSealed(chain.trail(), from, to).map(last -> new Bounds(first, last))));
    }

    /// The rows of a chain at two places, if both are there.
    Optional<Bounds> bounds(ChainId chain, long from, long to) {
        return Scope.tenant(chain.tenant())
                .call(() -> store.range(chain.trail(), from, from + 1, 1).stream()
                        .findFirst()
                        .flatMap(first -> store.range(chain.trail(), to, to + 1, 1).stream()
                                .findFirst()
                                .map(last -> new Bounds(first, last))));
    }

    /// The rows of a chain from a place to another.
    ChainRows.Source rows(ChainId chain, long first, long to) {
        return () -> new ChainRows() {
            private long from = Scope.tenant(chain.tenant())
                    .call(() -> Math.max(first, store.first(chain.trail()).orElse(to + 1)));

            @Override
            public Optional<Callable<List<SealedEntry>>> next() {
                if (from > to) {
                    return Optional.empty();
                }
                long begin = from;
                long end = Math.min(to + 1, begin + PIECE);
                from = end;
                return Optional.of(() ->
                        Scope.tenant(chain.tenant()).call(() -> store.range(chain.trail(), begin, end, PIECE * 2)));
            }
        };
    }
}
