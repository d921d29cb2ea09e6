package dev.keystead.cascade;

import dev.keystead.audit.AuditLog;
import dev.keystead.cascade.CascadeAccount.State;
import dev.keystead.cascade.Revocations.Decision;
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
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Cascades over HTTP, for operators: how far they are, whom they found, and undoing them.
public final class CascadeRoutes {
    private static final String ONE = "/v1/cascade-jobs/{id}";
    private static final Param<State> STATE = Param.word("state", "Only people of this state", State.class);

    private final Revocations revocations;
    private final AuditLog audit;

    public CascadeRoutes(Revocations revocations, AuditLog audit) {
        this.revocations = revocations;
        this.audit = audit;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/cascade-jobs", "List cascades, newest first")
                        .tenant("read:system")
                        .answers(Shape.page(CascadeJobView.class), this::list),
                Route.get(ONE, "See how far a cascade is")
                        .tenant("read:system")
                        .answers(Shape.of(CascadeJobView.class), this::read),
                Route.get(ONE + "/accounts", "List whom a cascade found, in the order of its walk")
                        .tenant("read:system")
                        .query(STATE)
                        .answers(Shape.page(CascadeAccountView.class), this::accounts),
                Route.post(ONE + ":reverse", "Undo a cascade: those whom it still keeps out get back what they had")
                        .tenant("admin:system")
                        .audits("cascade.reverse")
                        .takesNothing()
                        .answers(202, Shape.of(CascadeJobView.class), this::reverse),
                Route.post(ONE + ":retry", "Have a cascade tried again that was given up after its batches failed")
                        .tenant("admin:system")
                        .audits("cascade.retry")
                        .takesNothing()
                        .answers(202, Shape.of(CascadeJobView.class), this::retry),
                Route.post(ONE + "/accounts/{userId}:confirm", "Suspend somebody whom a cascade flagged")
                        .tenant("admin:system")
                        .audits("cascade.account.confirm")
                        .takesNothing()
                        .answers(Shape.of(CascadeAccountView.class), this::confirm),
                Route.post(ONE + "/accounts/{userId}:dismiss", "Let somebody be whom a cascade flagged")
                        .tenant("admin:system")
                        .audits("cascade.account.dismiss")
                        .takesNothing()
                        .answers(Shape.of(CascadeAccountView.class), this::dismiss));
    }

    /// A cascade and how far it is.
    ///
    /// @param found how many people were found so far, the one who was revoked included
    /// @param restored to how many undoing gave back what they had
    /// @param failures how many batches failed since the last one that did not; after five in a row it is given up
    /// @param notes why the last one failed
    public record CascadeJobView(
            String id,
            String userId,
            CascadeJob.Status status,
            int found,
            int suspended,
            int flagged,
            int restored,
            String initiatedBy,
            Instant initiatedAt,
            @Nullable Instant completedAt,
            Instant reversibleUntil,
            @Nullable Instant reversedAt,
            int failures,
            @Nullable String notes) {
        static CascadeJobView of(CascadeJob job) {
            return new CascadeJobView(
                    job.id().text(),
                    job.root().text(),
                    job.status(),
                    job.found(),
                    job.suspended(),
                    job.flagged(),
                    job.restored(),
                    job.initiatedBy(),
                    job.initiatedAt(),
                    job.completedAt().orElse(null),
                    job.reversibleUntil(),
                    job.reversedAt().orElse(null),
                    job.trouble().failures(),
                    job.trouble().notes().orElse(null));
        }
    }

    /// Somebody whom a cascade found.
    ///
    /// @param position where in its walk; 0 is the person who was revoked
    /// @param reason why they were left alone
    public record CascadeAccountView(
            int position,
            String userId,
            int generation,
            State state,
            CascadeAccount.@Nullable Reason reason,
            Instant foundAt,
            @Nullable Instant decidedAt) {
        static CascadeAccountView of(CascadeAccount account) {
            return new CascadeAccountView(
                    account.position(),
                    account.user().text(),
                    account.generation(),
                    account.state(),
                    account.reason().orElse(null),
                    account.foundAt(),
                    account.decidedAt().orElse(null));
        }
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        Optional<UUID> before = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        return Reply.ok(Page.of(
                revocations.jobs(before, paging.fetch()),
                paging,
                job -> Cursor.of(job.id().value()),
                CascadeJobView::of));
    }

    private Reply read(Call call) {
        return revocations
                .find(job(call))
                .map(CascadeJobView::of)
                .map(Reply::ok)
                .orElseGet(Reply::notFound);
    }

    private Reply accounts(Call call) {
        CascadeJobId job = job(call);
        if (revocations.find(job).isEmpty()) {
            return Reply.notFound();
        }
        Paging paging = call.paging();
        int after = paging.after()
                .map(cursor -> Math.clamp(cursor.expect(1).number(0), -1, Integer.MAX_VALUE))
                .orElse(-1);
        return Reply.ok(Page.of(
                revocations.accounts(job, call.find(STATE), after, paging.fetch()),
                paging,
                account -> Cursor.of(account.position()),
                CascadeAccountView::of));
    }

    private Reply reverse(Call call, Transaction transaction) {
        return answer(call, transaction, revocations.reverse(transaction, job(call)));
    }

    private Reply retry(Call call, Transaction transaction) {
        return answer(call, transaction, revocations.retry(transaction, job(call)));
    }

    private Reply confirm(Call call, Transaction transaction) {
        return answer(call, transaction, revocations.confirm(transaction, job(call), user(call)));
    }

    private Reply dismiss(Call call, Transaction transaction) {
        return answer(call, transaction, revocations.dismiss(transaction, job(call), user(call)));
    }

    private Reply answer(Call call, Transaction transaction, Decision decision) {
        return switch (decision) {
            case Decision.Resumed(CascadeJob before, CascadeJob after) -> {
                CascadeJobView view = CascadeJobView.of(after);
                audit.write(transaction, call, after.id(), new AuditLog.Change(CascadeJobView.of(before), view));
                yield Reply.json(202, view);
            }
            case Decision.Decided(CascadeAccount before, CascadeAccount after) -> {
                CascadeAccountView view = CascadeAccountView.of(after);
                audit.write(transaction, call, after.user(), new AuditLog.Change(CascadeAccountView.of(before), view));
                yield Reply.ok(view);
            }
            case Decision.NotFound() -> Reply.notFound();
            case Decision.Refused(String why) -> Reply.conflict(why);
        };
    }

    private static CascadeJobId job(Call call) {
        return call.id("id", CascadeJobId::new, Prefix.CASCADE_JOB.text());
    }

    private static UserId user(Call call) {
        return call.id("userId", UserId::new, Prefix.USER.text());
    }
}
