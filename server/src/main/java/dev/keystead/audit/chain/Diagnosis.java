package dev.keystead.audit.chain;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/// Tells what was done to a chain from the first row that is wrong. A row keeps the hash that it was sealed
/// with, so that where it stood before can be found by trying: the hash fits in that place alone.
final class Diagnosis {
    /// How many places rows may have been moved up or down by what was put in or taken out before them.
    private static final int FARTHEST = 1_000;

    private final RowHash hash;
    private final ChainRows.Source source;

    Diagnosis(ChainId chain, ChainRows.Source source) {
        this.hash = new RowHash(chain);
        this.source = source;
    }

    /// @param before the last row that is right
    /// @param rows the first row that is wrong, and some of those after it
    Tampering of(@Nullable SealedEntry before, List<SealedEntry> rows) {
        SealedEntry row = rows.getFirst();
        long expected = before == null ? row.seq() : before.seq() + 1;
        if (row.seq() > expected) {
            return Tampering.at(
                    Tampering.Kind.DELETED,
                    expected,
                    expected == row.seq() - 1
                            ? "row " + expected + " is missing"
                            : "the rows from " + expected + " to " + (row.seq() - 1) + " are missing");
        }
        if (before != null && row.seq() <= before.seq()) {
            return twice(before, row);
        }
        return hash.isOwn(row) ? unlinked(before, rows) : changed(before, rows);
    }

    /// Two rows in one place: both are histories when both follow the row before.
    private Tampering twice(SealedEntry before, SealedEntry row) {
        return hash.isOwn(row) && row.previous().equals(before.previous())
                ? Tampering.at(Tampering.Kind.FORKED, row, "two rows follow row " + (row.seq() - 1))
                : Tampering.at(Tampering.Kind.INSERTED, row, "a second row stands at " + row.seq());
    }

    /// A row that is sound in itself and does not follow. Where the next row follows it, it is the row before
    /// that was exchanged, together with its hash.
    private Tampering unlinked(@Nullable SealedEntry before, List<SealedEntry> rows) {
        SealedEntry row = rows.getFirst();
        boolean continued = rows.size() < 2 || rows.get(1).previous().equals(row.hash());
        return before != null && continued
                ? Tampering.at(
                        Tampering.Kind.EDITED, before, "row " + before.seq() + " was changed, and its hash with it")
                : Tampering.at(Tampering.Kind.EDITED, row, "row " + row.seq() + " was changed, and its hash with it");
    }

    private Tampering changed(@Nullable SealedEntry before, List<SealedEntry> rows) {
        SealedEntry row = rows.getFirst();
        if (rows.size() > 1 && rows.get(1).seq() == row.seq()) {
            return Tampering.at(Tampering.Kind.INSERTED, row, "a second row stands at " + row.seq());
        }
        Optional<Long> other = exchanged(row);
        if (other.isPresent()) {
            return Tampering.at(
                    Tampering.Kind.SWAPPED, row, "rows " + row.seq() + " and " + other.get() + " have changed places");
        }
        for (int by = 1; by <= FARTHEST; by++) {
            if (fits(row, row.seq() - by, row.previous(), row.hash())) {
                return before == null
                        ? Tampering.at(Tampering.Kind.INSERTED, row, "rows were put in before this one")
                        : Tampering.at(
                                Tampering.Kind.INSERTED,
                                before,
                                "row " + before.seq() + " was put in, and those after it were moved up");
            }
            if (fits(row, row.seq() + by, row.previous(), row.hash())) {
                return Tampering.at(
                        Tampering.Kind.DELETED,
                        row.seq(),
                        by + (by == 1 ? " row was" : " rows were") + " taken out at " + row.seq()
                                + ", and those after were moved down");
            }
        }
        return Tampering.at(Tampering.Kind.EDITED, row, "row " + row.seq() + " is not what was sealed");
    }

    private boolean fits(SealedEntry row, long seq, String previous, String wanted) {
        return seq > 0 && hash.of(row.at(seq, previous)).equals(wanted);
    }

    /// The place of the row with which this one was exchanged: the whole rows, or what they say.
    private Optional<Long> exchanged(SealedEntry row) {
        ChainRows rows = source.open();
        Optional<Callable<List<SealedEntry>>> next = rows.next();
        while (next.isPresent()) {
            for (SealedEntry other : read(next.get())) {
                boolean places = fits(row, other.seq(), row.previous(), row.hash())
                        && fits(other, row.seq(), other.previous(), other.hash());
                boolean contents = fits(row, other.seq(), other.previous(), other.hash());
                if (other.seq() != row.seq() && (places || contents)) {
                    return Optional.of(other.seq());
                }
            }
            next = rows.next();
        }
        return Optional.empty();
    }

    static List<SealedEntry> read(Callable<List<SealedEntry>> piece) {
        try {
            return piece.call();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("the rows cannot be read again", e);
        }
    }
}
