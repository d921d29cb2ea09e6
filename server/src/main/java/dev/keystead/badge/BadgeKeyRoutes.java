package dev.keystead.badge;

import dev.keystead.audit.AuditLog;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The keys with which the workspace signs badges over HTTP, without their private parts.
public final class BadgeKeyRoutes {
    private final BadgeKeys keys;
    private final AuditLog audit;

    public BadgeKeyRoutes(BadgeKeys keys, AuditLog audit) {
        this.keys = keys;
        this.audit = audit;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/badge-issuer-keys", "List the keys with which the workspace signs badges")
                        .tenant("read:badge")
                        .answers(Shape.page(BadgeKeyView.class), this::list),
                Route.post(
                                "/v1/badge-issuer-keys/{kid}:rotate",
                                "Let another key sign badges; those of the old one stay valid")
                        .tenant("admin:badge")
                        .audits("badge_issuer_key.rotate")
                        .takesNothing()
                        .prepares(200, Shape.of(BadgeKeyTurn.class), this::rotate),
                Route.post("/v1/badge-issuer-keys/{kid}:revoke", "Take all trust from a key; its badges end")
                        .tenant("admin:badge")
                        .audits("badge_issuer_key.revoke")
                        .takesNothing()
                        .answers(200, Shape.of(BadgeKeyEnd.class), this::revoke));
    }

    /// A key as clients and the audit trail see it.
    ///
    /// @param id also the `kid` of badges that it signed
    /// @param x the public key in base64url
    public record BadgeKeyView(
            String id,
            String kind,
            String algorithm,
            String x,
            BadgeKey.Status status,
            Instant createdAt,
            @Nullable Instant rotatedAt,
            @Nullable Instant revokedAt,
            @Nullable Instant expiresAt) {
        static BadgeKeyView of(BadgeKey key) {
            return new BadgeKeyView(
                    key.id().text(),
                    key.kind().word(),
                    key.algorithm(),
                    Base64.getUrlEncoder().withoutPadding().encodeToString(key.publicKey()),
                    key.status(),
                    key.createdAt(),
                    key.rotatedAt().orElse(null),
                    key.revokedAt().orElse(null),
                    key.expiresAt().orElse(null));
        }
    }

    /// A key and the one that signs in its place.
    public record BadgeKeyTurn(BadgeKeyView key, BadgeKeyView successor) {}

    /// A key that was revoked.
    ///
    /// @param badges how many badges ended with it
    public record BadgeKeyEnd(BadgeKeyView key, int badges) {}

    private Reply list(Call call) {
        Paging paging = call.paging();
        Optional<UUID> after = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        List<BadgeKey> found = keys.list(after, paging.fetch());
        return Reply.ok(Page.of(found, paging, key -> Cursor.of(key.id().value()), BadgeKeyView::of));
    }

    private Work.ChangingBare rotate(Call call) {
        BadgeKeyId id = id(call);
        Optional<BadgeKind> kind = keys.findKind(id);
        if (kind.isEmpty()) {
            return Work.instead(Reply.notFound());
        }
        BadgeKey.Fresh fresh = keys.make(call.caller().tenant(), kind.get());
        return (_, transaction) -> answer(call, transaction, keys.rotate(transaction, id, fresh));
    }

    private Reply answer(Call call, Transaction transaction, BadgeKeys.Rotation outcome) {
        return switch (outcome) {
            case BadgeKeys.Rotation.Rotated(BadgeKey before, BadgeKey after, BadgeKey successor) -> {
                var turn = new BadgeKeyTurn(BadgeKeyView.of(after), BadgeKeyView.of(successor));
                audit.write(transaction, call, after.id(), new AuditLog.Change(BadgeKeyView.of(before), turn));
                yield Reply.ok(turn);
            }
            case BadgeKeys.Rotation.NotFound() -> Reply.notFound();
            case BadgeKeys.Rotation.Refused(String reason) -> Reply.conflict(reason);
        };
    }

    private Reply revoke(Call call, Transaction transaction) {
        return switch (keys.revoke(transaction, id(call))) {
            case BadgeKeys.Revocation.Revoked(BadgeKey before, BadgeKey after, int badges) -> {
                var end = new BadgeKeyEnd(BadgeKeyView.of(after), badges);
                audit.write(transaction, call, after.id(), new AuditLog.Change(BadgeKeyView.of(before), end));
                yield Reply.ok(end);
            }
            case BadgeKeys.Revocation.NotFound() -> Reply.notFound();
            case BadgeKeys.Revocation.Refused(String reason) -> Reply.conflict(reason);
        };
    }

    private static BadgeKeyId id(Call call) {
        return call.id("kid", BadgeKeyId::new, Prefix.BADGE_ISSUER_KEY.text());
    }
}
