package dev.keystead.org;

import dev.keystead.audit.Answers;
import dev.keystead.audit.AuditLog;
import dev.keystead.audit.Outcome;
import dev.keystead.directory.UserId;
import dev.keystead.member.Members;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Caller;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Fields;
import dev.keystead.policy.Policies;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.OrgId;
import dev.keystead.workspace.Workspace;
import dev.keystead.workspace.WorkspaceId;
import dev.keystead.workspace.WorkspaceRoutes;
import dev.keystead.workspace.WorkspaceView;
import dev.keystead.workspace.Workspaces;
import java.util.List;
import java.util.Optional;

/// Workspaces that are given to another organisation, over HTTP: by an operator, or by somebody who
/// administers both.
public final class MoveRoutes {
    private static final AccessScope OPERATOR = AccessScope.of("admin:system");
    private static final AccessScope ADMINISTRATOR = AccessScope.of("admin:org");

    private final Workspaces workspaces;
    private final Members members;
    private final Policies policies;
    private final Answers<Workspace> answers;

    public MoveRoutes(Workspaces workspaces, Members members, Policies policies, AuditLog audit) {
        this.workspaces = workspaces;
        this.members = members;
        this.policies = policies;
        this.answers = new Answers<>(
                audit,
                new Answers.Kind<>(
                        Workspace::id,
                        Workspace::version,
                        WorkspaceView::of,
                        workspace -> "/v1/workspaces/" + workspace.id().text()));
    }

    public List<Route> routes() {
        return List.of(Route.post("/v1/workspaces/{id}:move", "Give a workspace to another organisation; its id stays")
                .org("admin:org")
                .audits("workspace.move")
                .takes(MoveWorkspace.class)
                .prepares(200, Shape.of(WorkspaceView.class), this::prepare));
    }

    /// Where a workspace shall be.
    public record MoveWorkspace(String orgId) {
        public MoveWorkspace {
            var fields = new Fields();
            fields.refuseIf(Prefix.ORG.parse(orgId, OrgId::new).isEmpty(), "org_id", "must be an organisation's id");
            fields.refuseIfAny();
        }

        OrgId org() {
            return Prefix.ORG.parse(orgId, OrgId::new).orElseThrow();
        }
    }

    /// Who may is known before the transaction: roles and homes may have to be read.
    private Work.ChangingBare prepare(Call call, MoveWorkspace body) {
        Caller caller = call.caller();
        boolean operator = caller.allows(OPERATOR);
        WorkspaceId id = call.id("id", WorkspaceId::new, Prefix.WORKSPACE.text());
        if (operator) {
            return (_, transaction) -> move(call, transaction, id, Optional.empty(), body.org());
        }
        var own = new OrgId(caller.org());
        if (workspaces.standing(id).filter(found -> found.org().equals(own)).isEmpty()) {
            throw Refusal.notFound();
        }
        if (!administers(caller, body.org())) {
            throw BadInput.member("org_id", "must be the id of an organisation that you administer");
        }
        return (_, transaction) -> move(call, transaction, id, Optional.of(own), body.org());
    }

    /// Whether the caller's role in the home of an organisation is one that administers it. That the
    /// credential carries the right was seen at the entrance.
    private boolean administers(Caller caller, OrgId org) {
        return caller.user()
                .flatMap(user -> workspaces
                        .standingHome(org)
                        .filter(Workspace::isActive)
                        .flatMap(home -> members.roleOf(home.id(), new UserId(user))
                                .filter(role ->
                                        role.rightsIn(home).stream().anyMatch(right -> right.covers(ADMINISTRATOR)))))
                .isPresent();
    }

    private Reply move(Call call, Transaction transaction, WorkspaceId id, Optional<OrgId> from, OrgId target) {
        Transaction inside = WorkspaceRoutes.inside(transaction, id);
        Outcome<Workspace> outcome = workspaces.move(inside, id, from, target);
        if (outcome instanceof Outcome.Changed) {
            policies.moved(inside);
        }
        return answers.to(call, inside, outcome);
    }
}
