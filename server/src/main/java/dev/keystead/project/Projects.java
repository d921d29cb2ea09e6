package dev.keystead.project;

import dev.keystead.audit.Outcome;
import dev.keystead.job.Sweep;
import dev.keystead.node.Node;
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
import java.util.function.UnaryOperator;

/// The rules of projects.
public final class Projects {
    private final ProjectStore store;
    private final Nodes nodes;
    private final Clock clock;

    public Projects(Database database, Nodes nodes, Clock clock) {
        this.store = new ProjectStore(database);
        this.nodes = nodes;
        this.clock = clock;
    }

    /// What the job `retention` removes: deleted projects.
    public static Sweep.Expiring ended() {
        return new Sweep.Expiring("identity.projects", ProjectStore.PROJECT_PURGE);
    }

    /// Makes a project of the workspace in scope, and its node below the workspace's.
    public Project create(Transaction transaction, String slug, String name, Optional<String> description) {
        Instant now = clock.instant();
        var project = new Project(ProjectId.make(), slug, name, description, Project.Status.ACTIVE, 1, now, now);
        // The place first: whoever moves the workspace holds its tree, and then its row, to which the project refers.
        nodes.add(transaction, Node.Kind.PROJECT, project.id(), name);
        store.insert(transaction, project);
        return project;
    }

    /// A project of the workspace in scope. Binds the project itself.
    public Optional<Project> find(ProjectId id) {
        return Scope.current().and(Scope.project(id.value())).call(() -> store.find(id));
    }

    public List<Project> list(Optional<UUID> after, int limit) {
        return store.list(after, limit);
    }

    /// Applies a change to what is stored, unless somebody else changed it since the caller read it.
    public Outcome<Project> change(
            Transaction transaction, ProjectId id, Optional<Long> ifVersion, UnaryOperator<Project> change) {
        Transaction inside = within(transaction, id);
        Optional<Project> found = store.findForUpdate(inside, id);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        Project before = found.get();
        if (isStale(before, ifVersion)) {
            return new Outcome.Stale<>();
        }
        Project wanted = change.apply(before);
        if (wanted.equals(before)) {
            return new Outcome.Unchanged<>(before);
        }
        if (before.status() == Project.Status.ARCHIVED) {
            return new Outcome.Refused<>("the project is archived; restore it before you change it");
        }
        if (!wanted.name().equals(before.name())) {
            nodes.rename(transaction, id, wanted.name());
        }
        return save(inside, before, wanted);
    }

    /// Puts a project away: it is kept and not changed until it is restored.
    public Outcome<Project> archive(Transaction transaction, ProjectId id) {
        return move(transaction, id, Project.Status.ACTIVE, Project.Status.ARCHIVED);
    }

    /// Takes a project out of the archive, or brings a deleted one back as it was until it is removed for good; its
    /// node is then directly below the workspace's.
    public Outcome<Project> restore(Transaction transaction, ProjectId id) {
        Optional<Project> back = store.restore(within(transaction, id), id, clock.instant());
        if (back.isPresent()) {
            nodes.add(transaction, Node.Kind.PROJECT, id, back.get().name());
            return new Outcome.Made<>(back.get());
        }
        return move(transaction, id, Project.Status.ARCHIVED, Project.Status.ACTIVE);
    }

    private Outcome<Project> move(Transaction transaction, ProjectId id, Project.Status from, Project.Status to) {
        Transaction inside = within(transaction, id);
        Optional<Project> found = store.findForUpdate(inside, id);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        Project before = found.get();
        return before.status() == from
                ? save(inside, before, before.withStatus(to))
                : new Outcome.Refused<>("the project is " + Words.of(before.status()) + ", not " + Words.of(from));
    }

    private Outcome<Project> save(Transaction inside, Project before, Project wanted) {
        Project after = store.update(inside, wanted, clock.instant()).orElseThrow();
        return new Outcome.Changed<>(before, after);
    }

    /// Deletes softly: gone for everybody at once, and the slug is free again.
    public Outcome<Project> delete(Transaction transaction, ProjectId id, Optional<Long> ifVersion) {
        Transaction inside = within(transaction, id);
        Optional<Project> found = store.findForUpdate(inside, id);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        if (isStale(found.get(), ifVersion)) {
            return new Outcome.Stale<>();
        }
        if (!nodes.remove(transaction, id)) {
            return new Outcome.Refused<>("the project's node has others below it; move or delete them first");
        }
        store.delete(inside, id, clock.instant());
        return new Outcome.Deleted<>(found.get());
    }

    private static boolean isStale(Project project, Optional<Long> ifVersion) {
        return ifVersion.isPresent() && ifVersion.get() != project.version();
    }

    private static Transaction within(Transaction transaction, ProjectId id) {
        return transaction.with(Scope.project(id.value()));
    }
}
