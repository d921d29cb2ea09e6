package dev.keystead.server;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.group.GroupRoutes;
import dev.keystead.role.RoleRoutes;
import dev.keystead.server.Targets.Caller;
import dev.keystead.server.Targets.Target;
import dev.keystead.tenancy.UuidV7;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Groups and roles of a workspace's own, for tests that walk the route table.
final class GroupSamples {
    static final Map<Class<?>, Function<TestServer, String>> BODIES = Map.of(
            GroupRoutes.CreateGroup.class, _ -> "{\"name\":\"Group %s\"}".formatted(UuidV7.next()),
            GroupRoutes.ChangeGroup.class, _ -> "{\"description\":\"Changed %s\"}".formatted(UuidV7.next()),
            RoleRoutes.CreateRole.class,
                    _ -> "{\"name\":\"r%s\",\"rights\":[\"read:user\"]}"
                            .formatted(UuidV7.next().toString().replace("-", "")),
            RoleRoutes.ChangeRole.class, _ -> "{\"description\":\"Changed %s\"}".formatted(UuidV7.next()));

    static final Map<String, Function<Caller, Target>> TARGETS = Map.ofEntries(
            entry("group.update", GroupSamples::group),
            entry("group.delete", GroupSamples::group),
            entry("group.member.add", GroupSamples::place),
            entry("group.member.remove", caller -> put(place(caller), "/v1/groups/{id}/members/{userId}")),
            entry("role.update", GroupSamples::role),
            entry("role.delete", GroupSamples::role),
            entry("role.assign", GroupSamples::assignment),
            entry("role.withdraw", caller -> put(assignment(caller), "/v1/roles/{id}/assignments/{principal}")),
            entry("subtenant.group_role.grant", GroupSamples::binding),
            entry(
                    "subtenant.group_role.revoke",
                    caller -> put(binding(caller), "/v1/subtenants/{sid}/role-bindings/groups/{groupId}/{role}")));

    private GroupSamples() {}

    private static Target group(Caller caller) {
        return caller.target(caller.client()
                .post("/v1/groups", Samples.body(GroupRoutes.CreateGroup.class, caller.server()))
                .id());
    }

    private static Target role(Caller caller) {
        return caller.target(caller.client()
                .post("/v1/roles", Samples.body(RoleRoutes.CreateRole.class, caller.server()))
                .id());
    }

    /// Somebody who could be in a group; the group is what is told of.
    private static Target place(Caller caller) {
        String group = group(caller).resource();
        return new Target(List.of(group, caller.makeUser().resource()), group, caller.client());
    }

    private static Target assignment(Caller caller) {
        String role = role(caller).resource();
        return new Target(List.of(role, caller.makeMember().resource()), role, caller.client());
    }

    private static Target binding(Caller caller) {
        String subtenant = caller.makeSubtenant().resource();
        return new Target(List.of(subtenant, group(caller).resource(), "editor"), subtenant, caller.client());
    }

    private static Target put(Target target, String template) {
        assertThat(target.client().send("PUT", target.path(template), null).status())
                .isEqualTo(200);
        return target;
    }
}
