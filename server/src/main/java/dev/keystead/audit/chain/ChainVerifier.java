package dev.keystead.audit.chain;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Looks at a chain from its first row to its last and says what is wrong with it first. The one place where
/// that is decided: for the command line, the API and files that were taken away.
///
/// 1. Every checkpoint is signed by a key that the caller trusts.
/// 2. Every row has the hash that its own members give.
/// 3. Every row names the hash of the row before it and the place after it; the first row is the first of the
///    chain, or follows a signed cut.
/// 4. The rows at the sizes of checkpoints, and of copies that were kept elsewhere, have their hashes.
/// 5. The last row is the one that the head of the chain and the largest checkpoint name.
///
/// Pieces are read and hashed by several threads; what links them is looked at in order.
public final class ChainVerifier implements AutoCloseable {
    private final Collection<VerifierKey> keys;
    private final ExecutorService pool;
    private final int ahead;

    /// @param keys of the installation, from a place that whoever can change its database cannot change
    /// @param threads how many pieces are hashed at once
    public ChainVerifier(Collection<VerifierKey> keys, int threads) {
        this.keys = List.copyOf(keys);
        this.pool = Executors.newFixedThreadPool(
                threads, Thread.ofPlatform().daemon().name("audit-verify-", 0).factory());
        this.ahead = threads * 2;
    }

    /// What is known about a chain beside its rows.
    ///
    /// @param copies checkpoints that were kept outside the database
    public record Claim(ChainHead head, List<Checkpoint.Signed> checkpoints, List<Checkpoint.Signed> copies) {}

    /// Looks at all rows of a chain.
    public ChainReport verify(Claim claim, ChainRows.Source rows, LongConsumer progress) {
        return verify(claim, rows, new Part(0, claim.head().size()), progress);
    }

    /// A part of a chain: the rows after one place up to another. The row at the first place is read too, as
    /// the next one must follow it.
    ///
    /// @param alone whether that row is not there: a signed checkpoint stands in its place then
    public record Part(long after, long to, boolean alone) {
        public Part(long after, long to) {
            this(after, to, false);
        }
    }

    /// Looks at a part of a chain.
    ///
    /// @param rows the rows of the part, with the one that it follows
    public ChainReport verify(Claim claim, ChainRows.Source rows, Part part, LongConsumer progress) {
        var run = new Run(claim, rows, part);
        Optional<Tampering> wrong = unsigned(claim).or(() -> run.walk(progress)).or(run::missing);
        return new ChainReport(
                claim.head().chain(),
                claim.head().size(),
                claim.head().hash(),
                run.count,
                run.seq,
                run.signedTo(),
                wrong);
    }

    private Optional<Tampering> unsigned(Claim claim) {
        for (List<Checkpoint.Signed> some : List.of(claim.checkpoints(), claim.copies())) {
            for (Checkpoint.Signed signed : some) {
                if (!signed.isSignedBy(keys)
                        || !signed.checkpoint()
                                .origin()
                                .endsWith("/" + claim.head().chain())) {
                    return Optional.of(Tampering.at(
                            Tampering.Kind.SIGNATURE_WRONG,
                            signed.checkpoint().size(),
                            "the checkpoint at " + signed.checkpoint().size()
                                    + " was not signed by the installation's key for this chain"));
                }
            }
        }
        return Optional.empty();
    }

    /// One look at one chain.
    private final class Run {
        private final Claim claim;
        private final ChainRows.Source source;
        private final Part part;
        private final NavigableMap<Long, String> said = new TreeMap<>();
        private final NavigableMap<Long, String> copied = new TreeMap<>();
        private @Nullable SealedEntry last;
        private long seq;
        private long count;

        Run(Claim claim, ChainRows.Source source, Part part) {
            this.claim = claim;
            this.source = source;
            this.part = part;
            this.seq = part.after();
            claim.checkpoints().forEach(each -> put(said, each.checkpoint()));
            claim.copies().forEach(each -> put(copied, each.checkpoint()));
        }

        /// Two checkpoints of one size that differ are kept as one that no row can agree with.
        private static void put(Map<Long, String> hashes, Checkpoint checkpoint) {
            hashes.merge(
                    checkpoint.size(), checkpoint.hash(), (one, other) -> one.equals(other) ? one : one + "!" + other);
        }

