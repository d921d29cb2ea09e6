package dev.keystead.audit.chain;

import dev.keystead.platform.objects.ObjectStorage;
import java.util.List;
import java.util.OptionalLong;

/// Keeps rows that are about to be removed in the storage of files. Each file is an export of its own: it
/// verifies by itself, and those of a chain follow each other without a gap.
public final class TrailArchive {
    /// How many rows one file has at most.
    static final int ROWS = 20_000;

    private final ObjectStorage storage;
    private final ExportWriter exports;
    private final Chains chains;

    public TrailArchive(ObjectStorage storage, ExportWriter exports, Chains chains) {
        this.storage = storage;
        this.exports = exports;
        this.chains = chains;
    }

    /// Comes back once every row of a chain up to a place is kept. What an earlier run has kept is there
    /// already.
    void keep(ChainId chain, long to) {
        OptionalLong first = chains.first(chain);
        for (long from = first.orElse(to + 1); from <= to; from += ROWS) {
            Span span = exports.part(chain, from, Math.min(to, from + ROWS - 1))
                    .orElseThrow(() -> new IllegalStateException("rows of " + chain + " are missing"));
            keep(span);
        }
    }

    private void keep(Span span) {
        ChainId chain = span.chain();
        try (var file = new TrailFile()) {
            file.write(out -> {
                exports.begin(List.of(span), span.at(), out);
                long written = exports.rows(chain, span.from(), span.to(), out);
                if (written != span.rows()) {
                    throw new IllegalStateException("rows of " + chain + " are missing");
                }
            });
            file.store(
                    storage,
                    chain.tenant(),
                    "audit_archive",
                    "%s-%012d-%012d".formatted(chain.trail().word(), span.from(), span.to()));
        }
    }
}
