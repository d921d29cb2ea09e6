package dev.keystead.license.entitlement;

import dev.keystead.directory.UserId;
import dev.keystead.license.assignment.LicenseWish;
import dev.keystead.license.assignment.When;
import dev.keystead.license.catalogue.LicenseRefusal;
import dev.keystead.license.entitlement.Entitlements.Answer;
import dev.keystead.license.entitlement.Entitlements.Check;
import dev.keystead.license.entitlement.Entitlements.Where;
import dev.keystead.node.NodeId;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Param;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Fields;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What nodes may use, and why, over HTTP.
public final class EntitlementRoutes {
    private static final int MOST_CHECKS = 100;

    static final Param<LocalDate> DAY = new Param<>(
            "day", "As of this day, such as 2026-11-15; now unless told", new Param.Kind.Text(10, 10), text -> {
                try {
                    return LocalDate.parse(text);
                } catch (DateTimeException _) {
                    throw BadInput.member("day", "must be a date such as 2026-11-15");
                }
            });

    private static final Param<Boolean> GRANTED =
            Param.flag("granted", "Whether to leave out what the node may not use");

    private final Entitlements entitlements;
    private final Clock clock;

    public EntitlementRoutes(Entitlements entitlements, Clock clock) {
        this.entitlements = entitlements;
        this.clock = clock;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/nodes/{id}/entitlements", "Read what a node may use, why, and where that comes from")
                        .org("read:license")
                        .query(DAY, GRANTED)
                        .answers(Shape.of(EntitlementsView.class), this::read),
                Route.post("/v1/entitlements:check", "Find out whether nodes, or people there, may use modules")
                        .org("read:license")
                        .auditsNothing("a question that needs a body")
                        .takes(CheckEntitlements.class)
                        .prepares(200, Shape.of(ChecksView.class), this::check));
    }

    /// The questions.
    ///
    /// @param day as of which day; now unless told
    public record CheckEntitlements(
            List<WantedCheck> checks, @Nullable LocalDate day) {
        public CheckEntitlements {
            var fields = new Fields();
            fields.refuseIf(
                    checks.isEmpty() || checks.size() > MOST_CHECKS,
                    "checks",
                    "must have 1 to " + MOST_CHECKS + " items");
            day = fields.optional(day, wanted -> LicenseWish.checkedDay(fields, "day", wanted));
            fields.refuseIfAny();
        }
    }

    /// One of them.
    ///
    /// @param userId who wants to use it: where seats are limited, only who has one may
    public record WantedCheck(
            String module, String nodeId, @Nullable String userId) {
        public WantedCheck {
            var fields = new Fields();
            module = fields.text("module", module, 1, 100);
            LicenseWish.checkNode(fields, "node_id", nodeId);
            fields.refuseIf(
                    userId != null && Prefix.USER.parse(userId, UserId::new).isEmpty(),
                    "user_id",
                    "must be a user's id");
            fields.refuseIfAny();
        }

        private Check check() {
            return new Check(
                    module,
                    LicenseWish.node("node_id", nodeId),
                    Optional.ofNullable(userId)
                            .flatMap(text -> Prefix.USER.parse(text, UserId::new))
                            .map(UserId::value));
        }
    }

    /// Whether a module may be used.
    ///
    /// @param reason why
    /// @param dependency the module that is missing, when that is why
    /// @param source where it comes from; nothing when nothing decided, or when the module is always on
    public record EntitlementView(
            String module,
            boolean granted,
            String reason,
            @Nullable String dependency,
            @Nullable SourceView source) {
        static EntitlementView of(Verdict verdict) {
            return new EntitlementView(
                    verdict.module(),
                    verdict.isGranted(),
                    verdict.reason().name(),
                    verdict.dependency().orElse(null),
                    verdict.source().map(SourceView::of).orElse(null));
        }
    }

    /// The licence that decided, and the node that it is on.
    public record SourceView(String licenseId, String nodeId) {
        static SourceView of(Verdict.Source source) {
            return new SourceView(source.license().text(), source.node().text());
        }
    }

    /// What a node may use.
    public record EntitlementsView(String nodeId, LocalDate day, List<EntitlementView> items) {
        public EntitlementsView {
            items = List.copyOf(items);
        }
    }

    /// The answers, in the order of the questions.
    public record ChecksView(LocalDate day, List<CheckedView> items) {
        public ChecksView {
            items = List.copyOf(items);
        }
    }

    /// One of them.
    public record CheckedView(String nodeId, @Nullable String userId, EntitlementView entitlement) {}

    private Reply read(Call call) {
        NodeId node = node(call);
        When when = when(call.find(DAY));
        boolean grantedOnly = call.find(GRANTED).orElse(false);
        return entitlements
                .of(where(call), node, when)
                .map(verdicts -> Reply.ok(new EntitlementsView(
                        node.text(),
                        when.day(),
                        verdicts.stream()
                                .filter(verdict -> verdict.isGranted() || !grantedOnly)
                                .map(EntitlementView::of)
                                .toList())))
                .orElseGet(Reply::notFound);
    }

    private Work.ChangingBare check(Call call, CheckEntitlements body) {
        When when = when(Optional.ofNullable(body.day()));
        List<Check> checks = body.checks().stream().map(WantedCheck::check).toList();
        List<Answer> answers = entitlements.check(where(call), checks, when);
        var items = new ArrayList<CheckedView>();
        var fields = new Fields();
        for (int i = 0; i < answers.size(); i++) {
            WantedCheck wanted = body.checks().get(i);
            switch (answers.get(i)) {
                case Answer.Told(Verdict verdict) ->
                    items.add(new CheckedView(wanted.nodeId(), wanted.userId(), EntitlementView.of(verdict)));
                case Answer.NoSuchModule() ->
                    fields.refuse(
                            "checks[" + i + "].module", "is no module of the catalogue", LicenseRefusal.UNKNOWN_MODULE);
                case Answer.NoSuchNode() ->
                    fields.refuse(
                            "checks[" + i + "].node_id",
                            "must be the id of a node of this workspace",
                            LicenseRefusal.UNKNOWN_NODE);
            }
        }
        fields.refuseIfAny();
        return Work.instead(Reply.ok(new ChecksView(when.day(), items)));
    }

    When when(Optional<LocalDate> day) {
        return day.map(wanted -> When.on(wanted, clock)).orElseGet(() -> When.now(clock));
    }

    static Where where(Call call) {
        return new Where(call.caller().tenant(), call.caller().org());
    }

    static NodeId node(Call call) {
        return call.id("id", NodeId::new, Prefix.NODE.text());
    }
}
