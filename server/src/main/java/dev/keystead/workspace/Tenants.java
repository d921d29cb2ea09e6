package dev.keystead.workspace;

import dev.keystead.audit.Outcome;
import dev.keystead.node.Nodes;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;

/// The rules of workspaces as v1 knew them. The organisation is in scope.
public final class Tenants {
    private final TenantStore store;
    private final WorkspaceStore workspaceStore;
    private final Nodes nodes;
    private final Workspaces workspaces;
    private final Clock clock;

    public Tenants(Database database, Nodes nodes, Workspaces workspaces, Clock clock) {
        this.store = new TenantStore(database);
        this.workspaceStore = new WorkspaceStore(database);
        this.nodes = nodes;
        this.workspaces = workspaces;
        this.clock = clock;
    }

    /// Makes a workspace of an organisation, with what v1 says about it beyond its name.
    Tenant create(Transaction transaction, OrgId org, String slug, String name, UnaryOperator<Tenant> described) {
        var id = WorkspaceId.make();
        workspaces.create(transaction, new Workspaces.NewWorkspace(id, org, slug, name, Workspace.Kind.ORGANIZATION));
        Tenant plain = store.find(transaction, id).orElseThrow();
        Tenant wanted = described.apply(plain);
        if (wanted.equals(plain)) {
            return plain;
        }
        store.change(transaction, wanted, plain.version(), plain.updatedAt());
        return wanted;
    }

    Optional<Tenant> find(WorkspaceId id) {
        return store.find(id);
    }

    List<Tenant> list(Optional<UUID> after, int limit) {
        return store.list(after, limit);
    }

    /// Applies a change to what is stored, unless somebody else changed it since the caller read it.
    Outcome<Tenant> change(
            Transaction transaction, WorkspaceId id, Optional<Long> ifVersion, UnaryOperator<Tenant> change) {
        Optional<Workspace> workspace = workspaceStore.findInOrgForUpdate(transaction, id);
        if (workspace.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        Tenant before = store.find(transaction, id).orElseThrow();
        if (ifVersion.isPresent() && ifVersion.get() != before.version()) {
            return new Outcome.Stale<>();
        }
        Tenant wanted = change.apply(before);
        if (wanted.equals(before)) {
            return new Outcome.Unchanged<>(before);
        }
        if (wanted.status() == Workspace.Status.SUSPENDED && workspace.get().isHome()) {
            return new Outcome.Refused<>("the workspace from which the organisation is run cannot be suspended");
        }
        store.change(transaction, wanted, before.version() + 1, clock.instant());
        if (!wanted.name().equals(before.name())) {
            nodes.rename(transaction.with(Scope.tenant(id.value())), id, wanted.name());
        }
        transaction.afterCommit(() -> workspaces.forget(id));
        return new Outcome.Changed<>(before, store.find(transaction, id).orElseThrow());
    }
}
