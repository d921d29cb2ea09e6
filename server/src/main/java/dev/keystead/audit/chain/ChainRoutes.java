package dev.keystead.audit.chain;

import dev.keystead.audit.AuditLog;
import dev.keystead.audit.Trail;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.json.Fields;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import dev.keystead.tenancy.TypedId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The chains of the workspace over HTTP: verifying them, taking them away, and what was signed about them.
public final class ChainRoutes {
    /// How many rows of each chain one request looks at.
    private static final long MOST_ROWS = 200_000;

    private static final int THREADS = 2;

    private final Chains chains;
    private final CheckpointStore checkpoints;
    private final CheckpointKeys keys;
    private final ExportWriter exports;
    private final AuditLog audit;
    private final Function<UUID, ? extends TypedId> workspaceId;

    /// @param database the application's
    /// @param workspaceId makes the typed id of a workspace
    public ChainRoutes(
            Database database,
            CheckpointKeys keys,
            ExportWriter exports,
            AuditLog audit,
            Function<UUID, ? extends TypedId> workspaceId) {
        this.chains = new Chains(database);
        this.checkpoints = new CheckpointStore(database);
        this.keys = keys;
        this.exports = exports;
        this.audit = audit;
        this.workspaceId = workspaceId;
    }

    public List<Route> routes() {
        return List.of(
                Route.post("/v1/audit:verify", "Look whether anybody changed the audit trail of the workspace")
                        .tenant("read:audit")
                        .auditsNothing("it changes nothing, and shows no entry")
                        .takes(VerifyChains.class)
                        .prepares(200, Shape.of(VerificationView.class), this::verify),
                Route.get("/v1/audit/checkpoints", "List what was signed about the audit trail, newest first")
                        .tenant("read:audit")
                        .answers(Shape.page(CheckpointView.class), this::list),
                Route.get("/v1/audit/export", "Download the audit trail as a file that verifies by itself")
                        .tenant("read:audit")
                        .audits("audit.export")
                        .answers(Shape.media("application/x-ndjson"), this::export),
                Route.get("/.well-known/audit-keys", "The keys with which checkpoints of audit trails are signed")
                        .open("anybody may check an audit trail")
                        .anyOrigin()
                        .answers(Shape.media("text/plain;charset=utf-8"), this::showKeys),
                Route.post("/v1/audit/keys:rotate", "Let another key sign checkpoints, for a while beside the old one")
                        .tenant("admin:system")
                        .audits("audit_key.rotate")
                        .takesNothing()
                        .prepares(200, Shape.of(AuditKeyView.class), this::rotate));
    }

    /// Which rows to look at.
    ///
    /// @param after the place in each chain to go on from: `verified_to` of an answer that was not finished
    public record VerifyChains(@Nullable Long after) {
        public VerifyChains {
            var fields = new Fields();
            fields.refuseIf(after != null && after < 0, "after", "must be a place in the chain, 0 or more");
            fields.refuseIfAny();
        }
    }

    /// What verifying came to.
    ///
    /// @param intact whether nothing wrong was found
    /// @param unfinished whether rows are left; go on after the least `verified_to`
    public record VerificationView(String workspaceId, boolean intact, boolean unfinished, List<ChainView> chains) {}

    /// One chain.
    ///
    /// @param signedTo the size of the largest checkpoint that agrees; later rows are chained, not signed yet
    public record ChainView(
            Trail trail,
            long size,
            String hash,
            long rows,
            long verifiedTo,
            long signedTo,
            @Nullable TamperingView tampering) {
        static ChainView of(ChainReport report) {
            return new ChainView(
                    report.chain().trail(),
                    report.size(),
                    report.hash(),
                    report.rows(),
                    report.verifiedTo(),
                    report.signedTo(),
                    report.tampering().map(TamperingView::of).orElse(null));
        }
    }

    /// The first thing that is wrong with a chain.
    public record TamperingView(
            Tampering.Kind kind, long seq, @Nullable String entryId, String sentence) {
        static TamperingView of(Tampering found) {
            return new TamperingView(
                    found.kind(), found.seq(), found.entry().isEmpty() ? null : found.entry(), found.sentence());
        }
    }

    /// A checkpoint as clients see it.
    ///
    /// @param note the signed text, in the form of C2SP tlog-checkpoint
    public record CheckpointView(
            String id, Trail trail, long size, String hash, String kind, String note, Instant createdAt) {
        static CheckpointView of(CheckpointStore.Kept kept) {
            return new CheckpointView(
                    kept.id().text(),
                    kept.trail(),
                    kept.size(),
                    kept.hash(),
                    kept.kind(),
                    kept.note(),
                    kept.createdAt());
        }
    }

    /// A new key.
    ///
    /// @param key its public part, in the form `name+id+key`
    public record AuditKeyView(String id, String key) {}

    private Work.ChangingBare verify(Call call, VerifyChains wish) {
        UUID tenant = call.caller().tenant();
        long after = Optional.ofNullable(wish.after()).orElse(0L);
        List<ChainReport> reports;
        try (var verifier = new ChainVerifier(keys.published(), THREADS)) {
            reports = chains.verify(tenant, verifier, List.of(), after, MOST_ROWS, _ -> {});
        }
        TypedId workspace = workspaceId.apply(tenant);
        var view = new VerificationView(
                workspace.text(),
                reports.stream().allMatch(ChainReport::isIntact),
                reports.stream().anyMatch(ChainReport::isUnfinished),
                reports.stream().map(ChainView::of).toList());
        return Work.instead(Reply.ok(view));
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        Optional<UUID> before = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        return Reply.ok(Page.of(
                checkpoints.list(before, paging.fetch()),
                paging,
                kept -> Cursor.of(kept.id().value()),
                CheckpointView::of));
    }

    private Reply export(Call call) {
        UUID tenant = call.caller().tenant();
        String name = workspaceId.apply(tenant).text() + "-audit.ndjson";
        return Reply.file("application/x-ndjson", name, out -> exports.write(tenant, ExportFilter.EVERYTHING, out));
    }

    private Reply showKeys(Call call) {
        return Reply.text(
                "text/plain;charset=utf-8",
                keys.published().stream().map(key -> key.text() + "\n").collect(Collectors.joining()));
    }

    private Work.ChangingBare rotate(Call call) {
        return this::rotate;
    }

    private Reply rotate(Call call, Transaction transaction) {
        Optional<CheckpointKeys.Made> rotated = keys.rotate(transaction);
        if (rotated.isEmpty()) {
            return Reply.conflict("somebody else is making a key; look at /.well-known/audit-keys");
        }
        CheckpointKeys.Made made = rotated.get();
        audit.write(
                transaction,
                call,
                made.id(),
                AuditLog.Change.made(Map.of("key", made.key().text())));
        return Reply.ok(new AuditKeyView(made.id().text(), made.key().text()));
    }
}
