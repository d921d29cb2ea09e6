package dev.keystead.gate;

import dev.keystead.directory.UserId;
import dev.keystead.member.Members;
import dev.keystead.member.Resource;
import dev.keystead.member.Role;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Caller;
import dev.keystead.platform.http.Method;
import dev.keystead.platform.id.Prefix;
import dev.keystead.role.HeldRights;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.workspace.Workspace;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Keeps whoever may do more than the caller out of the caller's reach: who could change an owner's address or take
/// their factors away could sign in as the owner. What people hold beside their role as a member counts too.
///
/// It goes by the path, so that no route can forget it: what changes anything below a user is asked here first.
public final class Rank {
    private static final String USER = "/v1/users/{id}";

    private final Members members;
    private final HeldRights held;

    Rank(Members members, HeldRights held) {
        this.members = members;
        this.held = held;
    }

    /// The caller with what they may do to the user whom the call changes: nothing, if that user is above them.
    Caller within(Call call, Caller caller, Workspace workspace) {
        return changedUser(call)
                .filter(user -> !caller.user().equals(Optional.of(user.value())))
                .filter(user -> members.isAbove(workspace.id(), user, caller::allows)
                        || mayDoMore(user, caller.ceiling(), workspace))
                .map(_ -> withoutUsers(caller))
                .orElse(caller);
    }

    /// Whether somebody with this role in a workspace may do more there than the caller.
    public static boolean isAbove(Caller caller, Workspace workspace, Role role) {
        return Members.isAbove(role, caller::allows) || !covers(caller.ceiling(), role.rightsIn(workspace).stream());
    }

    /// Whether somebody who holds these rights beside their role may do more than the caller.
    public static boolean isAbove(Caller caller, Collection<AccessScope> held) {
        return !covers(caller.ceiling(), held.stream());
    }

    /// Nobody may do more than an owner: for whoever may do as much, nobody is looked up.
    private boolean mayDoMore(UserId user, Set<AccessScope> ceiling, Workspace workspace) {
        return !covers(ceiling, Role.OWNER.rightsIn(workspace).stream())
                && members.roleOf(workspace.id(), user).isPresent()
                && !covers(
                        ceiling,
                        Stream.concat(
                                members.rightsOf(workspace, user).stream(), held.of(workspace.id(), user).stream()));
    }

    private static boolean covers(Set<AccessScope> ceiling, Stream<AccessScope> rights) {
        return rights.allMatch(right -> ceiling.stream().anyMatch(own -> own.covers(right)));
    }

    private static Optional<UserId> changedUser(Call call) {
        String template = call.route().template().text();
        boolean below = template.equals(USER) || template.startsWith(USER + "/") || template.startsWith(USER + ":");
        return below && call.route().method() != Method.GET
                ? Prefix.USER.parse(call.variable("id"), UserId::new)
                : Optional.empty();
    }

    private static Caller withoutUsers(Caller caller) {
        return new Caller(
                caller.actor(),
                caller.user(),
                caller.tenant(),
                caller.org(),
                caller.rights(),
                caller.ceiling().stream()
                        .filter(right -> !right.resource().equals(Resource.USER.word()))
                        .collect(Collectors.toUnmodifiableSet()),
                caller.session());
    }
}
