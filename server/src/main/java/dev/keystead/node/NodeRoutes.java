package dev.keystead.node;

import dev.keystead.audit.Answers;
import dev.keystead.audit.AuditLog;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Param;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Fields;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import java.util.List;
import java.util.Optional;

/// The tree of the workspace over HTTP.
public final class NodeRoutes {
    private static final Param<NodeId> PARENT = new Param<>(
            "parent",
            "Only nodes directly under this one",
            new Param.Kind.Text(30, 30),
            text -> nodeId("parent", text));
    private static final Param<Node.Kind> KIND = Param.word("kind", "Only nodes of this kind", Node.Kind.class);
    private static final Param<Integer> DEPTH =
            Param.number("depth", "How many levels below the node; all unless told", 0, Nodes.DEEPEST_LEVEL);

    private final Nodes nodes;
    private final Answers<Node> answers;

    public NodeRoutes(Nodes nodes, AuditLog audit) {
        this.nodes = nodes;
        this.answers = new Answers<>(
                audit,
                new Answers.Kind<>(
                        Node::id,
                        Node::version,
                        NodeView::of,
                        node -> "/v1/nodes/" + node.id().text()));
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/nodes", "List the nodes of the workspace's tree")
                        .tenant("read:node")
                        .query(PARENT, KIND)
                        .answers(Shape.page(NodeView.class), this::list),
                Route.post("/v1/nodes", "Create a unit: a place for others to stand under")
                        .tenant("write:node")
                        .audits("node.create")
                        .takes(CreateUnit.class)
                        .answers(201, Shape.of(NodeView.class), this::create),
                Route.get("/v1/nodes/{id}", "Read a node")
                        .tenant("read:node")
                        .answers(Shape.of(NodeView.class), this::read),
                Route.get("/v1/nodes/{id}/ancestors", "Read what a node stands under, nearest first")
                        .tenant("read:node")
                        .answers(Shape.of(Ancestors.class), this::ancestors),
                Route.get("/v1/nodes/{id}/subtree", "List a node and what stands under it, level by level")
                        .tenant("read:node")
                        .query(DEPTH)
                        .answers(Shape.page(PlacedView.class), this::subtree),
                Route.patch("/v1/nodes/{id}", "Rename a unit")
                        .tenant("write:node")
                        .audits("node.update")
                        .versioned()
                        .takes(RenameUnit.class)
                        .answers(Shape.of(NodeView.class), this::rename),
                Route.post("/v1/nodes/{id}:move", "Put a node, and all under it, under another one")
                        .tenant("write:node")
                        .audits("node.move")
                        .takes(MoveNode.class)
                        .answers(Shape.of(NodeView.class), this::move),
                Route.delete("/v1/nodes/{id}", "Delete a unit that nothing stands under")
                        .tenant("write:node")
                        .audits("node.delete")
                        .versioned()
                        .takesNothing()
                        .answers(Shape.nothing(), this::delete));
    }

    /// The wish for a unit. Nodes of other kinds are made with what they stand for.
    public record CreateUnit(String parentId, String name) {
        public CreateUnit {
            var fields = new Fields();
            checkNodeId(fields, parentId);
            name = fields.text("name", name, 1, 200);
            fields.refuseIfAny();
        }
    }

    public record RenameUnit(String name) {
        public RenameUnit {
            var fields = new Fields();
            name = fields.text("name", name, 1, 200);
            fields.refuseIfAny();
        }
    }

    public record MoveNode(String parentId) {
        public MoveNode {
            var fields = new Fields();
            checkNodeId(fields, parentId);
            fields.refuseIfAny();
        }
    }

    /// What a node stands under, from its parent to its organisation's node.
    public record Ancestors(List<NodeView> items) {
        public Ancestors {
            items = List.copyOf(items);
        }
    }

    /// A node of a subtree, and how many levels it is below the subtree's top.
    public record PlacedView(int level, NodeView node) {
        static PlacedView of(Placed placed) {
            return new PlacedView(placed.level(), NodeView.of(placed.node()));
        }
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        var after = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        List<Node> found = nodes.list(call.find(PARENT), call.find(KIND), after, paging.fetch());
        return Reply.ok(Page.of(found, paging, node -> Cursor.of(node.id().value()), NodeView::of));
    }

    private Reply create(Call call, CreateUnit body, Transaction transaction) {
        return answers.to(
                call, transaction, nodes.addUnit(transaction, nodeId("parent_id", body.parentId()), body.name()));
    }

    private Reply read(Call call) {
        return answers.found(nodes.find(id(call)));
    }

    private Reply ancestors(Call call) {
        NodeId id = id(call);
        // The top of the tree is the organisation's: the walk needs its scope, and begins in the caller's own.
        Scope both = Scope.current().and(Scope.org(call.caller().org()));
        List<Node> walked = both.call(() -> nodes.withAncestors(id));
        return walked.isEmpty()
                ? Reply.notFound()
                : Reply.ok(
                        new Ancestors(walked.stream().skip(1).map(NodeView::of).toList()));
    }

    private Reply subtree(Call call) {
        NodeId id = id(call);
        Paging paging = call.paging();
        Optional<Place> after = paging.after()
                .map(cursor -> cursor.expect(2))
                .map(cursor -> new Place((int) cursor.number(0), cursor.uuid(1)));
        int depth = call.find(DEPTH).orElse(Nodes.DEEPEST_LEVEL);
        List<Placed> found = nodes.subtree(id, depth, after.orElse(Place.START), paging.fetch());
        // The first page has at least the node itself; an empty later one does not say whether there is a node.
        if (found.isEmpty() && (after.isEmpty() || nodes.find(id).isEmpty())) {
            return Reply.notFound();
        }
        return Reply.ok(Page.of(
                found,
                paging,
                placed -> Cursor.of(placed.level(), placed.node().id().value()),
                PlacedView::of));
    }

    private Reply rename(Call call, RenameUnit body, Transaction transaction) {
        return answers.to(call, transaction, nodes.renameUnit(transaction, id(call), body.name(), call.ifMatch()));
    }

    private Reply move(Call call, MoveNode body, Transaction transaction) {
        return answers.to(call, transaction, nodes.move(transaction, id(call), nodeId("parent_id", body.parentId())));
    }

    private Reply delete(Call call, Transaction transaction) {
        return answers.to(call, transaction, nodes.deleteUnit(transaction, id(call), call.ifMatch()));
    }

    private static NodeId id(Call call) {
        return call.id("id", NodeId::new, Prefix.NODE.text());
    }

    private static NodeId nodeId(String member, String text) {
        return Prefix.NODE.parse(text, NodeId::new).orElseThrow(() -> BadInput.member(member, "must be a node's id"));
    }

    private static void checkNodeId(Fields fields, String text) {
        fields.refuseIf(Prefix.NODE.parse(text, NodeId::new).isEmpty(), "parent_id", "must be a node's id");
    }
}
