package dev.keystead.license.assignment;

import dev.keystead.audit.Answers;
import dev.keystead.audit.AuditLog;
import dev.keystead.license.assignment.License.Limits;
import dev.keystead.license.assignment.License.Reach;
import dev.keystead.license.assignment.License.Status;
import dev.keystead.license.assignment.License.Terms;
import dev.keystead.license.assignment.LicenseWish.WantedConstraints;
import dev.keystead.license.assignment.Licenses.Giver;
import dev.keystead.license.catalogue.Bundle;
import dev.keystead.license.catalogue.Catalogue;
import dev.keystead.license.catalogue.ModuleRoutes;
import dev.keystead.node.NodeId;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Caller;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Param;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.Change;
import dev.keystead.platform.json.Fields;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Licences over HTTP.
public final class LicenseRoutes {
    private static final AccessScope OVER_ORG = AccessScope.of("write:org");
    private static final Param<NodeId> NODE = new Param<>(
            "node", "Only those on this node", new Param.Kind.Text(30, 30), text -> LicenseWish.node("node", text));
    private static final Param<String> MODULE = Param.text("module", "Only those of the module of this code", 2, 100);
    private static final Param<Status> STATUS = Param.word("status", "Only those of this status", Status.class);

    private final Licenses licenses;
    private final Catalogue catalogue;
    private final AuditLog audit;
    private final Answers<License> answers;
    private final Clock clock;

    public LicenseRoutes(Licenses licenses, Catalogue catalogue, AuditLog audit, Clock clock) {
        this.licenses = licenses;
        this.catalogue = catalogue;
        this.audit = audit;
        this.answers = answers(audit);
        this.clock = clock;
    }

