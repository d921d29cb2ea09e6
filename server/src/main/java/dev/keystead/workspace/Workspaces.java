package dev.keystead.workspace;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
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
    private final Clock clock;
    private final Cache<String, Optional<Workspace>> standings = Caffeine.newBuilder()
            .expireAfterWrite(STANDING_AGE)
            .maximumSize(50_000)
            .build();
    // A slug never changes hands, so only its absence may grow stale.
    private final Cache<String, WorkspaceId> slugs =
            Caffeine.newBuilder().maximumSize(50_000).build();

    public Workspaces(Database database, Clock clock) {
        this.store = new WorkspaceStore(database);
        this.clock = clock;
    }

    /// What became of a change.
    public sealed interface Outcome {
        record Changed(Workspace before, Workspace after) implements Outcome {}

        /// The workspace was already as wished.
        record Unchanged(Workspace workspace) implements Outcome {}

        record NotFound() implements Outcome {}

        /// The workspace's version is not the one that the caller had read.
        record Stale() implements Outcome {}

        /// The rules do not allow it, for a reason that the caller may know.
        record Refused(String reason) implements Outcome {}
    }

    /// Makes an organisation and nothing in it.
    public void createOrg(Transaction transaction, String name) {
        store.insertOrg(transaction, name, clock.instant());
    }

    /// Makes a workspace of the organisation in scope.
    public Workspace create(
            Transaction transaction, WorkspaceId id, OrgId org, String slug, String name, Workspace.Kind kind) {
        Instant now = clock.instant();
        var workspace = new Workspace(id, org, slug, name, kind, Workspace.Status.ACTIVE, 1, now, now);
        store.insert(transaction.with(Scope.org(org.value())), workspace);
        return workspace;
    }

    /// The workspace in the tenant scope that is bound.
    public Optional<Workspace> find(WorkspaceId id) {
        return store.find(id);
    }

    /// A workspace of the organisation in scope.
    public Optional<Workspace> findInOrg(WorkspaceId id) {
        return store.findInOrg(id);
    }

    public List<Workspace> list(Optional<UUID> after, int limit) {
        return store.list(after, limit);
    }

    /// Renames the workspace in scope.
    public Outcome rename(Transaction transaction, WorkspaceId id, String name, Optional<Long> ifVersion) {
        return rename(transaction, store.findForUpdate(transaction, id), name, ifVersion);
    }

    /// Renames a workspace of the organisation in scope.
    public Outcome renameInOrg(Transaction transaction, WorkspaceId id, String name, Optional<Long> ifVersion) {
        return rename(transaction, store.findInOrgForUpdate(transaction, id), name, ifVersion);
    }

    private Outcome rename(Transaction transaction, Optional<Workspace> found, String name, Optional<Long> ifVersion) {
        if (found.isEmpty()) {
            return new Outcome.NotFound();
        }
        Workspace before = found.get();
        if (ifVersion.isPresent() && ifVersion.get() != before.version()) {
            return new Outcome.Stale();
        }
        if (before.name().equals(name)) {
            return new Outcome.Unchanged(before);
        }
        Transaction inside = transaction.with(Scope.tenant(before.id().value()));
        Workspace after =
                store.rename(inside, before.id(), name, clock.instant()).orElseThrow();
        forget(before.id());
        return new Outcome.Changed(before, after);
    }

    /// Suspends or activates a workspace of the organisation in scope.
    public Outcome setStatus(Transaction transaction, WorkspaceId id, Workspace.Status status) {
        Optional<Workspace> before = store.findInOrgForUpdate(transaction, id);
        if (before.isEmpty()) {
            return new Outcome.NotFound();
        }
        if (before.get().kind() == Workspace.Kind.SYSTEM) {
            return new Outcome.Refused("the system workspace cannot be suspended");
        }
        if (before.get().status() == status) {
            return new Outcome.Refused(
                    "the workspace is already " + (status == Workspace.Status.ACTIVE ? "active" : "suspended"));
        }
        Workspace after =
                store.setStatus(transaction, id, status, clock.instant()).orElseThrow();
        forget(id);
        return new Outcome.Changed(before.get(), after);
    }

    /// The workspace as it was at most a second ago, for deciding who gets in. Binds its scope itself.
    public Optional<Workspace> standing(WorkspaceId id) {
        Scope scope = Scope.tenant(id.value());
        return standings.get(key(id), _ -> scope.call(() -> store.find(id)));
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

    private void forget(WorkspaceId id) {
        standings.invalidate(key(id));
    }

    private static String key(WorkspaceId id) {
        return ScopedKey.cache("workspace", Axis.TENANT, Scope.tenant(id.value()), "standing");
    }
}
