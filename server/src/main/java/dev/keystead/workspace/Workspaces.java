package dev.keystead.workspace;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.keystead.audit.Outcome;
import dev.keystead.node.Node;
import dev.keystead.node.Nodes;
import dev.keystead.subtenant.Subtenants;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopedKey;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The rules of workspaces.
public final class Workspaces {
    /// Short enough that a suspension is honoured on every node within a second without telling the others.
    private static final Duration STANDING_AGE = Duration.ofMillis(800);

    private final WorkspaceStore store;
    private final Nodes nodes;
    private final Subtenants subtenants;
    private final Clock clock;
    private final Cache<String, Optional<Workspace>> standings = Caffeine.newBuilder()
            .expireAfterWrite(STANDING_AGE)
            .maximumSize(50_000)
            .build();
    // An organisation's home never moves.
    private final Cache<OrgId, WorkspaceId> homes =
            Caffeine.newBuilder().maximumSize(50_000).build();
    // A slug never changes hands, so only its absence may grow stale.
    private final Cache<String, WorkspaceId> slugs =
            Caffeine.newBuilder().maximumSize(50_000).build();

    public Workspaces(Database database, Nodes nodes, Subtenants subtenants, Clock clock) {
        this.store = new WorkspaceStore(database);
        this.nodes = nodes;
        this.subtenants = subtenants;
        this.clock = clock;
    }

    /// What a new workspace shall be.
    public record NewWorkspace(WorkspaceId id, OrgId org, String slug, String name, Workspace.Kind kind) {}

    /// Makes a further workspace of an organisation.
    public Workspace create(Transaction transaction, NewWorkspace wanted) {
        return create(transaction, wanted, false);
    }

    /// Makes the workspace from which a new organisation is run.
    public Workspace createHome(Transaction transaction, NewWorkspace wanted) {
        return create(transaction, wanted, true);
    }

    private Workspace create(Transaction transaction, NewWorkspace wanted, boolean home) {
        Instant now = clock.instant();
        var workspace = new Workspace(
                wanted.id(),
                wanted.org(),
                wanted.slug(),
                wanted.name(),
                home,
                wanted.kind(),
                Workspace.Status.ACTIVE,
                1,
                now,
                now);
        Scope inside =
                Scope.org(wanted.org().value()).and(Scope.tenant(wanted.id().value()));
        Transaction making = transaction.with(inside);
        store.insert(making, workspace);
        Node node = nodes.addWorkspace(making, wanted.id(), wanted.name());
        subtenants.createDefault(making, node);
        return workspace;
    }

    /// The workspace in the tenant scope that is bound.
    public Optional<Workspace> find(WorkspaceId id) {
        return store.find(id);
    }

    /// The same inside a transaction, so that no second connection is needed.
    public Optional<Workspace> find(Transaction transaction, WorkspaceId id) {
        return store.find(transaction, id);
    }

    public List<Workspace> list(Optional<UUID> after, int limit) {
        return store.list(after, limit);
    }

    /// Renames the workspace in scope.
    public Outcome<Workspace> rename(Transaction transaction, WorkspaceId id, String name, Optional<Long> ifVersion) {
        Optional<Workspace> found = store.findForUpdate(transaction, id);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        Workspace before = found.get();
        if (ifVersion.isPresent() && ifVersion.get() != before.version()) {
            return new Outcome.Stale<>();
        }
        if (before.name().equals(name)) {
            return new Outcome.Unchanged<>(before);
        }
        Workspace after = store.rename(transaction, id, name, clock.instant()).orElseThrow();
        nodes.rename(transaction, id, name);
        transaction.afterCommit(() -> forget(id));
        return new Outcome.Changed<>(before, after);
    }

    /// Says what v1 shows as the domain of the workspace in scope.
    public void showDomain(Transaction transaction, WorkspaceId id, Optional<String> domain) {
        store.showDomain(transaction, id, domain, clock.instant());
        transaction.afterCommit(() -> forget(id));
    }

    /// Suspends or activates a workspace of the organisation in scope.
    public Outcome<Workspace> setStatus(Transaction transaction, WorkspaceId id, Workspace.Status status) {
        Optional<Workspace> before = store.findInOrgForUpdate(transaction, id);
        if (before.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        if (before.get().kind() == Workspace.Kind.SYSTEM) {
            return new Outcome.Refused<>("the system workspace cannot be suspended");
        }
        if (before.get().isHome()) {
            return new Outcome.Refused<>("the workspace from which the organisation is run cannot be suspended");
        }
        if (before.get().status() == status) {
            return new Outcome.Refused<>(
                    "the workspace is already " + (status == Workspace.Status.ACTIVE ? "active" : "suspended"));
        }
        Workspace after =
                store.setStatus(transaction, id, status, clock.instant()).orElseThrow();
        transaction.afterCommit(() -> forget(id));
        return new Outcome.Changed<>(before.get(), after);
    }

    /// Deletes a workspace of the organisation in scope softly: nobody gets in or sees it from now on.
    public Outcome<Workspace> delete(Transaction transaction, WorkspaceId id, Optional<Long> ifVersion) {
        Optional<Workspace> found = store.findInOrgForUpdate(transaction, id);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        Workspace workspace = found.get();
        if (ifVersion.isPresent() && ifVersion.get() != workspace.version()) {
            return new Outcome.Stale<>();
        }
        if (workspace.isHome()) {
            return new Outcome.Refused<>("the workspace from which the organisation is run cannot be deleted");
        }
        if (!nodes.removeWorkspace(transaction.with(Scope.tenant(id.value())))) {
            return new Outcome.Refused<>("the workspace has projects, subtenants or units; delete them first");
        }
        store.delete(transaction, id, clock.instant());
        transaction.afterCommit(() -> forget(id));
        return new Outcome.Deleted<>(workspace);
    }

    /// The workspace as it was at most a second ago, for deciding who gets in. Binds its scope itself.
    public Optional<Workspace> standing(WorkspaceId id) {
        Scope scope = Scope.tenant(id.value());
        return standings.get(key(id), _ -> scope.call(() -> store.find(id)));
    }

    /// The workspace from which an organisation is run, as it was at most a second ago. Binds its scope itself.
    public Workspace standingHome(OrgId org) {
        Scope scope = Scope.org(org.value());
        WorkspaceId home = homes.get(org, _ -> scope.call(store::findHome).orElseThrow());
        return standing(home).orElseThrow();
    }

    /// The workspace that an address means.
    public Optional<WorkspaceId> bySlug(String slug) {
        WorkspaceId known = slugs.getIfPresent(slug);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<WorkspaceId> found = store.findSlug(slug);
        found.ifPresent(id -> slugs.put(slug, id));
        return found;
    }

    void forget(WorkspaceId id) {
        standings.invalidate(key(id));
    }

    private static String key(WorkspaceId id) {
        return ScopedKey.cache("workspace", Axis.TENANT, Scope.tenant(id.value()), "standing");
    }
}
