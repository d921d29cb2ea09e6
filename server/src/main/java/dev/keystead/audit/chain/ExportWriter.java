package dev.keystead.audit.chain;

import dev.keystead.platform.json.Json;
import dev.keystead.tenancy.Database;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;

/// Writes the chains of a workspace, or parts of them, into a file that verifies by itself: lines of JSON, first
/// one about the file, then one for each chain with its checkpoints and those that are signed for this file, then
/// the rows in their order. Every member of a row is spelled as it is hashed.
public final class ExportWriter {
    static final String FORMAT = "keystead-audit-export/1";

    private final Chains chains;
    private final Checkpoints checkpoints;
    private final CheckpointKeys keys;
    private final Clock clock;

    /// @param database the application's: a workspace is read behind the wall
    public ExportWriter(Database database, Checkpoints checkpoints, CheckpointKeys keys, Clock clock) {
        this.chains = new Chains(database);
        this.checkpoints = checkpoints;
        this.keys = keys;
        this.clock = clock;
    }

    /// Writes what was sealed up to now, and answers how many rows.
    public long write(UUID tenant, ExportFilter filter, OutputStream out) throws IOException {
        List<Span> spans = plan(tenant, filter);
        begin(spans, clock.instant(), out);
        long rows = 0;
        for (Span span : spans) {
            rows += rows(span.chain(), span.from(), span.to(), out);
        }
        return rows;
    }

    /// What a file would have in it now.
    List<Span> plan(UUID tenant, ExportFilter filter) {
        var spans = new ArrayList<Span>();
        for (ChainVerifier.Claim claim : chains.claims(tenant, List.of())) {
            if (filter.trails().contains(claim.head().chain().trail())) {
                if (filter.isTimed()) {
                    timed(claim, filter).ifPresent(spans::add);
                } else {
                    spans.add(whole(claim));
                }
            }
        }
        return spans;
    }

    private Span whole(ChainVerifier.Claim claim) {
        ChainHead head = claim.head();
        List<String> notes = notes(claim, 0, Long.MAX_VALUE);
        if (head.size() > 0) {
            notes.add(checkpoints.sign(head).note());
        }
        return new Span(
                head.chain(),
                0,
                chains.first(head.chain()).orElse(head.size() + 1),
                head.size(),
                head.hash(),
                notes,
                clock.instant());
    }

    /// Rows that were sealed between two times stand next to each other, as `sealed_at` never runs backwards.
    private Optional<Span> timed(ChainVerifier.Claim claim, ExportFilter filter) {
        ChainId chain = claim.head().chain();
        return chains.bounds(chain, filter.from(), filter.to()).map(bounds -> {
            SealedEntry first = bounds.first();
            SealedEntry last = bounds.last();
            Instant now = clock.instant();
            long after = first.seq() - 1;
            List<String> notes = notes(claim, after, last.seq());
            notes.addAll(around(chain, first, last, now));
            return new Span(chain, after, first.seq(), last.seq(), last.hash(), notes, now);
        });
    }

    /// A part of a chain whose file is the same whenever it is made, as long as the same keys sign.
    Optional<Span> part(ChainId chain, long from, long to) {
        return chains.bounds(chain, from, to).map(bounds -> {
            SealedEntry last = bounds.last();
            List<String> notes = around(chain, bounds.first(), last, last.sealedAt());
            return new Span(chain, from - 1, from, to, last.hash(), notes, last.sealedAt());
        });
    }

    /// Signatures at both ends of some rows: whoever has only them knows that none is missing.
    private List<String> around(ChainId chain, SealedEntry first, SealedEntry last, Instant at) {
        var notes = new ArrayList<String>();
        if (first.seq() > 1) {
            notes.add(checkpoints
                    .sign(new ChainHead(chain, first.seq() - 1, first.previous(), at, 0), at)
                    .note());
        }
        notes.add(checkpoints
                .sign(new ChainHead(chain, last.seq(), last.hash(), at, 0), at)
                .note());
        return notes;
    }

    private static List<String> notes(ChainVerifier.Claim claim, long least, long most) {
        return new ArrayList<>(claim.checkpoints().stream()
                .filter(signed -> signed.checkpoint().size() >= least
                        && signed.checkpoint().size() <= most)
                .map(Checkpoint.Signed::note)
                .toList());
    }

    /// Writes the lines before the rows.
    void begin(List<Span> spans, Instant madeAt, OutputStream out) throws IOException {
        var about = new LinkedHashMap<String, Object>();
        about.put("format", FORMAT);
        about.put("made_at", madeAt);
        about.put("keys", keys.published().stream().map(VerifierKey::text).toList());
        about.put("chains", spans.size());
        line(out, about);
        for (Span span : spans) {
            line(out, chain(span));
        }
    }

    /// Writes rows from one place to another, and answers how many were there.
    long rows(ChainId chain, long from, long to, OutputStream out) throws IOException {
        ChainRows rows = chains.rows(chain, from, to).open();
        Optional<Callable<List<SealedEntry>>> piece = rows.next();
        long written = 0;
        while (piece.isPresent()) {
            for (SealedEntry row : Diagnosis.read(piece.get())) {
                line(out, row(chain, row));
                written++;
            }
            piece = rows.next();
        }
        return written;
    }

    private static Map<String, Object> chain(Span span) {
        var members = new LinkedHashMap<String, Object>();
        members.put("chain", span.chain().trail().word());
        members.put("tenant_id", span.chain().workspace());
        if (span.after() > 0) {
            members.put("after", span.after());
        }
        members.put("size", span.to());
        members.put("hash", span.hash());
        members.put("checkpoints", span.notes());
        return members;
    }

    private static Map<String, Object> row(ChainId chain, SealedEntry row) {
        var members = new LinkedHashMap<String, Object>();
        members.put("trail", chain.trail().word());
        members.put("seq", row.seq());
        members.put("audit_id", row.idText());
        members.put("event_at", row.eventAt());
        members.put("actor_did", row.actorDid());
        members.put("event_type", row.eventType());
        members.put("payload_json", row.payload());
        members.put("prev_audit_hash", row.previous());
        members.put("sealed_at", row.sealedText());
        members.put("resource_type", row.resourceType());
        members.put("resource_id", row.resourceId());
        members.put("request_id", row.requestId());
        members.put("hash", row.hash());
        return members;
    }

    private static void line(OutputStream out, Map<String, Object> members) throws IOException {
        out.write(Json.bytes(members));
        out.write('\n');
    }
}
