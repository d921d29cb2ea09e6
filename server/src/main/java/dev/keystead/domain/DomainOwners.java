package dev.keystead.domain;

import dev.keystead.platform.cache.SharedCache;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopedKey;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.Reserved;
import dev.keystead.workspace.WorkspaceId;
import dev.keystead.workspace.Workspaces;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/// Which workspace a proven domain belongs to.
///
/// Answers from memory, as it was at most a second ago. What is not in memory is read on a connection of its
/// own: ask before a transaction is opened, not inside it. That a domain has no owner is remembered too, and
/// no more of both than fits, so that made-up hosts neither reach the database each time nor fill the memory.
public final class DomainOwners {
    private static final Duration KNOWN_FOR = Duration.ofMinutes(10);
    private static final int MOST_KNOWN = 50_000;
    private static final Scope EVERYWHERE = Scope.tenant(Reserved.SYSTEM_WORKSPACE.value());

    private final OwnerStore store;
    private final Workspaces workspaces;
    private final SharedCache<Optional<Owner>> known;

    public DomainOwners(Database database, SharedCaches caches, Workspaces workspaces) {
        this.store = new OwnerStore(database);
        this.workspaces = workspaces;
        this.known = caches.make(KNOWN_FOR, MOST_KNOWN);
    }

    /// A workspace that has proven a domain.
    ///
    /// @param slug which never changes
    /// @param serves whether the workspace is found under this very name
    public record Owner(WorkspaceId workspace, String slug, boolean serves) {}

    /// The owner of exactly this domain, not of one above it.
    public Optional<Owner> find(DomainName domain) {
        return known.read(key(domain), () -> read(domain));
    }

    /// The slug of the workspace that is found under a host of its own.
    ///
    /// @param host in lower case, as a request named it
    public Optional<String> servedAt(String host) {
        return DomainName.canonical(host)
                .flatMap(this::find)
                .filter(Owner::serves)
                .map(Owner::slug);
    }

    private Optional<Owner> read(DomainName domain) {
        return store.find(domain)
                .flatMap(holder -> workspaces
                        .standing(holder.workspace())
                        .map(workspace -> new Owner(workspace.id(), workspace.slug(), holder.serves())));
    }

    /// Who owns it now, in this transaction.
    Optional<WorkspaceId> owner(Transaction transaction, DomainName domain) {
        return store.find(transaction, domain).map(OwnerStore.Holder::workspace);
    }

    /// Whether it is the workspace's from now on; false when another one was first.
    boolean take(Transaction transaction, DomainName domain, WorkspaceId workspace) {
        boolean taken = store.take(transaction, domain, workspace);
        if (taken) {
            changed(transaction, domain);
        }
        return taken;
    }

    void serve(Transaction transaction, DomainName domain, WorkspaceId workspace, boolean serves) {
        store.serve(transaction, domain, workspace, serves);
        changed(transaction, domain);
    }

    /// Whether the owners are to be told that somebody else proved it too.
    boolean contest(Transaction transaction, DomainName domain, WorkspaceId owner, Instant now, Instant unlessSince) {
        return store.contest(transaction, domain, owner, now, unlessSince);
    }

    void release(Transaction transaction, DomainName domain, WorkspaceId workspace) {
        store.release(transaction, domain, workspace);
        changed(transaction, domain);
    }

    private void changed(Transaction transaction, DomainName domain) {
        known.changed(transaction, key(domain));
    }

    /// The register belongs to the installation. Labels are short enough to be parts of a key, whole names are
    /// not.
    private static String key(DomainName domain) {
        String[] parts =
                Stream.concat(Stream.of("owner"), domain.labels().stream()).toArray(String[]::new);
        return ScopedKey.cache("domain", Axis.TENANT, EVERYWHERE, parts);
    }
}
