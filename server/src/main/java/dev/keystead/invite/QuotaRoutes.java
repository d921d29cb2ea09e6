package dev.keystead.invite;

import dev.keystead.audit.AuditLog;
import dev.keystead.directory.Directory;
import dev.keystead.directory.UserId;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.Change;
import dev.keystead.platform.json.Fields;
import dev.keystead.tenancy.Transaction;
import dev.keystead.trust.Allowance;
import java.time.Clock;
import java.time.Instant;
import java.util.List;

/// What people may invite, over HTTP: one's own, and for administrators everybody's.
public final class QuotaRoutes {
    private static final int MOST = 1_000_000;

    private final Quotas quotas;
    private final Directory directory;
    private final AuditLog audit;
    private final Clock clock;

    public QuotaRoutes(Quotas quotas, Directory directory, AuditLog audit, Clock clock) {
        this.quotas = quotas;
        this.directory = directory;
        this.audit = audit;
        this.clock = clock;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/me/invite-quota", "Read how many people you may invite")
                        .self("read:user:self")
                        .answers(
                                Shape.of(QuotaView.class),
                                call -> read(new UserId(call.caller().user().orElseThrow()))),
                Route.get("/v1/invite-quotas/{userId}", "Read how many people somebody may invite")
                        .tenant("read:invite")
                        .answers(Shape.of(QuotaView.class), call -> read(user(call))),
                Route.patch("/v1/invite-quotas/{userId}", "Decide how many people somebody may invite")
                        .tenant("admin:invite")
                        .audits("invite_quota.update")
                        .takes(ChangeQuota.class)
                        .answers(Shape.of(QuotaView.class), this::change));
    }

    /// What an operator decides: absent members stay. Without `set_by_hand`, or with it true, the quota no
    /// longer follows from the person's standing; with it false it does again, and the numbers are not
    /// given.
    public record ChangeQuota(Change<Integer> totalAllowed, Change<Integer> periodAllowed, Change<Boolean> setByHand) {
        public ChangeQuota {
            var fields = new Fields();
            totalAllowed = fields.change(totalAllowed, value -> fields.number("total_allowed", value, 0, MOST));
            periodAllowed = fields.change(periodAllowed, value -> fields.number("period_allowed", value, 0, MOST));
            fields.refuseIf(
                    !setByHand.over(true) && (totalAllowed.isSet() || periodAllowed.isSet()),
                    "set_by_hand",
                    "must be true when numbers are given");
            fields.refuseIfAny();
        }

        private boolean byHand() {
            return setByHand.over(true);
        }
    }

    /// A quota as its person, administrators and the audit trail see it.
    ///
    /// @param left how many can be made now
    public record QuotaView(
            String userId,
            int totalAllowed,
            int totalIssued,
            int totalRedeemed,
            int periodAllowed,
            int periodIssued,
            Instant periodResetAt,
            boolean setByHand,
            int left) {
        static QuotaView of(UserId user, Quota quota, Instant now) {
            return new QuotaView(
                    user.text(),
                    quota.totalAllowed(),
                    quota.totalIssued(),
                    quota.totalRedeemed(),
                    quota.periodAllowed(),
                    quota.periodIssued(),
                    quota.periodResetAt(),
                    quota.setByHand(),
                    quota.left(now));
        }
    }

    private Reply read(UserId user) {
        return directory
                .find(user)
                .map(_ -> Reply.ok(QuotaView.of(user, quotas.of(user), clock.instant())))
                .orElseGet(Reply::notFound);
    }

    private Reply change(Call call, ChangeQuota body, Transaction transaction) {
        UserId user = user(call);
        if (directory.find(transaction, user).isEmpty()) {
            return Reply.notFound();
        }
        Instant now = clock.instant();
        Quota before = quotas.of(transaction, user);
        var allowed = new Allowance(
                body.periodAllowed().over(before.periodAllowed()),
                body.totalAllowed().over(before.totalAllowed()));
        boolean same = before.setByHand() == body.byHand() && before.allows(allowed);
        if (same) {
            call.markUnchanged();
            return Reply.ok(QuotaView.of(user, before, now));
        }
        Quota after = body.byHand() ? quotas.decide(transaction, user, allowed) : quotas.release(transaction, user);
        QuotaView view = QuotaView.of(user, after, now);
        audit.write(transaction, call, user, new AuditLog.Change(QuotaView.of(user, before, now), view));
        return Reply.ok(view);
    }

    private static UserId user(Call call) {
        return call.id("userId", UserId::new, Prefix.USER.text());
    }
}
