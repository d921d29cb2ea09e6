package dev.keystead.workspace;

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
import dev.keystead.platform.json.Change;
import dev.keystead.platform.json.Fields;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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
    private final Answers<Workspace> answers;

    public WorkspaceRoutes(Workspaces workspaces, AuditLog audit) {
        this.workspaces = workspaces;
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
                Route.patch("/v1/workspaces/{id}", "Rename a workspace, or say where its data belongs")
                        .workspace("write:workspace")
                        .audits("workspace.update")
                        .versioned()
                        .takes(ChangeWorkspace.class)
                        .answers(Shape.of(WorkspaceView.class), this::change),
                Route.put("/v1/workspaces/{id}/plan", "Put a workspace on a plan")
                        .org("admin:org")
                        .audits("workspace.plan.update")
                        .versioned()
                        .takes(SetPlan.class)
                        .answers(Shape.of(WorkspaceView.class), this::setPlan),
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
    ///
    /// @param plan what was agreed with whoever runs it; `free` unless told
    /// @param region where its data belongs; `default` unless told
    public record CreateWorkspace(
            String slug,
            String name,
            @Nullable String plan,
            @Nullable String region) {
        public CreateWorkspace {
            var fields = new Fields();
            slug = checkedSlug(fields, slug);
            name = fields.text("name", name, 1, 200);
            plan = fields.optional(plan, value -> fields.word("plan", value));
            region = fields.optional(region, value -> fields.word("region", value));
            fields.refuseIfAny();
        }

        Workspaces.NewWorkspace wanted(WorkspaceId id, OrgId org) {
            return new Workspaces.NewWorkspace(
                    id,
                    org,
                    slug,
                    name,
                    Workspace.Kind.ORGANIZATION,
                    plan == null ? Workspace.DEFAULT_PLAN : plan,
                    region == null ? Workspace.DEFAULT_REGION : region);
        }
    }

    /// A change to a workspace: absent members stay, and so does the slug, because addresses and issuers are made of
    /// it.
    public record ChangeWorkspace(Change<String> name, Change<String> region) {
        public ChangeWorkspace {
            var fields = new Fields();
            name = fields.change(name, value -> fields.text("name", value, 1, 200));
            region = fields.change(region, value -> fields.word("region", value));
            fields.refuseIfAny();
        }

        Workspace over(Workspace workspace) {
            return workspace.with(name.over(workspace.name()), region.over(workspace.region()));
        }
    }

    /// The plan that a workspace shall be on, a word of the installation's choice.
    public record SetPlan(String plan) {
        public SetPlan {
            var fields = new Fields();
            plan = fields.word("plan", plan);
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
        Workspace made = workspaces.create(transaction, body.wanted(id, org));
        return answers.made(call, inside(transaction, id), made);
    }

    private Reply read(Call call) {
        return answers.found(workspaces.find(id(call)));
    }

    private Reply change(Call call, ChangeWorkspace body, Transaction transaction) {
        return answers.to(
                call,
                inside(transaction, id(call)),
                workspaces.change(transaction, id(call), call.ifMatch(), body::over));
    }

    private Reply setPlan(Call call, SetPlan body, Transaction transaction) {
        return answers.to(
                call,
                inside(transaction, id(call)),
                workspaces.setPlan(transaction, id(call), body.plan(), call.ifMatch()));
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
        return answers.back(call, inside(transaction, id(call)), workspaces.restore(transaction, id(call)));
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
