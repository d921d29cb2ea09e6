package dev.keystead.workspace;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.keystead.audit.Outcome;
import dev.keystead.node.Node;
import dev.keystead.node.Nodes;
import dev.keystead.platform.http.Refusal;
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
import java.util.function.UnaryOperator;

/// The rules of workspaces.
public final class Workspaces {
    /// Short enough that a suspension is honoured on every node within a second without telling the others.
    private static final Duration STANDING_AGE = Duration.ofMillis(800);

    private final WorkspaceStore store;
    private final OrgStore orgs;
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
        this.orgs = new OrgStore(database);
        this.nodes = nodes;
        this.subtenants = subtenants;
        this.clock = clock;
    }

    /// What a new workspace shall be.
    public record NewWorkspace(
            WorkspaceId id, OrgId org, String slug, String name, Workspace.Kind kind, String plan, String region) {
        /// One for which nobody chose a plan or a region.
        public NewWorkspace(WorkspaceId id, OrgId org, String slug, String name, Workspace.Kind kind) {
            this(id, org, slug, name, kind, Workspace.DEFAULT_PLAN, Workspace.DEFAULT_REGION);
        }
    }

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
        Scope inside =
                Scope.org(wanted.org().value()).and(Scope.tenant(wanted.id().value()));
        Transaction making = transaction.with(inside);
        // Who suspends the organisation at this moment either waits for the new workspace or is waited for.
        Org org = orgs.hold(making).orElseThrow(Refusal::notFound);
        var workspace = new Workspace(
                wanted.id(),
                wanted.org(),
                wanted.slug(),
                wanted.name(),
                home,
                wanted.kind(),
                wanted.plan(),
                wanted.region(),
                Workspace.Status.ACTIVE,
                org.status() == Org.Status.SUSPENDED,
                1,
                now,
                now);
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

    /// The organisation of a workspace as it is now, also of a deleted one. Binds its scope itself.
    public Optional<OrgId> orgOf(WorkspaceId id) {
        return Scope.tenant(id.value()).call(() -> store.findOrg(id));
    }

    public List<Workspace> list(Optional<UUID> after, int limit) {
        return store.list(after, limit);
    }

    /// Changes name and region of the workspace in scope.
    Outcome<Workspace> change(
            Transaction transaction, WorkspaceId id, Optional<Long> ifVersion, UnaryOperator<Workspace> change) {
        Optional<Workspace> found = store.findForUpdate(transaction, id);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        Workspace before = found.get();
        if (ifVersion.isPresent() && ifVersion.get() != before.version()) {
            return new Outcome.Stale<>();
        }
        Workspace wanted = change.apply(before);
        if (wanted.equals(before)) {
            return new Outcome.Unchanged<>(before);
        }
        Workspace after = store.change(transaction, wanted, clock.instant()).orElseThrow();
        if (!after.name().equals(before.name())) {
            nodes.rename(transaction, id, after.name());
        }
        transaction.afterCommit(() -> forget(id));
        return new Outcome.Changed<>(before, after);
    }

    /// Puts a workspace of the organisation in scope on another plan.
    Outcome<Workspace> setPlan(Transaction transaction, WorkspaceId id, String plan, Optional<Long> ifVersion) {
        Optional<Workspace> found = store.findInOrgForUpdate(transaction, id);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        Workspace before = found.get();
        if (ifVersion.isPresent() && ifVersion.get() != before.version()) {
            return new Outcome.Stale<>();
        }
        if (before.plan().equals(plan)) {
            return new Outcome.Unchanged<>(before);
        }
        Workspace after = store.setPlan(transaction, id, plan, clock.instant()).orElseThrow();
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
    ///
    /// @param withContent whether also when something is left in it, which then goes and comes back with it
    public Outcome<Workspace> delete(
            Transaction transaction, WorkspaceId id, boolean withContent, Optional<Long> ifVersion) {
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
        if (!withContent && !nodes.isAsItBegan(transaction.with(Scope.tenant(id.value())))) {
            return new Outcome.Refused<>("the workspace has projects, subtenants or units; delete them first");
        }
        store.delete(transaction, id, clock.instant());
        transaction.afterCommit(() -> forget(id));
        return new Outcome.Deleted<>(workspace);
    }

    /// Brings a deleted workspace of the organisation in scope back, as it was, unless its erasure has begun.
    public Outcome<Workspace> restore(Transaction transaction, WorkspaceId id) {
        Optional<Org> org = orgs.hold(transaction);
        Optional<WorkspaceStore.Gone> gone = store.findGoneForUpdate(transaction, id);
        if (org.isEmpty() || gone.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        if (!gone.get().deleted()) {
            return new Outcome.Refused<>("the workspace is not deleted");
        }
        if (gone.get().erasing()) {
            return new Outcome.Refused<>("the erasure of the workspace has begun; it cannot come back");
        }
        boolean suspended = org.get().status() == Org.Status.SUSPENDED;
        Workspace workspace =
                store.restore(transaction, id, suspended, clock.instant()).orElseThrow();
        Transaction inside = transaction.with(Scope.tenant(id.value()));
        nodes.restoreWorkspace(inside, id, workspace.name()).ifPresent(node -> subtenants.restoreDefault(inside, node));
        transaction.afterCommit(() -> forget(id));
        return new Outcome.Made<>(workspace);
    }

    /// Gives the workspace in scope to another organisation, with all that stands under it. Its id and its
    /// addresses stay.
    ///
    /// @param from the organisation that must have it, unless an operator moves it
    public Outcome<Workspace> move(Transaction transaction, WorkspaceId id, Optional<OrgId> from, OrgId target) {
        Optional<Workspace> found = store.findForUpdate(transaction, id);
        if (found.isEmpty()
                || !from.orElse(found.get().org()).equals(found.get().org())) {
            return new Outcome.NotFound<>();
        }
        Workspace before = found.get();
        if (before.org().equals(target)) {
            return new Outcome.Unchanged<>(before);
        }
        if (before.kind() == Workspace.Kind.SYSTEM || before.isHome()) {
            return new Outcome.Refused<>("the workspace from which an organisation is run cannot move");
        }
        Transaction giving = transaction.with(Scope.org(target.value()));
        if (orgs.hold(giving).isEmpty()) {
            return new Outcome.Wrong<>("org_id", "must be the id of an organisation that you administer");
        }
        store.move(giving, id);
        transaction.afterCommit(() -> forget(id));
        return new Outcome.Changed<>(before, store.find(transaction, id).orElseThrow());
    }

    /// The workspace as it was at most a second ago, for deciding who gets in. Binds its scope itself.
    public Optional<Workspace> standing(WorkspaceId id) {
        Scope scope = Scope.tenant(id.value());
        return standings.get(key(id), _ -> scope.call(() -> store.find(id)));
    }

    /// The workspace from which an organisation is run, as it was at most a second ago; nothing for one that
    /// was deleted. Binds its scope itself.
    public Optional<Workspace> standingHome(OrgId org) {
        WorkspaceId known = homes.getIfPresent(org);
        if (known != null) {
            return standing(known);
        }
        Optional<WorkspaceId> found = Scope.org(org.value()).call(store::findHome);
        found.ifPresent(home -> homes.put(org, home));
        return found.flatMap(this::standing);
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

    /// For what happens to an organisation, and so to all of its workspaces.
    void forgetAll() {
        standings.invalidateAll();
    }

    private static String key(WorkspaceId id) {
        return ScopedKey.cache("workspace", Axis.TENANT, Scope.tenant(id.value()), "standing");
    }
}
