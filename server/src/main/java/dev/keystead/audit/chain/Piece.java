package dev.keystead.audit.chain;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;

/// Some rows of a chain in order, and what looking at them by themselves came to.
///
/// @param bad the index of the first row that is not what it says or does not follow the one before; the number of
///     rows when there is none
/// @param contradiction the first checkpoint that a sound row disagrees with
record Piece(List<SealedEntry> rows, int bad, Optional<Tampering> contradiction) {
    static Piece of(
            ChainId chain,
            List<SealedEntry> rows,
            NavigableMap<Long, String> checkpoints,
            NavigableMap<Long, String> copies) {
        var hash = new RowHash(chain);
        int bad = 0;
        while (bad < rows.size()
                && hash.isOwn(rows.get(bad))
                && (bad == 0 || follows(rows.get(bad - 1), rows.get(bad)))) {
            bad++;
        }
        Optional<Tampering> contradiction = contradiction(
                        rows, checkpoints, Tampering.Kind.FORKED, "a signed checkpoint names another row here")
                .or(() -> contradiction(
                        rows,
                        copies,
                        Tampering.Kind.COPY_CONTRADICTS,
                        "a copy of a checkpoint that was kept elsewhere names another row here"));
        return new Piece(rows, bad, contradiction);
    }

    private static boolean follows(SealedEntry before, SealedEntry row) {
        return row.seq() == before.seq() + 1 && row.previous().equals(before.hash());
    }

    /// Rows without gaps are found by their places.
    private static Optional<Tampering> contradiction(
            List<SealedEntry> rows, NavigableMap<Long, String> hashes, Tampering.Kind kind, String sentence) {
        if (rows.isEmpty() || hashes.isEmpty()) {
            return Optional.empty();
        }
        long first = rows.getFirst().seq();
        Map<Long, String> here =
                hashes.subMap(first, true, Math.max(first, rows.getLast().seq()), true);
        return here.entrySet().stream()
                .filter(each -> each.getKey() - first < rows.size())
                .filter(each -> !rows.get((int) (each.getKey() - first)).hash().equals(each.getValue()))
                .findFirst()
                .map(each -> Tampering.at(kind, rows.get((int) (each.getKey() - first)), sentence));
    }
}
