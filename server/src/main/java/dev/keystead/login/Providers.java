package dev.keystead.login;

import dev.keystead.connection.Connection;
import dev.keystead.connection.ConnectionId;
import dev.keystead.connection.Connections;
import dev.keystead.directory.Directory;
import dev.keystead.member.Members;
import dev.keystead.member.Role;
import dev.keystead.workspace.WorkspaceId;
import java.util.List;
import java.util.Optional;

/// Which other identity providers a flow can go by, and by which it has to.
public final class Providers {
    private final Connections connections;
    private final Directory directory;
    private final Members members;

    Providers(Connections connections, Directory directory, Members members) {
        this.connections = connections;
        this.directory = directory;
        this.members = members;
    }

    boolean areThere(Visitor visitor) {
        return !connections.enabled(visitor.workspace().id()).isEmpty();
    }

    /// The connection that the typed name leads to, by its domain alone.
    public Optional<Connection> routed(Visitor visitor, Flow flow) {
        return flow.identifier()
                .filter(_ -> flow.kind() == Flow.Kind.SIGN_IN)
                .flatMap(typed -> connections.routed(visitor.workspace().id(), typed));
    }

    /// The connection by which alone people with a name like the typed one come in. Owners get in by what they have
    /// here nonetheless, lest a provider that is down locks everybody out.
    public Optional<Connection> onlyWay(Visitor visitor, Flow flow) {
        return routed(visitor, flow)
                .filter(connection -> connection.settings().routing().only());
    }

    /// All that people can come from, in the order of their buttons.
    List<FlowView.ProviderView> views(Visitor visitor, Flow flow) {
        Optional<ConnectionId> meant = routed(visitor, flow).map(Connection::id);
        return connections.enabled(visitor.workspace().id()).stream()
                .map(connection -> new FlowView.ProviderView(
                        connection.id().text(),
                        connection.label(),
                        meant.filter(connection.id()::equals).isPresent()))
                .toList();
    }

    /// Whether somebody who proved themselves here has to come by another provider instead.
    boolean mustBeUsed(Visitor visitor, Flow flow, Passage.Proof proof) {
        WorkspaceId workspace = visitor.workspace().id();
        return flow.kind() == Flow.Kind.SIGN_IN
                && flow.status() == Flow.Status.PENDING
                && proof.step() != Step.FEDERATED
                && proof.step() != Step.FEDERATED_STRONG
                && connections.enabled(workspace).stream()
                        .anyMatch(connection -> connection.settings().routing().only())
                && directory
                        .standing(workspace.value(), proof.user())
                        .flatMap(user -> connections.onlyWay(workspace, user.email()))
                        .isPresent()
                && members.roleOf(workspace, proof.user())
                        .filter(role -> role == Role.OWNER)
                        .isEmpty();
    }
}
