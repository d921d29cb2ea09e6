package dev.keystead.server;

import dev.keystead.apikey.ApiKeys;
import dev.keystead.audit.AuditLog;
import dev.keystead.member.MemberRoutes;
import dev.keystead.member.Members;
import dev.keystead.member.OwnMembershipRoutes;
import dev.keystead.node.NodeRoutes;
import dev.keystead.node.Nodes;
import dev.keystead.org.OrgRoutes;
import dev.keystead.platform.db.Storage;
import dev.keystead.platform.http.Route;
import dev.keystead.policy.LogoRoutes;
import dev.keystead.policy.Policies;
import dev.keystead.policy.PolicyRoutes;
import dev.keystead.project.ProjectRoutes;
import dev.keystead.project.Projects;
import dev.keystead.subtenant.RoleBindingRoutes;
import dev.keystead.subtenant.RoleBindings;
import dev.keystead.subtenant.SubtenantRoutes;
import dev.keystead.subtenant.Subtenants;
import dev.keystead.workspace.Orgs;
import dev.keystead.workspace.TenantRoutes;
import dev.keystead.workspace.Tenants;
import dev.keystead.workspace.WorkspaceId;
import dev.keystead.workspace.WorkspaceRoutes;
import dev.keystead.workspace.Workspaces;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;

/// Organisations, workspaces and what they are made of.
final class PlaceWiring {
    private final Nodes nodes;
    private final Subtenants subtenants;
    private final RoleBindings bindings;
    private final Projects projects;
    private final Workspaces workspaces;
    private final Tenants tenants;
    private final Orgs orgs;

    PlaceWiring(Storage storage, Clock clock) {
        this.nodes = new Nodes(storage.app(), clock);
        this.subtenants = new Subtenants(storage.app(), nodes, clock);
        this.bindings = new RoleBindings(storage.app(), clock);
        this.projects = new Projects(storage.app(), nodes, clock);
        this.workspaces = new Workspaces(storage.app(), nodes, subtenants, clock);
        this.tenants = new Tenants(storage.app(), nodes, workspaces, clock);
        this.orgs = new Orgs(storage.app(), nodes, workspaces, clock);
    }

    Workspaces workspaces() {
        return workspaces;
    }

    Orgs orgs() {
        return orgs;
    }

    List<Route> routes(Members members, ApiKeys keys, Policies policies, AuditLog audit) {
        return Stream.of(
                        new OrgRoutes(orgs, members, keys, audit).routes(),
                        new WorkspaceRoutes(workspaces, audit).routes(),
                        new TenantRoutes(tenants, audit).routes(),
                        new PolicyRoutes(policies, audit, WorkspaceId::new).routes(),
                        new LogoRoutes(
                                        policies,
                                        audit,
                                        WorkspaceId::new,
                                        slug -> workspaces.bySlug(slug).map(WorkspaceId::value))
                                .routes(),
                        new MemberRoutes(members, audit).routes(),
                        new OwnMembershipRoutes(members, workspaces, audit).routes(),
                        new SubtenantRoutes(subtenants, bindings, audit).routes(),
                        new RoleBindingRoutes(bindings, audit).routes(),
                        new ProjectRoutes(projects, audit).routes(),
                        new NodeRoutes(nodes, audit).routes())
                .flatMap(List::stream)
                .toList();
    }
}