        Optional<Tampering> walk(LongConsumer progress) {
            Deque<Future<Piece>> under = new ArrayDeque<>();
            ChainRows rows = source.open();
            Optional<Tampering> wrong = Optional.empty();
            Optional<Callable<List<SealedEntry>>> next = rows.next();
            while (wrong.isEmpty() && (next.isPresent() || !under.isEmpty())) {
                while (next.isPresent() && under.size() < ahead) {
                    Callable<List<SealedEntry>> read = next.get();
                    under.add(pool.submit(() -> Piece.of(claim.head().chain(), read.call(), said, copied)));
                    next = rows.next();
                }
                wrong = follow(result(under.remove()));
                progress.accept(count);
            }
            under.forEach(each -> each.cancel(false));
            return wrong;
        }

        private Optional<Tampering> follow(Piece piece) {
            if (piece.rows().isEmpty()) {
                return Optional.empty();
            }
            SealedEntry first = piece.rows().getFirst();
            SealedEntry before = last;
            Optional<Tampering> link = before == null ? beginning(first) : Optional.empty();
            if (link.isPresent()) {
                return link;
            }
            boolean follows = before == null
                    || (first.seq() == before.seq() + 1 && first.previous().equals(before.hash()));
            int bad = follows ? piece.bad() : 0;
            if (bad < piece.rows().size()) {
                SealedEntry good = bad == 0 ? before : piece.rows().get(bad - 1);
                seq = good == null ? seq : good.seq();
                return Optional.of(new Diagnosis(claim.head().chain(), source)
                        .of(good, piece.rows().subList(bad, piece.rows().size())));
            }
            last = piece.rows().getLast();
            seq = last.seq();
            count += piece.rows().size();
            return piece.contradiction();
        }

        /// A chain begins with its first row, or after a cut that was signed.
        private Optional<Tampering> beginning(SealedEntry first) {
            boolean whole = first.seq() == 1 && first.previous().equals(RowHash.GENESIS);
            if (whole || (part.after() > 0 && first.seq() == part.after())) {
                return Optional.empty();
            }
            boolean mayBegin = part.alone() && first.seq() == part.after() + 1;
            boolean signed = claim.checkpoints().stream()
                    .map(Checkpoint.Signed::checkpoint)
                    .anyMatch(checkpoint -> (checkpoint.kind() == Checkpoint.Kind.CUT || mayBegin)
                            && checkpoint.size() == first.seq() - 1
                            && checkpoint.hash().equals(first.previous()));
            return signed
                    ? Optional.empty()
                    : Optional.of(Tampering.at(
                            Tampering.Kind.HEAD_CUT,
                            first,
                            "the rows before " + first.seq() + " are missing, and no signed cut explains it"));
        }

        /// What the head and the checkpoints know beyond the last row that is there.
        Optional<Tampering> missing() {
            if (part.to() < claim.head().size()) {
                return Optional.empty();
            }
            if (last == null && isCutWhole()) {
                seq = claim.head().size();
                return Optional.empty();
            }
            long copy = copied.isEmpty() ? 0 : copied.lastKey();
            long known = Math.max(claim.head().size(), Math.max(copy, said.isEmpty() ? 0 : said.lastKey()));
            if (seq < known) {
                return Optional.of(Tampering.at(
                        Tampering.Kind.TAIL_CUT,
                        seq + 1,
                        "the rows from " + (seq + 1) + " to " + known + " are missing at the end"));
            }
            if (last != null && !last.hash().equals(claim.head().hash())) {
                return Optional.of(Tampering.at(
                        Tampering.Kind.FORKED, last, "the last row is not the one that the head of the chain names"));
            }
            return Optional.empty();
        }

        private boolean isCutWhole() {
            return claim.checkpoints().stream()
                    .map(Checkpoint.Signed::checkpoint)
                    .anyMatch(checkpoint -> checkpoint.kind() == Checkpoint.Kind.CUT
                            && checkpoint.size() == claim.head().size()
                            && checkpoint.hash().equals(claim.head().hash()));
        }

        long signedTo() {
            Long signed = said.floorKey(seq);
            return signed == null ? 0 : signed;
        }
    }

    private static Piece result(Future<Piece> piece) {
        try {
            return piece.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while verifying", e);
        }
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }
}