    static Answers<License> answers(AuditLog audit) {
        return new Answers<>(
                audit,
                new Answers.Kind<>(
                        License::id,
                        License::version,
                        LicenseView::of,
                        license -> "/v1/licenses/" + license.id().text()));
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/licenses", "List the licences that the workspace gave")
                        .tenant("read:license")
                        .query(NODE, MODULE, STATUS)
                        .answers(Shape.page(LicenseView.class), this::list),
                Route.post("/v1/licenses", "Give a node a module; on the organisation's node, from its home")
                        .tenant("write:license")
                        .audits("license.assign")
                        .takes(AssignLicense.class)
                        .answers(201, Shape.of(LicenseView.class), this::assign),
                Route.get("/v1/licenses/{id}", "Read a licence")
                        .tenant("read:license")
                        .answers(Shape.of(LicenseView.class), this::read),
                Route.patch("/v1/licenses/{id}", "Change where, from when to when and how much a licence allows")
                        .tenant("write:license")
                        .audits("license.update")
                        .versioned()
                        .takes(ChangeLicense.class)
                        .answers(Shape.of(LicenseView.class), this::change),
                Route.post("/v1/bundles/{code}:assign", "Give a node all modules of a bundle, or none")
                        .tenant("write:license")
                        .audits("license.assign")
                        .takes(AssignBundle.class)
                        .answers(201, Shape.of(LicensesView.class), this::assignBundle));
    }

    /// The wish for a licence.
    ///
    /// @param scope `exact`, or `inherit-down`, which it is unless told
    /// @param trial whether it is on trial; then it needs an end
    /// @param effectiveFrom the first day; today unless told
    /// @param converts whether a trial becomes active after its last day
    public record AssignLicense(
            String module,
            String nodeId,
            @Nullable String scope,
            @Nullable Boolean trial,
            @Nullable LocalDate effectiveFrom,
            @Nullable LocalDate effectiveTo,
            @Nullable Boolean converts,
            @Nullable WantedConstraints constraints) {
        public AssignLicense {
            var fields = new Fields();
            module = fields.text("module", module, 2, 100);
            check(fields, nodeId, scope, effectiveFrom, effectiveTo);
            fields.refuseIfAny();
        }
    }

    /// The same for all modules of a bundle.
    public record AssignBundle(
            String nodeId,
            @Nullable String scope,
            @Nullable Boolean trial,
            @Nullable LocalDate effectiveFrom,
            @Nullable LocalDate effectiveTo,
            @Nullable Boolean converts,
            @Nullable WantedConstraints constraints) {
        public AssignBundle {
            var fields = new Fields();
            check(fields, nodeId, scope, effectiveFrom, effectiveTo);
            fields.refuseIfAny();
        }
    }

    private static void check(
            Fields fields,
            String nodeId,
            @Nullable String scope,
            @Nullable LocalDate effectiveFrom,
            @Nullable LocalDate effectiveTo) {
        LicenseWish.checkNode(fields, "node_id", nodeId);
        fields.optional(scope, word -> LicenseWish.checkedScope(fields, word));
        fields.optional(effectiveFrom, day -> LicenseWish.checkedDay(fields, "effective_from", day));
        fields.optional(effectiveTo, day -> LicenseWish.checkedDay(fields, "effective_to", day));
    }

    /// What shall be otherwise.
    public record ChangeLicense(
            Change<String> nodeId,
            Change<String> scope,
            Change<LocalDate> effectiveFrom,
            Change<@Nullable LocalDate> effectiveTo,
            Change<Boolean> converts,
            Change<@Nullable Integer> seats,
            Change<@Nullable Long> usageCap,
            Change<@Nullable Instant> expiresAt) {
        public ChangeLicense {
            var fields = new Fields();
            nodeId = fields.change(nodeId, id -> {
                LicenseWish.checkNode(fields, "node_id", id);
                return id;
            });
            scope = fields.change(scope, word -> LicenseWish.checkedScope(fields, word));
            effectiveFrom = fields.change(effectiveFrom, day -> LicenseWish.checkedDay(fields, "effective_from", day));
            effectiveTo =
                    fields.clearableChange(effectiveTo, day -> LicenseWish.checkedDay(fields, "effective_to", day));
            seats = fields.clearableChange(seats, many -> LicenseWish.checkedSeats(fields, many));
            usageCap = fields.clearableChange(usageCap, much -> LicenseWish.checkedCap(fields, much));
            expiresAt = fields.clearableChange(expiresAt, moment -> LicenseWish.checkedMoment(fields, moment));
            fields.refuseIfAny();
        }

        private Licenses.Shape over(Licenses.Shape shape) {
            Terms terms = shape.terms();
            Limits limits = terms.limits();
            return new Licenses.Shape(
                    LicenseWish.node("node_id", nodeId.over(shape.node().text())),
                    new Terms(
                            Reach.of(scope.over(terms.reach().word())),
                            effectiveFrom.over(terms.from()),
                            Optional.ofNullable(effectiveTo.over(terms.to().orElse(null))),
                            converts.over(terms.converts()),
                            new Limits(
                                    Optional.ofNullable(
                                            seats.over(limits.seats().orElse(null))),
                                    Optional.ofNullable(
                                            usageCap.over(limits.usageCap().orElse(null))),
                                    Optional.ofNullable(
                                            expiresAt.over(limits.expiresAt().orElse(null))))));
        }
    }

    /// Licences that came by one wish.
    public record LicensesView(List<LicenseView> items) {
        public LicensesView {
            items = List.copyOf(items);
        }
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        var after = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        List<License> found =
                licenses.list(call.find(NODE), call.find(MODULE), call.find(STATUS), after, paging.fetch());
        return Reply.ok(Page.of(found, paging, license -> Cursor.of(license.id().value()), LicenseView::of));
    }

    private Reply assign(Call call, AssignLicense body, Transaction transaction) {
        var wish = new Licenses.Wish(
                LicenseWish.node("node_id", body.nodeId()),
                body.trial() != null && body.trial(),
                LicenseWish.terms(
                        body.scope(),
                        body.effectiveFrom(),
                        body.effectiveTo(),
                        body.converts(),
                        body.constraints(),
                        When.now(clock).day()));
        return answers.to(call, transaction, licenses.assign(transaction, body.module(), wish, giver(call)));
    }

    private Reply assignBundle(Call call, AssignBundle body, Transaction transaction) {
        Optional<Bundle> bundle = catalogue.findBundle(transaction, ModuleRoutes.code(call));
        if (bundle.isEmpty()) {
            return Reply.notFound();
        }
        var wish = new Licenses.Wish(
                LicenseWish.node("node_id", body.nodeId()),
                body.trial() != null && body.trial(),
                LicenseWish.terms(
                        body.scope(),
                        body.effectiveFrom(),
                        body.effectiveTo(),
                        body.converts(),
                        body.constraints(),
                        When.now(clock).day()));
        return switch (licenses.assign(transaction, bundle.get(), wish, giver(call))) {
            case Licenses.Given.All(List<License> given) -> {
                given.forEach(license ->
                        audit.write(transaction, call, license.id(), AuditLog.Change.made(LicenseView.of(license))));
                yield Reply.json(
                        201,
                        new LicensesView(given.stream().map(LicenseView::of).toList()));
            }
            case Licenses.Given.None(var refusal) -> answers.to(call, transaction, refusal);
        };
    }

    private Reply read(Call call) {
        return answers.found(licenses.find(id(call)));
    }

    private Reply change(Call call, ChangeLicense body, Transaction transaction) {
        return answers.to(
                call, transaction, licenses.change(transaction, id(call), call.ifMatch(), body::over, giver(call)));
    }

    /// Who calls, and whether they may give to the whole organisation.
    static Giver giver(Call call) {
        Caller caller = call.caller();
        return new Giver(caller.actor(), caller.allows(OVER_ORG));
    }

    public static LicenseId id(Call call) {
        return call.id("id", LicenseId::new, Prefix.LICENSE.text());
    }
}
