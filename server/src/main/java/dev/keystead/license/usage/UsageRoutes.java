package dev.keystead.license.usage;

import dev.keystead.audit.AuditLog;
import dev.keystead.directory.UserId;
import dev.keystead.license.assignment.License;
import dev.keystead.license.assignment.LicenseRoutes;
import dev.keystead.license.assignment.Licenses;
import dev.keystead.license.catalogue.LicenseRefusal;
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
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Seats and what is used over HTTP.
public final class UsageRoutes {
    private static final String USAGE = "/v1/licenses/{id}/usage";
    private static final String SEATS = "/v1/licenses/{id}/seats";
    private static final String SEAT = SEATS + "/{userId}";
    private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]{1,200}");
    private static final long MOST_AT_ONCE = 1_000_000_000_000L;

    private final Licenses licenses;
    private final Usage usage;
    private final Seats seats;
    private final AuditLog audit;

    public UsageRoutes(Licenses licenses, Usage usage, Seats seats, AuditLog audit) {
        this.licenses = licenses;
        this.usage = usage;
        this.seats = seats;
        this.audit = audit;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(USAGE, "Read how much of a licence is used, and how many seats are taken")
                        .org("read:license")
                        .answers(Shape.of(UsageView.class), this::read),
                Route.post(USAGE, "Count what was used; the same key twice counts once")
                        .org("write:license")
                        .audits("license.use")
                        .takes(CountUsage.class)
                        .prepares(200, Shape.of(CountedView.class), this::count),
                Route.get(SEATS, "List the seats of a licence that people of the workspace have")
                        .org("read:license")
                        .answers(Shape.page(SeatView.class), this::list),
                Route.put(SEAT, "Give a user or a member of the workspace a seat")
                        .org("write:license")
                        .audits("license.seat.assign")
                        .takesNothing()
                        .prepares(200, Shape.of(SeatView.class), this::take),
                Route.delete(SEAT, "Release the seat of somebody")
                        .org("write:license")
                        .audits("license.seat.release")
                        .takesNothing()
                        .prepares(204, Shape.nothing(), this::release));
    }

    /// What was used.
    ///
    /// @param key the sender's own word for it: whoever is not sure whether it was counted sends the same again
    public record CountUsage(String key, long amount) {
        public CountUsage {
            var fields = new Fields();
            key = fields.matching("key", key, KEY, "must be 1 to 200 visible ASCII characters");
            fields.refuseIf(
                    amount < 1 || amount > MOST_AT_ONCE, "amount", "must be a number from 1 to " + MOST_AT_ONCE);
            fields.refuseIfAny();
        }
    }

    /// The sum with what was counted.
    public record CountedView(String licenseId, long amount, long used) {}

    /// How much of a licence is used.
    ///
    /// @param seats how many there are; nothing when it is for everybody
    /// @param usageCap how much may be used; nothing without a bound
    public record UsageView(
            String licenseId,
            @Nullable Integer seats,
            int seatsTaken,
            @Nullable Long usageCap,
            long used,
            @Nullable Instant lastUsedAt) {}

    /// A seat as clients and the audit trail see it.
    public record SeatView(String userId, String assignedBy, Instant assignedAt) {
        static SeatView of(Seat seat) {
            return new SeatView(seat.user().text(), seat.assignedBy(), seat.assignedAt());
        }
    }

    private Reply read(Call call) {
        License license = usable(call);
        UsageStore.Used used = usage.used(license);
        return Reply.ok(new UsageView(
                license.id().text(),
                license.terms().limits().seats().orElse(null),
                seats.count(license.id()),
                license.terms().limits().usageCap().orElse(null),
                used.used(),
                used.at().orElse(null)));
    }

    private Work.ChangingBare count(Call call, CountUsage body) {
        License license = usable(call);
        return (_, transaction) -> switch (usage.add(transaction, license, body.key(), body.amount())) {
            case Usage.Change.Counted(long used) -> {
                var view = new CountedView(license.id().text(), body.amount(), used);
                audit.write(transaction, call, license.id(), AuditLog.Change.made(view));
                yield Reply.ok(view);
            }
            case Usage.Change.Unchanged(long used) -> {
                call.markUnchanged();
                yield Reply.ok(new CountedView(license.id().text(), body.amount(), used));
            }
            case Usage.Change.NotFound() -> Reply.notFound();
            case Usage.Change.Refused(LicenseRefusal code, String reason) ->
                Reply.conflict(reason).because(code);
        };
    }

    private Reply list(Call call) {
        License license = usable(call);
        Paging paging = call.paging();
        var after = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        return Reply.ok(Page.of(
                seats.list(license.id(), after, paging.fetch()),
                paging,
                seat -> Cursor.of(seat.user().value()),
                SeatView::of));
    }

    private Work.ChangingBare take(Call call) {
        License license = usable(call);
        UserId user = user(call);
        return (_, transaction) -> answer(
                call,
                transaction,
                license,
                seats.take(transaction, license, user, call.caller().actor()));
    }

    private Work.ChangingBare release(Call call) {
        License license = usable(call);
        UserId user = user(call);
        return (_, transaction) -> answer(call, transaction, license, seats.release(transaction, license.id(), user));
    }

    private Reply answer(Call call, Transaction transaction, License license, Seats.Change change) {
        return switch (change) {
            case Seats.Change.Taken(Seat seat) -> {
                SeatView view = SeatView.of(seat);
                audit.write(transaction, call, license.id(), AuditLog.Change.made(view));
                yield Reply.ok(view);
            }
            case Seats.Change.Released(Seat seat) -> {
                audit.write(transaction, call, license.id(), AuditLog.Change.removed(SeatView.of(seat)));
                yield Reply.empty();
            }
            case Seats.Change.Unchanged(Seat seat) -> {
                call.markUnchanged();
                yield Reply.ok(SeatView.of(seat));
            }
            case Seats.Change.NotFound() -> Reply.notFound();
            case Seats.Change.Refused(LicenseRefusal code, String reason) ->
                Reply.conflict(reason).because(code);
        };
    }

    private License usable(Call call) {
        return licenses.findUsable(LicenseRoutes.id(call)).orElseThrow(Refusal::notFound);
    }

    private static UserId user(Call call) {
        return call.id("userId", UserId::new, Prefix.USER.text());
    }
}
