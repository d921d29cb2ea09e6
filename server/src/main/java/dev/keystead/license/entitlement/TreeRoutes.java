package dev.keystead.license.entitlement;

import dev.keystead.license.assignment.When;
import dev.keystead.license.entitlement.EntitlementRoutes.EntitlementView;
import dev.keystead.license.entitlement.EntitlementTree.Found;
import dev.keystead.license.entitlement.EntitlementTree.Shown;
import dev.keystead.license.entitlement.EntitlementTree.Wish;
import dev.keystead.node.NodeId;
import dev.keystead.node.Nodes;
import dev.keystead.node.Place;
import dev.keystead.platform.db.Words;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Param;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.json.BadInput;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a node and all below it may use, over HTTP.
public final class TreeRoutes {
    private static final Param<Integer> DEPTH =
            Param.number("depth", "How many levels below the node; all unless told", 0, Nodes.DEEPEST_LEVEL);
    private static final Param<String> MODULE = Param.text("module", "Only the module of this code", 1, 100);
    private static final Param<Boolean> REFUSALS =
            Param.flag("refusals", "Whether to show also what nodes may not use, and why");

    private final EntitlementTree tree;
    private final EntitlementRoutes days;

    public TreeRoutes(EntitlementTree tree, EntitlementRoutes days) {
        this.tree = tree;
        this.days = days;
    }

    public List<Route> routes() {
        return List.of(Route.get(
                        "/v1/nodes/{id}/entitlement-tree",
                        "List a node and what stands under it, level by level, with what each may use and by what")
                .org("read:license")
                .query(EntitlementRoutes.DAY, DEPTH, MODULE, REFUSALS)
                .answers(Shape.page(PlaceView.class), this::list));
    }

    /// A node of a tree, and what it may use.
    ///
    /// @param level how many levels it is below the tree's top
    public record PlaceView(
            int level,
            String nodeId,
            String kind,
            @Nullable String parentId,
            String name,
            List<EntitlementView> entitlements) {
        public PlaceView {
            entitlements = List.copyOf(entitlements);
        }

        static PlaceView of(Shown shown, boolean refusals) {
            return new PlaceView(
                    shown.level(),
                    shown.node().id().text(),
                    Words.of(shown.node().kind()),
                    shown.node().parent().map(NodeId::text).orElse(null),
                    shown.node().name(),
                    shown.verdicts().stream()
                            .filter(verdict -> refusals || verdict.isGranted())
                            .map(EntitlementView::of)
                            .toList());
        }
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        Place after = paging.after()
                .map(cursor -> cursor.expect(2))
                .map(cursor -> new Place((int) cursor.number(0), cursor.uuid(1)))
                .orElse(Place.START);
        When when = days.when(call.find(EntitlementRoutes.DAY));
        boolean refusals = call.find(REFUSALS).orElse(false);
        var wish = new Wish(
                EntitlementRoutes.node(call),
                call.find(DEPTH).orElse(Nodes.DEEPEST_LEVEL),
                call.find(MODULE),
                after,
                paging.fetch());
        return switch (tree.find(EntitlementRoutes.where(call), wish, when)) {
            case Found.Here(List<Shown> items) ->
                Reply.ok(Page.of(
                        items,
                        paging,
                        shown -> Cursor.of(shown.level(), shown.node().id().value()),
                        shown -> PlaceView.of(shown, refusals)));
            case Found.NoSuchNode() -> Reply.notFound();
            case Found.NoSuchModule() -> throw BadInput.member("module", "is no module of the catalogue");
        };
    }
}
