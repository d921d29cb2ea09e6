package dev.keystead.license.entitlement;

import dev.keystead.license.assignment.LicenseId;
import dev.keystead.license.assignment.LicenseWish;
import dev.keystead.license.assignment.LicenseWish.WantedConstraints;
import dev.keystead.license.assignment.When;
import dev.keystead.license.entitlement.EntitlementRoutes.EntitlementView;
import dev.keystead.license.entitlement.Preview.Addition;
import dev.keystead.license.entitlement.Preview.Difference;
import dev.keystead.license.entitlement.Preview.Found;
import dev.keystead.license.entitlement.Preview.Plan;
import dev.keystead.node.NodeId;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Fields;
import java.time.Clock;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a tree would be allowed to use, over HTTP.
public final class PreviewRoutes {
    private static final int MOST_STEPS = 100;

    private final Preview preview;
    private final EntitlementRoutes days;
    private final Clock clock;

    public PreviewRoutes(Preview preview, EntitlementRoutes days, Clock clock) {
        this.preview = preview;
        this.days = days;
        this.clock = clock;
    }

    public List<Route> routes() {
        return List.of(Route.post("/v1/licenses:preview", "See what would change below a node; nothing is changed")
                .org("read:license")
                .auditsNothing("works out what would be, and writes nothing")
                .takes(PreviewLicenses.class)
                .prepares(200, Shape.of(PreviewView.class), this::differences));
    }

    /// What might be done.
    ///
    /// @param nodeId the node whose tree is looked at
    /// @param add licences that might be given, by the same rules as if they were
    /// @param move licences that might be on another node
    /// @param end licences that might be terminated
    public record PreviewLicenses(
            String nodeId,
            @Nullable LocalDate day,
            @Nullable List<WantedLicense> add,
            @Nullable List<WantedMove> move,
            @Nullable List<String> end) {
        public PreviewLicenses {
            var fields = new Fields();
            LicenseWish.checkNode(fields, "node_id", nodeId);
            day = fields.optional(day, wanted -> LicenseWish.checkedDay(fields, "day", wanted));
            int steps = size(add) + size(move) + size(end);
            fields.refuseIf(steps < 1 || steps > MOST_STEPS, "add", "and move and end must have 1 to 100 items in all");
            fields.refuseIf(
                    end != null
                            && end.stream()
                                    .anyMatch(id -> Prefix.LICENSE
                                            .parse(id, LicenseId::new)
                                            .isEmpty()),
                    "end",
                    "must be ids of licences");
            fields.refuseIfAny();
        }

        private static int size(@Nullable List<?> items) {
            return items == null ? 0 : items.size();
        }
    }

    /// A licence that might be given.
    public record WantedLicense(
            String module,
            String nodeId,
            @Nullable String scope,
            @Nullable Boolean trial,
            @Nullable LocalDate effectiveFrom,
            @Nullable LocalDate effectiveTo,
            @Nullable Boolean converts,
            @Nullable WantedConstraints constraints) {
        public WantedLicense {
            var fields = new Fields();
            module = fields.text("module", module, 1, 100);
            LicenseWish.checkNode(fields, "node_id", nodeId);
            scope = fields.optional(scope, word -> LicenseWish.checkedScope(fields, word));
            effectiveFrom =
                    fields.optional(effectiveFrom, day -> LicenseWish.checkedDay(fields, "effective_from", day));
            effectiveTo = fields.optional(effectiveTo, day -> LicenseWish.checkedDay(fields, "effective_to", day));
            fields.refuseIfAny();
        }

        private Addition addition(LocalDate today) {
            return new Addition(
                    module,
                    LicenseWish.node("node_id", nodeId),
                    trial != null && trial,
                    LicenseWish.terms(scope, effectiveFrom, effectiveTo, converts, constraints, today));
        }
    }

    /// A licence that might be on another node.
    public record WantedMove(String licenseId, String nodeId) {
        public WantedMove {
            var fields = new Fields();
            fields.refuseIf(
                    Prefix.LICENSE.parse(licenseId, LicenseId::new).isEmpty(), "license_id", "must be a licence's id");
            LicenseWish.checkNode(fields, "node_id", nodeId);
            fields.refuseIfAny();
        }
    }

    /// What would be otherwise.
    public record PreviewView(LocalDate day, List<DifferenceView> items) {
        public PreviewView {
            items = List.copyOf(items);
        }
    }

    /// About one module at one node.
    public record DifferenceView(String nodeId, EntitlementView before, EntitlementView after) {
        static DifferenceView of(Difference difference) {
            return new DifferenceView(
                    difference.node().text(),
                    EntitlementView.of(difference.before()),
                    EntitlementView.of(difference.after()));
        }
    }

    private Work.ChangingBare differences(Call call, PreviewLicenses body) {
        When when = days.when(Optional.ofNullable(body.day()));
        Found<Difference> found = preview.differences(
                EntitlementRoutes.where(call),
                LicenseWish.node("node_id", body.nodeId()),
                plan(body),
                when,
                When.now(clock));
        return Work.instead(answer(
                found,
                items -> new PreviewView(
                        when.day(), items.stream().map(DifferenceView::of).toList())));
    }

    private Plan plan(PreviewLicenses body) {
        LocalDate today = When.now(clock).day();
        Map<LicenseId, NodeId> moves = new HashMap<>();
        for (WantedMove move : Optional.ofNullable(body.move()).orElse(List.of())) {
            moves.put(license(move.licenseId()), LicenseWish.node("node_id", move.nodeId()));
        }
        var ends = new HashSet<LicenseId>();
        Optional.ofNullable(body.end()).orElse(List.of()).forEach(id -> ends.add(license(id)));
        return new Plan(
                Optional.ofNullable(body.add()).orElse(List.of()).stream()
                        .map(wanted -> wanted.addition(today))
                        .toList(),
                moves,
                ends);
    }

    private static LicenseId license(String text) {
        return Prefix.LICENSE
                .parse(text, LicenseId::new)
                .orElseThrow(() -> BadInput.member("license_id", "must be a licence's id"));
    }

    private interface Showing<T> {
        Record of(List<T> items);
    }

    private static <T> Reply answer(Found<T> found, Showing<T> showing) {
        return switch (found) {
            case Found.Here<T>(List<T> items) -> Reply.ok(showing.of(items));
            case Found.NoSuchNode<T>() -> Reply.notFound();
            case Found.TooLarge<T>() ->
                Reply.conflict("more than " + Preview.MOST_NODES + " nodes stand under this one; look at a lower one");
        };
    }
}
