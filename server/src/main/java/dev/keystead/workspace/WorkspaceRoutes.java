package dev.keystead.workspace;

import dev.keystead.audit.Answers;
import dev.keystead.audit.AuditLog;
import dev.keystead.audit.Outcome;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Param;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.Fields;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import java.util.List;
import java.util.Set;

/// Workspaces over HTTP.
///
/// Members and a workspace's own keys reach their workspace. A right on the organisation (`read:org`, `write:org`,
/// `admin:org`) reaches all workspaces of it.
public final class WorkspaceRoutes {
    /// Slugs that would read as parts of our own addresses or as us.
    private static final Set<String> RESERVED_SLUGS =
            Set.of("admin", "api", "app", "assets", "auth", "docs", "keystead", "login", "setup", "system", "www");

    private static final Param<Boolean> WITH_CONTENT =
            Param.flag("with_content", "Whether to delete it also when something is left in it");

    private final Workspaces workspaces;
    private final AuditLog audit;
    private final Answers<Workspace> answers;

    public WorkspaceRoutes(Workspaces workspaces, AuditLog audit) {
        this.workspaces = workspaces;
        this.audit = audit;
        this.answers = new Answers<>(
                audit,
                new Answers.Kind<>(
                        Workspace::id,
                        Workspace::version,
                        WorkspaceView::of,
                        workspace -> "/v1/workspaces/" + workspace.id().text()));
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/workspaces", "List the workspaces of the organisation")
                        .org("read:org")
                        .answers(Shape.page(WorkspaceView.class), this::list),
                Route.post("/v1/workspaces", "Create a workspace in the organisation")
                        .org("write:org")
                        .audits("workspace.create")
                        .takes(CreateWorkspace.class)
                        .answers(201, Shape.of(WorkspaceView.class), this::create),
                Route.get("/v1/workspaces/{id}", "Read a workspace")
                        .workspace("read:workspace")
                        .answers(Shape.of(WorkspaceView.class), this::read),
                Route.patch("/v1/workspaces/{id}", "Rename a workspace")
                        .workspace("write:workspace")
                        .audits("workspace.update")
                        .versioned()
                        .takes(RenameWorkspace.class)
                        .answers(Shape.of(WorkspaceView.class), this::rename),
                Route.post("/v1/workspaces/{id}:suspend", "Suspend a workspace: nobody gets in, data is kept")
                        .org("admin:org")
                        .audits("workspace.suspend")
                        .takesNothing()
                        .answers(Shape.of(WorkspaceView.class), this::suspend),
                Route.post("/v1/workspaces/{id}:activate", "Let people into a suspended workspace again")
                        .org("admin:org")
                        .audits("workspace.activate")
                        .takesNothing()
                        .answers(Shape.of(WorkspaceView.class), this::activate),
                Route.post("/v1/workspaces/{id}:restore", "Bring a deleted workspace back, until its erasure begins")
                        .org("admin:org")
                        .audits("workspace.restore")
                        .takesNothing()
                        .answers(Shape.of(WorkspaceView.class), this::restore),
                Route.delete("/v1/workspaces/{id}", "Delete a workspace, with what is left in it if that is said")
                        .org("admin:org")
                        .audits("workspace.delete")
                        .query(WITH_CONTENT)
                        .versioned()
                        .takesNothing()
                        .answers(Shape.nothing(), this::delete),
                Route.delete("/v1/admin/tenants/{id}", "Delete a workspace in which nothing is left, as in v1")
                        .org("admin:org")
                        .audits("workspace.delete")
                        .versioned()
                        .takesNothing()
                        .answers(Shape.nothing(), this::deleteEmpty));
    }

    /// The wish for a new workspace.
    public record CreateWorkspace(String slug, String name) {
        public CreateWorkspace {
            var fields = new Fields();
            slug = checkedSlug(fields, slug);
            name = fields.text("name", name, 1, 200);
            fields.refuseIfAny();
        }
    }

    /// A new name; the slug stays, because addresses and issuers are made of it.
    public record RenameWorkspace(String name) {
        public RenameWorkspace {
            var fields = new Fields();
            name = fields.text("name", name, 1, 200);
            fields.refuseIfAny();
        }
    }

    /// A slug that a new workspace may have.
    public static String checkedSlug(Fields fields, String slug) {
        fields.refuseIf(RESERVED_SLUGS.contains(slug), "slug", "is reserved");
        return fields.slug("slug", slug);
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        var after = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        List<Workspace> found = workspaces.list(after, paging.fetch());
        return Reply.ok(
                Page.of(found, paging, workspace -> Cursor.of(workspace.id().value()), WorkspaceView::of));
    }

    private Reply create(Call call, CreateWorkspace body, Transaction transaction) {
        var id = WorkspaceId.make();
        var org = new OrgId(call.caller().org());
        var wanted = new Workspaces.NewWorkspace(id, org, body.slug(), body.name(), Workspace.Kind.ORGANIZATION);
        Workspace made = workspaces.create(transaction, wanted);
        return answers.made(call, inside(transaction, id), made);
    }

    private Reply read(Call call) {
        return answers.found(workspaces.find(id(call)));
    }

    private Reply rename(Call call, RenameWorkspace body, Transaction transaction) {
        return answers.to(
                call,
                inside(transaction, id(call)),
                workspaces.rename(transaction, id(call), body.name(), call.ifMatch()));
    }

    private Reply suspend(Call call, Transaction transaction) {
        return answers.to(
                call,
                inside(transaction, id(call)),
                workspaces.setStatus(transaction, id(call), Workspace.Status.SUSPENDED));
    }

    private Reply activate(Call call, Transaction transaction) {
        return answers.to(
                call,
                inside(transaction, id(call)),
                workspaces.setStatus(transaction, id(call), Workspace.Status.ACTIVE));
    }

    private Reply restore(Call call, Transaction transaction) {
        Transaction inside = inside(transaction, id(call));
        return switch (workspaces.restore(transaction, id(call))) {
            // It was there before: whoever reads the trail finds what came back, and the caller no new address.
            case Outcome.Made<Workspace>(Workspace back) -> {
                WorkspaceView view = WorkspaceView.of(back);
                audit.write(inside, call, back.id(), AuditLog.Change.made(view));
                yield Reply.ok(view).withVersion(back.version());
            }
            case Outcome<Workspace> refused -> answers.to(call, inside, refused);
        };
    }

    private Reply delete(Call call, Transaction transaction) {
        return delete(call, transaction, call.find(WITH_CONTENT).orElse(false));
    }

    private Reply deleteEmpty(Call call, Transaction transaction) {
        return delete(call, transaction, false);
    }

    private Reply delete(Call call, Transaction transaction, boolean withContent) {
        return answers.to(
                call,
                inside(transaction, id(call)),
                workspaces.delete(transaction, id(call), withContent, call.ifMatch()));
    }

    /// The entry belongs to the workspace that was touched, whose administrators must be able to see it.
    public static Transaction inside(Transaction transaction, WorkspaceId workspace) {
        return transaction.with(Scope.tenant(workspace.value()));
    }

    private static WorkspaceId id(Call call) {
        return call.id("id", WorkspaceId::new, Prefix.WORKSPACE.text());
    }
}
