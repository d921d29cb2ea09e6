package dev.keystead.workspace;

import dev.keystead.audit.Outcome;
import dev.keystead.node.Nodes;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.util.Optional;

/// The rules of organisations.
public final class Orgs {
    private final OrgStore store;
    private final Nodes nodes;
    private final Workspaces workspaces;
    private final Clock clock;

    public Orgs(Database database, Nodes nodes, Workspaces workspaces, Clock clock) {
        this.store = new OrgStore(database);
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
}
