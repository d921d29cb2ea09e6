package dev.keystead.license.assignment;

import dev.keystead.audit.Answers;
import dev.keystead.audit.AuditLog;
import dev.keystead.audit.Outcome;
import dev.keystead.platform.db.Words;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Param;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.json.Fields;
import dev.keystead.platform.json.Json;
import dev.keystead.tenancy.Transaction;
import dev.keystead.tenancy.TypedId;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What becomes of licences over HTTP, and what became of them.
public final class LifeRoutes {
    private static final Param<Boolean> INCLUDE_ARCHIVE =
            Param.flag("include_archive", "Whether to read also what is older than two years, from files");

    private final Licenses licenses;
    private final LicenseLife life;
    private final LicenseHistory history;
    private final OldChanges old;
    private final Answers<License> answers;

    public LifeRoutes(Licenses licenses, LicenseLife life, LicenseHistory history, OldChanges old, AuditLog audit) {
        this.licenses = licenses;
        this.life = life;
        this.history = history;
        this.old = old;
        this.answers = LicenseRoutes.answers(audit);
    }

    public List<Route> routes() {
        return List.of(
                Route.post("/v1/licenses/{id}:activate", "Make a trial a licence like any other")
                        .tenant("write:license")
                        .audits("license.activate")
                        .takes(ActivateLicense.class)
                        .answers(Shape.of(LicenseView.class), this::activate),
                turn("suspend", "Forbid what a licence allows, also where others above it would", life::suspend),
                turn("resume", "Let a suspended licence allow again", life::resume),
                Route.post("/v1/licenses/{id}:renew", "Give a licence that is active or has expired a new end, or none")
                        .tenant("write:license")
                        .audits("license.renew")
                        .takes(RenewLicense.class)
                        .answers(Shape.of(LicenseView.class), this::renew),
                turn("terminate", "End a licence for good; its place is free for another", life::terminate),
                Route.get("/v1/licenses/{id}/history", "List what became of a licence, latest first")
                        .tenant("read:license")
                        .query(INCLUDE_ARCHIVE)
                        .answers(Shape.page(LicenseChangeView.class), this::list));
    }

    private interface Turn {
        Outcome<License> of(Transaction transaction, LicenseId id, Licenses.Giver giver);
    }

    private Route turn(String verb, String summary, Turn turn) {
        return Route.post("/v1/licenses/{id}:" + verb, summary)
                .tenant("write:license")
                .audits("license." + verb)
                .takesNothing()
                .answers(
                        Shape.of(LicenseView.class),
                        (call, transaction) -> answers.to(
                                call,
                                transaction,
                                turn.of(transaction, LicenseRoutes.id(call), LicenseRoutes.giver(call))));
    }

    /// The wish to make a trial a licence like any other.
    ///
    /// @param effectiveTo the last day of the licence that the trial becomes; without one, it has no end
    public record ActivateLicense(@Nullable LocalDate effectiveTo) {
        public ActivateLicense {
            var fields = new Fields();
            effectiveTo = fields.optional(effectiveTo, day -> LicenseWish.checkedDay(fields, "effective_to", day));
            fields.refuseIfAny();
        }
    }

    /// The wish for a new end.
    ///
    /// @param effectiveTo the new last day; without one, there is none
    /// @param expiresAt the new moment of its end; without one, there is none
    public record RenewLicense(
            @Nullable LocalDate effectiveTo, @Nullable Instant expiresAt) {
        public RenewLicense {
            var fields = new Fields();
            effectiveTo = fields.optional(effectiveTo, day -> LicenseWish.checkedDay(fields, "effective_to", day));
            expiresAt = fields.optional(expiresAt, moment -> LicenseWish.checkedMoment(fields, moment));
            fields.refuseIfAny();
        }
    }

    /// A change of a licence as clients see it.
    public record LicenseChangeView(
            String id,
            String change,
            String changedBy,
            Instant changedAt,
            @Nullable JsonNode before,
            JsonNode after) {
        static LicenseChangeView of(LicenseChange change) {
            return new LicenseChangeView(
                    change.id().text(),
                    Words.of(change.kind()),
                    change.changedBy(),
                    change.changedAt(),
                    change.before().map(Json::tree).orElse(null),
                    Json.tree(change.after()));
        }
    }

    private Reply activate(Call call, ActivateLicense body, Transaction transaction) {
        return answers.to(
                call,
                transaction,
                life.activate(
                        transaction,
                        LicenseRoutes.id(call),
                        Optional.ofNullable(body.effectiveTo()),
                        LicenseRoutes.giver(call)));
    }

    private Reply renew(Call call, RenewLicense body, Transaction transaction) {
        return answers.to(
                call,
                transaction,
                life.renew(
                        transaction,
                        LicenseRoutes.id(call),
                        Optional.ofNullable(body.effectiveTo()),
                        Optional.ofNullable(body.expiresAt()),
                        LicenseRoutes.giver(call)));
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        LicenseId id = LicenseRoutes.id(call);
        var before = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        List<LicenseChange> found = history.list(id, before, paging.fetch());
        if (licenses.find(id).isEmpty()) {
            return Reply.notFound();
        }
        boolean more = call.find(INCLUDE_ARCHIVE).orElse(false) && found.size() < paging.fetch();
        return more ? withOld(id, found, before, paging) : page(found, paging);
    }

    /// What the database has and, where that ends, what is in files.
    private Reply withOld(LicenseId id, List<LicenseChange> found, Optional<UUID> before, Paging paging) {
        Optional<UUID> from =
                found.isEmpty() ? before : Optional.of(found.getLast().id().value());
        return switch (old.read(id, from, paging.fetch() - found.size())) {
            case OldChanges.Reading.Read(List<LicenseChange> older) ->
                page(Stream.concat(found.stream(), older.stream()).toList(), paging);
            case OldChanges.Reading.Unusable(TypedId file, String _) ->
                Reply.refused(
                        503,
                        "the archive " + file.text() + " cannot be read, or is not what was stored; whoever runs this"
                                + " installation finds it in its storage of files");
        };
    }

    private static Reply page(List<LicenseChange> found, Paging paging) {
        return Reply.ok(Page.of(found, paging, change -> Cursor.of(change.id().value()), LicenseChangeView::of));
    }
}
