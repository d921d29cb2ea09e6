package dev.keystead.key;

import dev.keystead.audit.AuditLog;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.Fields;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.WorkspaceId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Signing keys of the workspace over HTTP, without their private parts.
public final class SigningKeyRoutes {
    private final SigningKeys keys;
    private final AuditLog audit;

    public SigningKeyRoutes(SigningKeys keys, AuditLog audit) {
        this.keys = keys;
        this.audit = audit;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/signing-keys", "List the keys with which the workspace signs tokens")
                        .tenant("read:signing-key")
                        .answers(Shape.page(SigningKeyView.class), this::list),
                Route.post("/v1/signing-keys:rotate", "Let another key sign: once it is known, or at once")
                        .tenant("admin:signing-key")
                        .audits("signing_key.rotate")
                        .takes(RotateKeys.class)
                        .prepares(200, Shape.of(RotationView.class), this::rotate),
                Route.post("/v1/signing-keys/{kid}:revoke", "Take all trust from a key; tokens that it signed end")
                        .tenant("admin:signing-key")
                        .audits("signing_key.revoke")
                        .takesNothing()
                        .prepares(200, Shape.of(SigningKeyView.class), this::revoke));
    }

    /// The wish for other keys.
    ///
    /// @param algorithm which key; all that the workspace has, if missing
    /// @param immediate whether not to wait until applications know the new key
    public record RotateKeys(
            @Nullable String algorithm, @Nullable Boolean immediate) {
        public RotateKeys {
            var fields = new Fields();
            fields.refuseIf(
                    algorithm != null && Algorithm.find(algorithm).isEmpty(),
                    "algorithm",
                    "must be one of "
                            + Arrays.stream(Algorithm.values())
                                    .map(Algorithm::word)
                                    .collect(Collectors.joining(", ")));
            fields.refuseIfAny();
        }

        Optional<Algorithm> wanted() {
            return Optional.ofNullable(algorithm).flatMap(Algorithm::find);
        }

        boolean atOnce() {
            return Boolean.TRUE.equals(immediate);
        }
    }

    /// A key as clients and the audit trail see it.
    ///
    /// @param id also the `kid` of tokens that it signed
    public record SigningKeyView(
            String id,
            String algorithm,
            StoredKey.Status status,
            Instant createdAt,
            Instant activatesAt,
            @Nullable Instant rotatedAt,
            @Nullable Instant revokedAt,
            @Nullable Instant expiresAt) {
        static SigningKeyView of(StoredKey key) {
            return new SigningKeyView(
                    key.kid(),
                    key.algorithm().word(),
                    key.status(),
                    key.createdAt(),
                    key.activatesAt(),
                    key.rotatedAt().orElse(null),
                    key.revokedAt().orElse(null),
                    key.expiresAt().orElse(null));
        }
    }

    /// The keys that a rotation changed, or those that are on their way already.
    public record RotationView(String workspaceId, List<SigningKeyView> keys) {}

    private Reply list(Call call) {
        Paging paging = call.paging();
        Optional<UUID> after = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        List<StoredKey> found = keys.list(after, paging.fetch());
        return Reply.ok(Page.of(found, paging, key -> Cursor.of(key.id().value()), SigningKeyView::of));
    }

    private Work.ChangingBare rotate(Call call, RotateKeys body) {
        Optional<Set<Algorithm>> algorithms = keys.findRotatable(body.wanted());
        if (algorithms.isEmpty()) {
            return Work.instead(Reply.conflict(
                    "the workspace publishes as many keys as it may; wait until some expire, or revoke them"));
        }
        List<Keysmith.Fresh> fresh = algorithms.get().stream()
                .map(algorithm -> keys.make(call.caller().tenant(), algorithm))
                .toList();
        return (_, transaction) -> rotate(call, transaction, fresh, body.atOnce());
    }

    private Reply rotate(Call call, Transaction transaction, List<Keysmith.Fresh> fresh, boolean immediate) {
        var changed = new ArrayList<StoredKey>();
        var waiting = new ArrayList<StoredKey>();
        for (Keysmith.Fresh one : fresh) {
            switch (keys.rotate(transaction, one, immediate)) {
                case SigningKeys.Turn.Changed(List<StoredKey> turned) -> changed.addAll(turned);
                case SigningKeys.Turn.Unchanged(StoredKey next) -> waiting.add(next);
                // Refusing throws, and that takes back what was done for other algorithms.
                case SigningKeys.Turn.Refused(String reason) -> throw new Refusal(Reply.conflict(reason));
            }
        }
        var workspace = new WorkspaceId(call.caller().tenant());
        if (changed.isEmpty()) {
            call.markUnchanged();
            return Reply.ok(view(workspace, waiting));
        }
        RotationView view = view(workspace, changed);
        audit.write(transaction, call, workspace, AuditLog.Change.made(view));
        return Reply.ok(view);
    }

    private static RotationView view(WorkspaceId workspace, List<StoredKey> keys) {
        return new RotationView(
                workspace.text(), keys.stream().map(SigningKeyView::of).toList());
    }

    private Work.ChangingBare revoke(Call call) {
        SigningKeyId id = call.id("kid", SigningKeyId::new, Prefix.SIGNING_KEY.text());
        Optional<Keysmith.Fresh> fresh = keys.find(id)
                .filter(StoredKey::isActive)
                .map(key -> keys.make(call.caller().tenant(), key.algorithm()));
        return (_, transaction) -> answer(call, transaction, keys.revoke(transaction, id, fresh));
    }

    private Reply answer(Call call, Transaction transaction, SigningKeys.Revocation outcome) {
        return switch (outcome) {
            case SigningKeys.Revocation.Revoked(StoredKey before, StoredKey after) -> {
                SigningKeyView view = SigningKeyView.of(after);
                audit.write(transaction, call, after.id(), new AuditLog.Change(SigningKeyView.of(before), view));
                yield Reply.ok(view);
            }
            case SigningKeys.Revocation.NotFound() -> Reply.notFound();
            case SigningKeys.Revocation.Refused(String reason) -> Reply.conflict(reason);
        };
    }
}
