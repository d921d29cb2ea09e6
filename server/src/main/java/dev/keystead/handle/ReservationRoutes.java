package dev.keystead.handle;

import dev.keystead.audit.Answers;
import dev.keystead.audit.AuditLog;
import dev.keystead.audit.Outcome;
import dev.keystead.platform.db.Words;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Param;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.Fields;
import dev.keystead.tenancy.IdText;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Reserved words over HTTP, for the staff of the installation.
public final class ReservationRoutes {
    private static final Param<Reservation.Status> STATUS = Param.word(
            "status", "Only those of which this became; without it, those to be decided", Reservation.Status.class);

    private final Reservations reservations;
    private final Predicate<UUID> isStaff;
    private final Answers<Reservation> answers;

    /// @param isStaff whether a person of the system workspace is of its staff
    public ReservationRoutes(Reservations reservations, AuditLog audit, Predicate<UUID> isStaff) {
        this.reservations = reservations;
        this.isStaff = isStaff;
        this.answers = new Answers<>(
                audit,
                new Answers.Kind<>(
                        Reservation::id,
                        proposal -> proposal.status() == Reservation.Status.PROPOSED ? 1 : 2,
                        HandleReservationView::of,
                        proposal -> "/v1/handle-reservations/" + proposal.id().text()));
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/handle-reservations", "List the words that are proposed to be nobody's handle")
                        .tenant("read:system")
                        .query(STATUS)
                        .answers(Shape.page(HandleReservationView.class), this::list),
                Route.post("/v1/handle-reservations", "Propose a word that shall be nobody's handle")
                        .tenant("write:system")
                        .audits("handle_reservation.propose")
                        .takes(ProposeReservation.class)
                        .prepares(201, Shape.of(HandleReservationView.class), this::propose),
                Route.post("/v1/handle-reservations/{id}:approve", "Reserve a word that somebody else proposed")
                        .tenant("write:system")
                        .audits("handle_reservation.approve")
                        .takesNothing()
                        .prepares(200, Shape.of(HandleReservationView.class), this::approve),
                Route.post("/v1/handle-reservations/{id}:reject", "Decide against a proposed word")
                        .tenant("write:system")
                        .audits("handle_reservation.reject")
                        .takesNothing()
                        .prepares(200, Shape.of(HandleReservationView.class), this::reject));
    }

    /// The wish to reserve a word.
    public record ProposeReservation(String handle, Category category, String reason) {
        public ProposeReservation {
            var fields = new Fields();
            handle = Handle.checked(fields, handle);
            reason = fields.text("reason", reason, 1, 500);
            fields.refuseIfAny();
        }
    }

    /// A proposal as clients and the audit trail see it.
    public record HandleReservationView(
            String id,
            String handle,
            String category,
            String reason,
            String status,
            String proposedBy,
            Instant proposedAt,
            @Nullable String reviewedBy,
            @Nullable Instant reviewedAt) {
        static HandleReservationView of(Reservation proposal) {
            return new HandleReservationView(
                    proposal.id().text(),
                    proposal.handle(),
                    Words.of(proposal.category()),
                    proposal.reason(),
                    Words.of(proposal.status()),
                    proposal.proposedBy(),
                    proposal.proposedAt(),
                    proposal.reviewedBy().orElse(null),
                    proposal.reviewedAt().orElse(null));
        }
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        Optional<UUID> after = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        List<Reservation> rows =
                reservations.list(call.find(STATUS).orElse(Reservation.Status.PROPOSED), after, paging.fetch());
        return Reply.ok(Page.of(rows, paging, row -> Cursor.of(row.id().value()), HandleReservationView::of));
    }

    private Work.ChangingBare propose(Call call, ProposeReservation body) {
        String person = staff(call);
        var wish = new Reservations.Wish(body.handle(), body.category(), body.reason());
        return (_, transaction) -> answers.to(call, transaction, reservations.propose(transaction, wish, person));
    }

    private Work.ChangingBare approve(Call call) {
        return decide(call, reservations::approve);
    }

    private Work.ChangingBare reject(Call call) {
        return decide(call, reservations::reject);
    }

    private interface Decision {
        Outcome<Reservation> of(Transaction transaction, ReservationId id, String reviewer);
    }

    private Work.ChangingBare decide(Call call, Decision decision) {
        String person = staff(call);
        ReservationId id = call.id("id", ReservationId::new, Prefix.HANDLE_RESERVATION.text());
        return (_, transaction) -> answers.to(call, transaction, decision.of(transaction, id, person));
    }

    /// The person behind the credential: two keys of one person are one pair of eyes.
    private String staff(Call call) {
        return call.caller()
                .user()
                .filter(isStaff)
                .map(user -> "did:keystead:" + IdText.encode(Prefix.USER.text(), user))
                .orElseThrow(Refusal::insufficientRole);
    }
}
