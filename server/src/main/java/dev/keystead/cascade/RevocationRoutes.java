package dev.keystead.cascade;

import dev.keystead.audit.AuditLog;
import dev.keystead.cascade.Revocations.Undoing;
import dev.keystead.directory.UserId;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Param;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Fields;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Revoking people over HTTP, for operators.
public final class RevocationRoutes {
    private static final Param<String> INVITEE =
            Param.text("user_id", "Only revocations of this person, such as usr_01k9…", 5, 64);

    private final Revocations revocations;
    private final AuditLog audit;

    public RevocationRoutes(Revocations revocations, AuditLog audit) {
        this.revocations = revocations;
        this.audit = audit;
    }

    public List<Route> routes() {
        return List.of(
                Route.post(
                                "/v1/lineage/{userId}:revoke",
                                "Revoke a person, and with `cascade` (202) everybody whom they brought; with `dry_run`"
                                        + " only see what that would do")
                        .tenant("admin:system")
                        .audits("lineage.revoke")
                        .takes(RevokeLineage.class)
                        .answers(Shape.of(LineageRevocation.class), this::revoke),
                Route.get("/v1/invite-revocations", "List who was revoked, newest first")
                        .tenant("read:system")
                        .query(INVITEE)
                        .answers(Shape.page(RevocationView.class), this::list),
                Route.post(
                                "/v1/invite-revocations/{id}:reverse",
                                "Undo a revocation that had no cascade: the person gets back what they had")
                        .tenant("admin:system")
                        .audits("lineage.reinstate")
                        .takesNothing()
                        .answers(Shape.of(RevocationView.class), this::reverse));
    }

    /// The wish to revoke somebody.
    ///
    /// @param cascade whether everybody below is meant too
    /// @param dryRun whether to look only
    public record RevokeLineage(
            Revocation.Reason reason,
            @Nullable String reasonDetail,
            @Nullable Boolean cascade,
            @Nullable Boolean dryRun) {
        public RevokeLineage {
            var fields = new Fields();
            reasonDetail = fields.optional(reasonDetail, text -> fields.text("reason_detail", text, 1, 500));
            fields.refuseIfAny();
        }

        boolean isCascade() {
            return Boolean.TRUE.equals(cascade);
        }

        boolean isDryRun() {
            return Boolean.TRUE.equals(dryRun);
        }
    }

    /// What was done, or what would be.
    ///
    /// @param cascadeJobId the cascade that has begun
    /// @param forecast of whom the cascade would find, for a dry run
    public record LineageRevocation(
            boolean dryRun,
            String userId,
            @Nullable String revocationId,
            @Nullable String cascadeJobId,
            @Nullable CascadeForecast forecast) {}

    /// What a cascade would do to the people below somebody.
    ///
    /// @param suspended how many it would suspend
    /// @param flagged how many it would leave alone for a review
    /// @param untouched how many are suspended by hand or gone
    public record CascadeForecast(int found, int suspended, int flagged, int untouched) {
        static CascadeForecast of(Revocations.Forecast forecast) {
            return new CascadeForecast(
                    forecast.found(), forecast.suspended(), forecast.flagged(), forecast.untouched());
        }
    }

    /// A revocation.
    ///
    /// @param revokedBy who did it
    /// @param reversedAt when it was undone, by itself or with its cascade
    public record RevocationView(
            String id,
            String userId,
            @Nullable String inviterId,
            Revocation.Reason reason,
            @Nullable String reasonDetail,
            String revokedBy,
            Instant revokedAt,
            boolean cascade,
            @Nullable String cascadeJobId,
            @Nullable Instant reversedAt) {
        static RevocationView of(Revocation revocation) {
            return new RevocationView(
                    revocation.id().text(),
                    revocation.invitee().text(),
                    revocation.inviter().map(UserId::text).orElse(null),
                    revocation.reason(),
                    revocation.detail().orElse(null),
                    revocation.revokedBy(),
                    revocation.revokedAt(),
                    revocation.job().isPresent(),
                    revocation.job().map(CascadeJobId::text).orElse(null),
                    revocation.reversedAt().orElse(null));
        }
    }

    private Reply revoke(Call call, RevokeLineage body, Transaction transaction) {
        UserId user = call.id("userId", UserId::new, Prefix.USER.text());
        if (body.isDryRun()) {
            call.markUnchanged();
            return revocations
                    .forecast(transaction, user)
                    .map(forecast -> new LineageRevocation(true, user.text(), null, null, CascadeForecast.of(forecast)))
                    .map(Reply::ok)
                    .orElseGet(Reply::notFound);
        }
        if (call.caller().user().filter(user.value()::equals).isPresent()) {
            return Reply.conflict("nobody can revoke themselves; have another operator do it");
        }
        var wish = new Revocations.Wish(
                user,
                body.reason(),
                Optional.ofNullable(body.reasonDetail()),
                body.isCascade(),
                call.caller().actor());
        return revocations
                .revoke(transaction, wish)
                .map(revocation -> {
                    audit.write(transaction, call, user, AuditLog.Change.made(RevocationView.of(revocation)));
                    return Reply.json(
                            body.isCascade() ? 202 : 200,
                            new LineageRevocation(
                                    false,
                                    user.text(),
                                    revocation.id().text(),
                                    revocation.job().map(CascadeJobId::text).orElse(null),
                                    null));
                })
                .orElseGet(Reply::notFound);
    }

    private Reply reverse(Call call, Transaction transaction) {
        RevocationId id = call.id("id", RevocationId::new, Prefix.REVOCATION.text());
        return switch (revocations.reverse(transaction, id)) {
            case Undoing.Undone(Revocation before, Revocation after) -> {
                RevocationView view = RevocationView.of(after);
                audit.write(transaction, call, after.invitee(), new AuditLog.Change(RevocationView.of(before), view));
                yield Reply.ok(view);
            }
            case Undoing.NotFound() -> Reply.notFound();
            case Undoing.Refused(String why) -> Reply.conflict(why);
        };
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        Optional<UUID> before = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        Optional<UserId> invitee = call.find(INVITEE)
                .map(text -> Prefix.USER
                        .parse(text, UserId::new)
                        .orElseThrow(() -> BadInput.member("user_id", "must be an id such as usr_01k9…")));
        return Reply.ok(Page.of(
                revocations.list(invitee, before, paging.fetch()),
                paging,
                revocation -> Cursor.of(revocation.id().value()),
                RevocationView::of));
    }
}
