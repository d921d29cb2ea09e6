package dev.keystead.role;

import dev.keystead.directory.UserId;
import dev.keystead.group.GroupId;
import dev.keystead.group.Groups;
import dev.keystead.platform.cache.SharedCache;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopedKey;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.WorkspaceId;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What people may do by the roles that they hold beside their role as a member, kept in memory workspace by
/// workspace: one where nobody holds any costs nothing more.
public final class HeldRights {
    private static final Duration KNOWN_FOR = Duration.ofSeconds(60);

    private final AssignmentStore store;
    private final Groups groups;
    private final SharedCache<Holders> known;

    public HeldRights(Database database, Groups groups, SharedCaches caches) {
        this.store = new AssignmentStore(database);
        this.groups = groups;
        this.known = caches.make(KNOWN_FOR, 20_000);
    }

    /// Who holds what in a workspace.
    private record Holders(Map<UserId, Set<AccessScope>> members, Map<GroupId, Set<AccessScope>> groups) {
        static Holders of(List<AssignmentStore.Holding> holdings) {
            var members = new HashMap<UserId, Set<AccessScope>>();
            var groups = new HashMap<GroupId, Set<AccessScope>>();
            for (AssignmentStore.Holding holding : holdings) {
                Set<AccessScope> rights = switch (holding.holder()) {
                    case Principal.Member(UserId user) -> members.computeIfAbsent(user, _ -> new HashSet<>());
                    case Principal.Group(GroupId group) -> groups.computeIfAbsent(group, _ -> new HashSet<>());
                };
                rights.addAll(holding.rights());
            }
            return new Holders(members, groups);
        }
    }

    /// What somebody may do in a workspace by such roles, as it was at most a second ago. Whether they are a
    /// member is for the caller to ask. Binds its scope itself; not for use inside a transaction.
    public Set<AccessScope> of(WorkspaceId workspace, UserId user) {
        Scope scope = Scope.tenant(workspace.value());
        Holders holders = known.read(key(scope), () -> Holders.of(scope.call(store::holdings)));
        var rights = new HashSet<>(holders.members().getOrDefault(user, Set.of()));
        if (!holders.groups().isEmpty()) {
            for (Groups.Place place : groups.of(workspace.value(), user)) {
                rights.addAll(holders.groups().getOrDefault(place.id(), Set.of()));
            }
        }
        return rights;
    }

    /// Says that what the workspace in scope has given is stale once the transaction commits.
    void changed(Transaction transaction) {
        known.changed(transaction, key(transaction.scope()));
    }

    private static String key(Scope scope) {
        return ScopedKey.cache("role", Axis.TENANT, scope, "holders");
    }
}
