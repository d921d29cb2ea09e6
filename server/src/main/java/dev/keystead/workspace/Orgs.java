package dev.keystead.workspace;

import dev.keystead.audit.Outcome;
import dev.keystead.node.Nodes;
import dev.keystead.platform.db.Words;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The rules of organisations.
public final class Orgs {
    private final OrgStore store;
    private final OrgStore everywhere;
    private final WorkspaceStore workspaceStore;
    private final Nodes nodes;
    private final Workspaces workspaces;
    private final Clock clock;

    /// @param worker sees all organisations, and changes none
    public Orgs(Database database, Database worker, Nodes nodes, Workspaces workspaces, Clock clock) {
        this.store = new OrgStore(database);
        this.everywhere = new OrgStore(worker);
        this.workspaceStore = new WorkspaceStore(database);
        this.nodes = nodes;
        this.workspaces = workspaces;
        this.clock = clock;
    }

    /// Makes an organisation and the workspace from which it is run.
    public Workspace create(Transaction transaction, String name, Workspaces.NewWorkspace home) {
        Transaction making = transaction.with(Scope.org(home.org().value()));
        store.insert(making, name, clock.instant());
        nodes.addOrg(making, home.org(), name);
        return workspaces.createHome(transaction, home);
    }

    /// The organisation in scope.
    public Optional<Org> find() {
        return store.find();
    }

    /// Renames the organisation in scope.
    public Outcome<Org> rename(Transaction transaction, String name, Optional<Long> ifVersion) {
        Optional<Org> before = store.findForUpdate(transaction);
        if (before.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        if (ifVersion.isPresent() && ifVersion.get() != before.get().version()) {
            return new Outcome.Stale<>();
        }
        if (before.get().name().equals(name)) {
            return new Outcome.Unchanged<>(before.get());
        }
        nodes.renameOrg(transaction, name);
        return new Outcome.Changed<>(before.get(), store.rename(transaction, name, clock.instant()));
    }

    /// All organisations of the installation, also those that are deleted and not yet erased.
    public List<Org> list(Optional<UUID> after, int limit) {
        return everywhere.list(after, limit);
    }

    /// The workspace from which the organisation in scope is run.
    public Optional<WorkspaceId> home(Transaction transaction) {
        return workspaceStore.findHome(transaction);
    }

    /// Suspends or activates the organisation in scope: nobody gets into any of its workspaces, or again
    /// those whom each workspace's own status lets in.
    public Outcome<Org> setStatus(Transaction transaction, Org.Status status) {
        Optional<Org> before = store.findForUpdate(transaction);
        if (before.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        if (before.get().id().equals(Reserved.SYSTEM_ORG)) {
            return new Outcome.Refused<>("the organisation that runs the installation cannot be suspended");
        }
        if (before.get().status() == status) {
            return new Outcome.Refused<>("the organisation is already " + Words.of(status));
        }
        Org after = store.setStatus(transaction, status, clock.instant());
        store.holdBack(transaction, status == Org.Status.SUSPENDED);
        transaction.afterCommit(workspaces::forgetAll);
        return new Outcome.Changed<>(before.get(), after);
    }

    /// Deletes the organisation in scope softly, with all of its workspaces: nobody gets in or sees it from
    /// now on, and everything is erased when its window is over.
    ///
    /// @param withContent whether also when it has more workspaces than the one from which it is run
    public Outcome<Org> delete(Transaction transaction, boolean withContent, Optional<Long> ifVersion) {
        Optional<Org> found = store.findForUpdate(transaction);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        Org org = found.get();
        if (ifVersion.isPresent() && ifVersion.get() != org.version()) {
            return new Outcome.Stale<>();
        }
        if (org.id().equals(Reserved.SYSTEM_ORG)) {
            return new Outcome.Refused<>("the organisation that runs the installation cannot be deleted");
        }
        if (!withContent && store.hasFurtherWorkspaces(transaction)) {
            return new Outcome.Refused<>(
                    "the organisation has further workspaces; delete them first, or say with_content=true");
        }
        store.delete(transaction, clock.instant());
        transaction.afterCommit(workspaces::forgetAll);
        return new Outcome.Deleted<>(org);
    }

    /// Brings a deleted organisation back with the workspaces that were deleted with it, all as they were,
    /// unless the erasure of one has begun.
    public Outcome<Org> restore(Transaction transaction) {
        if (store.findForUpdate(transaction).isPresent()) {
            return new Outcome.Refused<>("the organisation is not deleted");
        }
        Optional<Instant> deletedAt = store.findDeletionForUpdate(transaction);
        if (deletedAt.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        if (store.isErasing(transaction, deletedAt.get())) {
            return new Outcome.Refused<>("the erasure of the organisation has begun; it cannot come back");
        }
        Instant now = clock.instant();
        store.restoreWorkspaces(transaction, deletedAt.get(), now);
        WorkspaceId home = home(transaction).orElseThrow();
        // Nothing but suspending and activating writes this into the rows of workspaces, so that the home remembers it.
        boolean suspended = workspaceStore
                .find(transaction.with(Scope.tenant(home.value())), home)
                .orElseThrow()
                .orgSuspended();
        Org back = store.restore(transaction, suspended ? Org.Status.SUSPENDED : Org.Status.ACTIVE, now);
        transaction.afterCommit(workspaces::forgetAll);
        return new Outcome.Made<>(back);
    }
}
