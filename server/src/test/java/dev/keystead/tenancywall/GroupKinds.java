package dev.keystead.tenancywall;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserId;
import dev.keystead.group.GroupId;
import dev.keystead.group.GroupRoutes;
import dev.keystead.role.CustomRoleId;
import dev.keystead.role.RoleRoutes;
import dev.keystead.server.Samples;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.testkit.Party;
import dev.keystead.tenancy.testkit.ResourceKind;
import dev.keystead.workspace.WorkspaceId;
import java.util.Optional;
import java.util.UUID;

/// Groups and roles of a party's own, for the tenancy contract: one of each, which its owner is in or holds.
final class GroupKinds {
    private GroupKinds() {}

    /// A group that holds a role in the default subtenant.
    static ResourceKind groups(TestServer server) {
        return new ResourceKind(
                party -> {
                    Client client = client(server, party);
                    String group = firstOrNew(server, client, "/v1/groups", GroupRoutes.CreateGroup.class);
                    String workspace = new WorkspaceId(id(party, Axis.TENANT)).text();
                    String subtenant = first(client, "/v1/workspaces/" + workspace + "/subtenants");
                    put(client, "/v1/groups/" + group + "/members/" + owner(party));
                    put(client, "/v1/subtenants/" + subtenant + "/role-bindings/groups/" + group + "/editor");
                    return group;
                },
                () -> GroupId.make().text());
    }

    static ResourceKind roles(TestServer server) {
        return new ResourceKind(
                party -> {
                    Client client = client(server, party);
                    String role = firstOrNew(server, client, "/v1/roles", RoleRoutes.CreateRole.class);
                    put(client, "/v1/roles/" + role + "/assignments/" + owner(party));
                    return role;
                },
                () -> CustomRoleId.make().text());
    }

    private static String firstOrNew(TestServer server, Client client, String list, Class<?> body) {
        String found = first(client, list);
        return found.isEmpty() ? client.post(list, Samples.body(body, server)).id() : found;
    }

    private static String first(Client client, String list) {
        return client.get(list).json().path("items").path(0).path("id").asString();
    }

    private static void put(Client client, String path) {
        assertThat(client.send("PUT", path, null).status()).as(path).isEqualTo(200);
    }

    private static String owner(Party party) {
        return new UserId(id(party, Axis.USER)).text();
    }

    private static Client client(TestServer server, Party party) {
        return server.as(party.credential().substring("Bearer ".length()));
    }

    private static UUID id(Party party, Axis axis) {
        return Optional.ofNullable(party.ids().get(axis)).orElseThrow();
    }
}
