package dev.keystead.server;

import dev.keystead.audit.AuditLog;
import dev.keystead.directory.Directory;
import dev.keystead.directory.UserRoutes;
import dev.keystead.group.GroupMemberRoutes;
import dev.keystead.group.GroupRoutes;
import dev.keystead.group.Groups;
import dev.keystead.member.Members;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.platform.http.Route;
import dev.keystead.role.AssignmentRoutes;
import dev.keystead.role.CustomRoles;
import dev.keystead.role.HeldRights;
import dev.keystead.role.RoleRoutes;
import dev.keystead.session.Session;
import dev.keystead.session.Sessions;
import dev.keystead.subtenant.GroupBindings;
import dev.keystead.tenancy.Database;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Users, their groups, the roles of workspaces' own, and who holds them.
final class PeopleWiring {
    private final Directory directory;
    private final Groups groups;
    private final HeldRights held;
    private final CustomRoles roles;
    private final GroupBindings bindings;

    PeopleWiring(Database database, Directory directory, Members members, SharedCaches caches, Clock clock) {
        this.directory = directory;
        this.groups = new Groups(database, directory, caches, clock);
        this.held = new HeldRights(database, groups, caches);
        this.roles = new CustomRoles(database, groups, held, clock);
        this.bindings = new GroupBindings(database, groups, clock);
        directory.keepers().add(members::whyKept);
        members.onEnd(groups::leave);
        members.onEnd(roles::leave);
    }

    Groups groups() {
        return groups;
    }

    HeldRights held() {
        return held;
    }

    GroupBindings bindings() {
        return bindings;
    }

    List<Route> routes(Sessions sessions, AuditLog audit) {
        var users = new UserRoutes(
                directory,
                audit,
                (transaction, user) -> sessions.endOthers(transaction, user, Optional.empty(), Session.End.USER));
        return Stream.of(
                        users.routes(),
                        new GroupRoutes(groups, audit).routes(),
                        new GroupMemberRoutes(groups, audit).routes(),
                        new RoleRoutes(roles, audit).routes(),
                        new AssignmentRoutes(roles, audit).routes())
                .flatMap(List::stream)
                .toList();
    }
}
