package dev.keystead.license.entitlement;

import dev.keystead.license.assignment.When;
import dev.keystead.license.entitlement.Entitlements.Where;
import dev.keystead.license.entitlement.Standing.Step;
import dev.keystead.node.Node;
import dev.keystead.node.NodeId;
import dev.keystead.node.Nodes;
import dev.keystead.node.Place;
import dev.keystead.node.Placed;
import dev.keystead.workspace.Workspace;
import dev.keystead.workspace.WorkspaceId;
import dev.keystead.workspace.Workspaces;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// A node and what stands under it, page by page, each place with what it may use and why.
///
/// The organisation's node is shown to the organisation's home, with the home's own tree below it: the trees of other
/// workspaces are theirs.
public final class EntitlementTree {
    private final Entitlements entitlements;
    private final Nodes nodes;
    private final Workspaces workspaces;

    public EntitlementTree(Entitlements entitlements, Nodes nodes, Workspaces workspaces) {
        this.entitlements = entitlements;
        this.nodes = nodes;
        this.workspaces = workspaces;
    }

    /// A part of a tree.
    ///
    /// @param module the only one to look at
    record Wish(NodeId top, int depth, Optional<String> module, Place after, int limit) {}

    /// A node, how far below the top it stands, and what it may and may not use.
    record Shown(int level, Node node, List<Verdict> verdicts) {}

    /// What was found.
    sealed interface Found {
        record Here(List<Shown> items) implements Found {}

        /// There is none, or it is not this workspace's to see.
        record NoSuchNode() implements Found {}

        record NoSuchModule() implements Found {}
    }

    /// Not for use inside a transaction.
    Found find(Where where, Wish wish, When when) {
        List<Placed> own =
                where.scope().call(() -> nodes.subtree(wish.top(), wish.depth(), wish.after(), wish.limit()));
        if (!own.isEmpty()) {
            return shown(where, own, Optional.empty(), wish.module(), when);
        }
        Optional<Root> root = root(where, wish.top());
        if (root.isPresent()) {
            return shown(where, below(where, root.get(), wish), root, wish.module(), when);
        }
        // A page after the last one is empty; a first one never is.
        boolean isThere = !wish.after().equals(Place.START)
                && where.scope().call(() -> nodes.find(wish.top())).isPresent();
        return isThere ? new Found.Here(List.of()) : new Found.NoSuchNode();
    }

    /// The organisation's node, and the home's below it.
    private record Root(Node node, NodeId home) {}

    private Optional<Root> root(Where where, NodeId asked) {
        return workspaces
                .standing(new WorkspaceId(where.tenant()))
                .filter(Workspace::isHome)
                .flatMap(_ -> nodes.topOf(where.tenant()))
                .flatMap(home -> where.scope().call(() -> nodes.withAncestors(home)).stream()
                        .filter(node ->
                                node.kind() == Node.Kind.ORG && node.id().equals(asked))
                        .findFirst()
                        .map(node -> new Root(node, home)));
    }

    private List<Placed> below(Where where, Root root, Wish wish) {
        boolean isFirst = wish.after().equals(Place.START);
        var found = new ArrayList<Placed>();
        if (isFirst) {
            found.add(new Placed(0, root.node()));
        }
        int left = wish.limit() - found.size();
        if (wish.depth() > 0 && left > 0) {
            Place after = wish.after().level() <= 0
                    ? Place.START
                    : new Place(wish.after().level() - 1, wish.after().id());
            where.scope().call(() -> nodes.subtree(root.home(), wish.depth() - 1, after, left)).stream()
                    .map(placed -> new Placed(placed.level() + 1, placed.node()))
                    .forEach(found::add);
        }
        return found;
    }

    private Found shown(Where where, List<Placed> places, Optional<Root> root, Optional<String> module, When when) {
        List<NodeId> asked = Stream.concat(
                        places.stream().map(placed -> placed.node().id()), root.map(Root::home).stream())
                .distinct()
                .toList();
        EntitlementStore.Read read = entitlements.readAll(where, asked);
        if (module.isPresent() && !read.modules().containsKey(module.get())) {
            return new Found.NoSuchModule();
        }
        Map<NodeId, Standing> standings = new HashMap<>(read.standings());
        // The walk of the home's own node ends at the organisation's.
        root.flatMap(top -> Optional.ofNullable(standings.get(top.home()))).ifPresent(home -> {
            Step last = home.path().getLast();
            standings.put(last.node(), new Standing(last.node(), List.of(last)));
        });
        var items = new ArrayList<Shown>();
        for (Placed placed : places) {
            // What went between the two statements may use nothing, and still has its place in the page.
            List<Verdict> verdicts = Optional.ofNullable(
                            standings.get(placed.node().id()))
                    .map(standing -> new Resolution(read.modules(), standing, when, Optional.empty()))
                    .map(resolution ->
                            module.map(code -> List.of(resolution.of(code))).orElseGet(resolution::all))
                    .orElse(List.of());
            items.add(new Shown(placed.level(), placed.node(), verdicts));
        }
        return new Found.Here(items);
    }
}
