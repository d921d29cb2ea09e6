package dev.keystead.server;

import dev.keystead.apikey.ApiKeys;
import dev.keystead.audit.AuditLog;
import dev.keystead.member.MemberRoutes;
import dev.keystead.member.Members;
import dev.keystead.member.OwnMembershipRoutes;
import dev.keystead.member.OwnersMail;
import dev.keystead.member.OwnershipRoutes;
import dev.keystead.node.NodeRoutes;
import dev.keystead.node.Nodes;
import dev.keystead.org.MoveRoutes;
import dev.keystead.org.OrgRoutes;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.platform.db.Storage;
import dev.keystead.platform.http.Route;
import dev.keystead.policy.LogoRoutes;
import dev.keystead.policy.OrgPolicies;
import dev.keystead.policy.OrgPolicyRoutes;
import dev.keystead.policy.Policies;
import dev.keystead.policy.PolicyRoutes;
import dev.keystead.project.ProjectRoutes;
import dev.keystead.project.Projects;
import dev.keystead.subtenant.GroupBindingRoutes;
import dev.keystead.subtenant.GroupBindings;
import dev.keystead.subtenant.RoleBindingRoutes;
import dev.keystead.subtenant.RoleBindings;
import dev.keystead.subtenant.SubtenantRoutes;
import dev.keystead.subtenant.Subtenants;
import dev.keystead.workspace.KeptSettings;
import dev.keystead.workspace.OrgId;
import dev.keystead.workspace.Orgs;
import dev.keystead.workspace.SettingsRoutes;
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
    private final KeptSettings settings;
    private final OrgPolicies orgPolicies;
    private final Policies policies;

    PlaceWiring(Storage storage, SharedCaches caches, Clock clock) {
        this.nodes = new Nodes(storage.app(), caches, clock);
        this.subtenants = new Subtenants(storage.app(), nodes, clock);
        this.bindings = new RoleBindings(storage.app(), clock);
        this.projects = new Projects(storage.app(), nodes, clock);
        this.workspaces = new Workspaces(storage.app(), nodes, subtenants, clock);
        this.tenants = new Tenants(storage.app(), nodes, workspaces, clock);
        this.orgs = new Orgs(storage.app(), storage.worker(), nodes, workspaces, clock);
        this.settings = new KeptSettings(storage.app(), clock);
        this.orgPolicies = new OrgPolicies(storage.app(), caches, clock);
        this.policies = new Policies(
                storage.app(),
                caches,
                orgPolicies,
                tenant -> workspaces.orgOf(new WorkspaceId(tenant)).map(OrgId::value),
                clock);
    }

    Nodes nodes() {
        return nodes;
    }

    Workspaces workspaces() {
        return workspaces;
    }

    Orgs orgs() {
        return orgs;
    }

    Policies policies() {
        return policies;
    }

    /// What the routes stand on beside the places themselves.
    ///
    /// @param ownersMail tells people whose a workspace is
    record Ground(
            Storage storage,
            Members members,
            GroupBindings groupBindings,
            ApiKeys keys,
            OwnersMail ownersMail,
            AuditLog audit) {}

    List<Route> routes(Ground ground) {
        Members members = ground.members();
        AuditLog audit = ground.audit();
        return Stream.of(
                        new OrgRoutes(orgs, members, ground.keys(), audit).routes(),
                        new WorkspaceRoutes(workspaces, audit).routes(),
                        new MoveRoutes(workspaces, members, policies, audit).routes(),
                        new OwnershipRoutes(members, ground.storage().app(), ground.ownersMail(), audit).routes(),
                        new SettingsRoutes(settings, audit).routes(),
                        new TenantRoutes(tenants, audit).routes(),
                        new PolicyRoutes(policies, audit, WorkspaceId::new).routes(),
                        new OrgPolicyRoutes(orgPolicies, audit, OrgId::new).routes(),
                        new LogoRoutes(
                                        policies,
                                        orgPolicies,
                                        audit,
                                        new LogoRoutes.Names(WorkspaceId::new, OrgId::new),
                                        slug -> workspaces.bySlug(slug).map(WorkspaceId::value))
                                .routes(),
                        new MemberRoutes(members, audit).routes(),
                        new OwnMembershipRoutes(members, workspaces, audit).routes(),
                        new SubtenantRoutes(subtenants, bindings, audit).routes(),
                        new RoleBindingRoutes(bindings, audit).routes(),
                        new GroupBindingRoutes(ground.groupBindings(), bindings, audit).routes(),
                        new ProjectRoutes(projects, audit).routes(),
                        new NodeRoutes(nodes, audit).routes())
                .flatMap(List::stream)
                .toList();
    }
}
