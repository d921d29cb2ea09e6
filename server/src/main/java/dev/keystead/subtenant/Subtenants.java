package dev.keystead.subtenant;

import dev.keystead.audit.Outcome;
import dev.keystead.job.Sweep;
import dev.keystead.node.Node;
import dev.keystead.node.Nodes;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The rules of subtenants.
public final class Subtenants {
    private final SubtenantStore store;
    private final Nodes nodes;
    private final Clock clock;

    public Subtenants(Database database, Nodes nodes, Clock clock) {
        this.store = new SubtenantStore(database);
        this.nodes = nodes;
        this.clock = clock;
    }

    /// What the job `retention` removes: deleted subtenants.
    public static Sweep.Expiring ended() {
        return new Sweep.Expiring("identity.subtenants", SubtenantStore.SUBTENANT_PURGE);
    }

    /// Makes the subtenant that every workspace begins with, below the node of a workspace that the same
    /// transaction makes.
    public void createDefault(Transaction transaction, Node workspace) {
        Subtenant made = CreateSubtenant.defaultOne().made(clock.instant());
        store.insertAtCommit(transaction, made);
        nodes.addUnder(transaction, workspace, Node.Kind.SUBTENANT, made.id(), made.name());
    }

    /// Makes the node of the default subtenant anew, below the node of a workspace that comes back.
    public void restoreDefault(Transaction transaction, Node workspace) {
        Subtenant kept = store.findDefault(transaction).orElseThrow();
        nodes.addUnder(transaction, workspace, Node.Kind.SUBTENANT, kept.id(), kept.name());
    }

    /// Makes a subtenant of the workspace in scope, and its node below the workspace's.
    Subtenant create(Transaction transaction, CreateSubtenant wanted) {
        Subtenant made = wanted.made(clock.instant());
        // The place first: whoever moves the workspace holds its tree, and then its row, to which the subtenant refers.
        nodes.add(transaction, Node.Kind.SUBTENANT, made.id(), made.name());
        store.insert(transaction, made);
        return made;
    }

    public Optional<Subtenant> find(SubtenantId id) {
        return store.find(id);
    }

    public List<Subtenant> list(Optional<UUID> after, int limit) {
        return store.list(after, limit);
    }

    /// Applies a change to what is stored, unless somebody else changed it since the caller read it.
    Outcome<Subtenant> change(
            Transaction transaction, SubtenantId id, Optional<Long> ifVersion, ChangeSubtenant change) {
        Optional<Subtenant> found = store.findForUpdate(transaction, id);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        Subtenant before = found.get();
        if (isStale(before, ifVersion)) {
            return new Outcome.Stale<>();
        }
        Subtenant wanted = change.over(before);
        if (wanted.equals(before)) {
            return new Outcome.Unchanged<>(before);
        }
        if (!wanted.name().equals(before.name())) {
            nodes.rename(transaction, id, wanted.name());
        }
        Subtenant after = store.update(transaction, wanted, clock.instant()).orElseThrow();
        return new Outcome.Changed<>(before, after);
    }

    /// Deletes softly: gone for everybody at once, and the slug is free again.
    Outcome<Subtenant> delete(Transaction transaction, SubtenantId id, Optional<Long> ifVersion) {
        Optional<Subtenant> found = store.findForUpdate(transaction, id);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        Subtenant subtenant = found.get();
        if (isStale(subtenant, ifVersion)) {
            return new Outcome.Stale<>();
        }
        if (subtenant.isDefault()) {
            return new Outcome.Refused<>("the default subtenant cannot be deleted");
        }
        if (!nodes.remove(transaction, id)) {
            return new Outcome.Refused<>("the subtenant's node has others below it; move or delete them first");
        }
        store.deleteGroupBindings(transaction, id);
        store.delete(transaction, id, clock.instant());
        return new Outcome.Deleted<>(subtenant);
    }

    /// Brings a deleted subtenant back, until it is removed for good: with what people hold in it, and its node
    /// directly below the workspace's. What groups held in it ended when it was deleted.
    Outcome<Subtenant> restore(Transaction transaction, SubtenantId id) {
        Optional<Subtenant> back = store.restore(transaction, id, clock.instant());
        if (back.isPresent()) {
            Subtenant subtenant = back.get();
            nodes.add(transaction, Node.Kind.SUBTENANT, id, subtenant.name());
            return new Outcome.Made<>(subtenant);
        }
        return store.findForUpdate(transaction, id)
                .<Outcome<Subtenant>>map(_ -> new Outcome.Refused<>("the subtenant is not deleted"))
                .orElseGet(Outcome.NotFound::new);
    }

    private static boolean isStale(Subtenant subtenant, Optional<Long> ifVersion) {
        return ifVersion.isPresent() && ifVersion.get() != subtenant.version();
    }
}
