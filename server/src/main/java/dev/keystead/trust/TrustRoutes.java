package dev.keystead.trust;

import dev.keystead.audit.AuditLog;
import dev.keystead.directory.UserId;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.text.Texts;
import dev.keystead.tenancy.Transaction;
import dev.keystead.trust.TrustStore.Past;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Scores over HTTP: a person's own, and everybody's for operators.
public final class TrustRoutes {
    private static final String ONE = "/v1/users/{id}/trust";
    private static final LocalDate LAST_DAY = LocalDate.of(9999, 12, 31);

    private final Trust trust;
    private final AuditLog audit;

    public TrustRoutes(Trust trust, AuditLog audit) {
        this.trust = trust;
        this.audit = audit;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/me/trust", "Read how far you are trusted, why, and how many people you may invite")
                        .self("read:user:self")
                        .answers(Shape.of(TrustView.class), call -> read(call, self(call))),
                Route.get("/v1/me/trust/history", "List the days on which your score changed, newest first")
                        .self("read:user:self")
                        .answers(Shape.page(TrustDayView.class), call -> history(call, self(call))),
                Route.get(ONE, "Read how far a person is trusted, and why")
                        .tenant("read:system")
                        .audits("trust.read_admin")
                        .answers(Shape.of(TrustView.class), call -> read(call, user(call))),
                Route.get(ONE + "/history", "List the days on which a person's score changed, newest first")
                        .tenant("read:system")
                        .audits("trust.read_admin")
                        .answers(Shape.page(TrustDayView.class), call -> history(call, user(call))),
                Route.post(ONE + ":recompute", "Compute a person's score now instead of at night")
                        .tenant("admin:system")
                        .audits("trust.recompute")
                        .takesNothing()
                        .answers(Shape.of(TrustView.class), this::recompute),
                Route.post(ONE + ":explain", "See what a person's score would be if something else were the case")
                        .tenant("read:system")
                        .audits("trust.explain")
                        .takes(Supposition.class)
                        .answers(Shape.of(TrustSupposed.class), this::explain));
    }

    /// A score with its parts and what it allows.
    ///
    /// @param computedAt missing as long as no night has come: then it is what the score is now
    /// @param decidedByHand whether an operator decided how many people may be invited
    public record TrustView(
            String userId,
            int score,
            int most,
            List<TrustPart> components,
            int invitesPerPeriod,
            int invitesInAll,
            boolean decidedByHand,
            @Nullable Instant computedAt) {
        static TrustView of(UserId user, Trust.Standing standing, Texts.Language language) {
            return new TrustView(
                    user.text(),
                    standing.score().value(),
                    Score.MOST,
                    Stream.of(Component.values())
                            .map(component -> TrustPart.of(component, standing.score(), language))
                            .toList(),
                    standing.allowance().perPeriod(),
                    standing.allowance().inAll(),
                    standing.decidedByHand(),
                    standing.computedAt().orElse(null));
        }
    }

    /// A part of a score.
    ///
    /// @param points what it adds, or takes off
    /// @param most how much it can be
    /// @param why how it comes about, in words
    public record TrustPart(Component component, String name, int points, int most, String why) {
        static TrustPart of(Component component, Score score, Texts.Language language) {
            return new TrustPart(
                    component,
                    component.name(language),
                    component.points(score),
                    component.most(),
                    component.explanation(language));
        }
    }

    /// The score since a day.
    public record TrustDayView(
            LocalDate day,
            int score,
            int lineage,
            int tenure,
            int verification,
            int stewardship,
            int activity,
            int penalties) {
        static TrustDayView of(Past past) {
            Score score = past.score();
            return new TrustDayView(
                    past.on(),
                    score.value(),
                    score.lineage(),
                    score.tenure(),
                    score.verification(),
                    score.stewardship(),
                    score.activity(),
                    score.penalties());
        }
    }

    /// What a score is and would be.
    public record TrustSupposed(
            int scoreBefore,
            int scoreAfter,
            List<TrustDifference> components,
            int invitesPerPeriodBefore,
            int invitesPerPeriodAfter) {
        static TrustSupposed of(Trust.Supposed supposed) {
            return new TrustSupposed(
                    supposed.before().value(),
                    supposed.after().value(),
                    Stream.of(Component.values())
                            .map(component -> new TrustDifference(
                                    component, component.points(supposed.before()), component.points(supposed.after())))
                            .toList(),
                    supposed.before().allowance().perPeriod(),
                    supposed.after().allowance().perPeriod());
        }
    }

    /// A part of a score as it is and would be.
    public record TrustDifference(Component component, int before, int after) {}

    private Reply read(Call call, UserId user) {
        return trust.find(user)
                .map(standing -> TrustView.of(user, standing, call.language(Optional.empty())))
                .map(Reply::ok)
                .orElseGet(Reply::notFound);
    }

    private Reply history(Call call, UserId user) {
        Paging paging = call.paging();
        LocalDate before = paging.after()
                .map(cursor -> cursor.expect(1).number(0))
                .map(day -> LocalDate.ofEpochDay(Math.clamp(day, 0L, LAST_DAY.toEpochDay())))
                .orElse(LAST_DAY);
        if (trust.find(user).isEmpty()) {
            return Reply.notFound();
        }
        List<Past> days = trust.history(user, before, paging.fetch());
        return Reply.ok(Page.of(days, paging, past -> Cursor.of(past.on().toEpochDay()), TrustDayView::of));
    }

    private Reply recompute(Call call, Transaction transaction) {
        UserId user = user(call);
        Texts.Language language = call.language(Optional.empty());
        return trust.recompute(transaction, user)
                .map(recomputed -> {
                    if (recomputed.isTheSame()) {
                        call.markUnchanged();
                    } else {
                        audit.write(transaction, call, user, TrustScore.change(recomputed));
                    }
                    return Reply.ok(TrustView.of(user, recomputed.after(), language));
                })
                .orElseGet(Reply::notFound);
    }

    /// What the trail keeps of a computation.
    private record TrustScore(int score) {
        static AuditLog.Change change(Trust.Recomputed recomputed) {
            return new AuditLog.Change(
                    new TrustScore(recomputed.before().score().value()),
                    new TrustScore(recomputed.after().score().value()));
        }
    }

    private Reply explain(Call call, Supposition body, Transaction transaction) {
        UserId user = user(call);
        return trust.suppose(transaction, user, body)
                .map(supposed -> {
                    audit.write(transaction, call, user, AuditLog.Change.made(body));
                    return Reply.ok(TrustSupposed.of(supposed));
                })
                .orElseGet(Reply::notFound);
    }

    private static UserId self(Call call) {
        return new UserId(call.caller().user().orElseThrow());
    }

    private static UserId user(Call call) {
        return call.id("id", UserId::new, Prefix.USER.text());
    }
}
