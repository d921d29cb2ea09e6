package dev.keystead.workspace;

import dev.keystead.audit.AuditLog;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Caller;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.Fields;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.Workspaces.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Workspaces over HTTP.
///
/// A workspace's key reaches its own workspace. A key with a right on the organisation (`read:org`, `write:org`,
/// `admin:org`) reaches all workspaces of its organisation.
public final class WorkspaceRoutes {
    private static final AccessScope READ_ORG = AccessScope.of("read:org");
    private static final AccessScope WRITE_ORG = AccessScope.of("write:org");

    /// Slugs that would read as parts of our own addresses or as us.
    private static final Set<String> RESERVED_SLUGS =
            Set.of("admin", "api", "app", "assets", "auth", "docs", "keystead", "login", "setup", "system", "www");

    private final Workspaces workspaces;
    private final AuditLog audit;

    public WorkspaceRoutes(Workspaces workspaces, AuditLog audit) {
        this.workspaces = workspaces;
        this.audit = audit;
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
                        .tenant("read:workspace")
                        .answers(Shape.of(WorkspaceView.class), this::read),
                Route.patch("/v1/workspaces/{id}", "Rename a workspace")
                        .tenant("write:workspace")
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
                        .answers(Shape.of(WorkspaceView.class), this::activate));
    }

    /// The wish for a new workspace.
    public record CreateWorkspace(String slug, String name) {
        public CreateWorkspace {
            var fields = new Fields();
            slug = fields.slug("slug", slug);
            fields.refuseIf(RESERVED_SLUGS.contains(slug), "slug", "is reserved");
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
        Workspace made = workspaces.create(transaction, id, org, body.slug(), body.name(), Workspace.Kind.ORGANIZATION);
        WorkspaceView view = WorkspaceView.of(made);
        // The entry belongs to the new workspace, whose administrators must be able to see how it began.
        Transaction inside = transaction.with(Scope.tenant(id.value()));
        audit.write(inside, call, id, AuditLog.Change.made(view));
        return Reply.created("/v1/workspaces/" + view.id(), view).withVersion(made.version());
    }

    private Reply read(Call call) {
        WorkspaceId id = id(call);
        return findReachable(call.caller(), id)
                .map(workspace -> Reply.ok(WorkspaceView.of(workspace)).withVersion(workspace.version()))
                .orElseGet(Reply::notFound);
    }

    /// The caller's own workspace, or, with the right on the organisation, any of its workspaces.
    private Optional<Workspace> findReachable(Caller caller, WorkspaceId id) {
        if (caller.tenant().equals(id.value())) {
            return workspaces.find(id);
        }
        return caller.allows(READ_ORG)
                ? Scope.org(caller.org()).call(() -> workspaces.findInOrg(id))
                : Optional.empty();
    }

    private Reply rename(Call call, RenameWorkspace body, Transaction transaction) {
        WorkspaceId id = id(call);
        Caller caller = call.caller();
        if (caller.tenant().equals(id.value())) {
            return answer(call, transaction, workspaces.rename(transaction, id, body.name(), call.ifMatch()));
        }
        if (!caller.allows(WRITE_ORG)) {
            return Reply.notFound();
        }
        Transaction inOrg = transaction.with(Scope.org(caller.org()));
        return answer(call, transaction, workspaces.renameInOrg(inOrg, id, body.name(), call.ifMatch()));
    }

    private Reply suspend(Call call, Transaction transaction) {
        return answer(call, transaction, workspaces.setStatus(transaction, id(call), Workspace.Status.SUSPENDED));
    }

    private Reply activate(Call call, Transaction transaction) {
        return answer(call, transaction, workspaces.setStatus(transaction, id(call), Workspace.Status.ACTIVE));
    }

    private Reply answer(Call call, Transaction transaction, Outcome outcome) {
        return switch (outcome) {
            case Outcome.Changed(Workspace before, Workspace after) -> {
                var change = new AuditLog.Change(WorkspaceView.of(before), WorkspaceView.of(after));
                Transaction inside = transaction.with(Scope.tenant(after.id().value()));
                audit.write(inside, call, after.id(), change);
                yield Reply.ok(WorkspaceView.of(after)).withVersion(after.version());
            }
            case Outcome.Unchanged(Workspace workspace) -> {
                call.markUnchanged();
                yield Reply.ok(WorkspaceView.of(workspace)).withVersion(workspace.version());
            }
            case Outcome.NotFound() -> Reply.notFound();
            case Outcome.Stale() -> Reply.versionMismatch();
            case Outcome.Refused(String reason) -> Reply.conflict(reason);
        };
    }

    private static WorkspaceId id(Call call) {
        return call.id("id", WorkspaceId::new, Prefix.WORKSPACE.text());
    }
}
