package dev.keystead.audit.chain;

import dev.keystead.platform.json.Json;
import dev.keystead.tenancy.Database;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;

/// Writes the chains of a workspace into a file that verifies by itself: lines of JSON, first one about the
/// file, then one for each chain with its checkpoints and one that is signed for this file, then the rows in
/// their order. Every member of a row is spelled as it is hashed.
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

    /// Writes everything that was sealed up to now.
    public void write(UUID tenant, OutputStream out) throws IOException {
        List<ChainVerifier.Claim> claims = chains.claims(tenant, List.of());
        var about = new LinkedHashMap<String, Object>();
        about.put("format", FORMAT);
        about.put("made_at", clock.instant());
        about.put("keys", keys.published().stream().map(VerifierKey::text).toList());
        line(out, about);
        for (ChainVerifier.Claim claim : claims) {
            line(out, chain(claim));
        }
        for (ChainVerifier.Claim claim : claims) {
            ChainHead head = claim.head();
            ChainRows rows = chains.rows(head.chain(), 1, head.size()).open();
            Optional<Callable<List<SealedEntry>>> piece = rows.next();
            while (piece.isPresent()) {
                for (SealedEntry row : Diagnosis.read(piece.get())) {
                    line(out, row(head.chain(), row));
                }
                piece = rows.next();
            }
        }
    }

    private Map<String, Object> chain(ChainVerifier.Claim claim) {
        ChainHead head = claim.head();
        List<String> notes = new ArrayList<>(
                claim.checkpoints().stream().map(Checkpoint.Signed::note).toList());
        if (head.size() > 0) {
            notes.add(checkpoints.sign(head).note());
        }
        var members = new LinkedHashMap<String, Object>();
        members.put("chain", head.chain().trail().word());
        members.put("tenant_id", head.chain().workspace());
        members.put("size", head.size());
        members.put("hash", head.hash());
        members.put("checkpoints", notes);
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
