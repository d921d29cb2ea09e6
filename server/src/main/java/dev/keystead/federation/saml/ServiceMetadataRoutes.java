package dev.keystead.federation.saml;

import dev.keystead.connection.Connection;
import dev.keystead.connection.Connections;
import dev.keystead.federation.saml.protocol.ServiceMetadata;
import dev.keystead.login.Door;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.ProtocolMessage;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.workspace.WorkspaceId;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;

/// Tells identity providers all they need to know about a workspace.
public final class ServiceMetadataRoutes {
    private static final String MEDIA_TYPE = "application/samlmetadata+xml";

    private final Door door;
    private final Connections connections;
    private final SamlKeys keys;
    private final Clock clock;

    public ServiceMetadataRoutes(Door door, Connections connections, SamlKeys keys, Clock clock) {
        this.door = door;
        this.connections = connections;
        this.keys = keys;
        this.clock = clock;
    }

    public List<Route> routes() {
        return List.of(Route.get(
                        SamlPlaces.METADATA,
                        "What SAML providers need to know about the workspace that /t/{slug} names")
                .open("identity providers read it before they are known")
                .endpoint(Shape.media(MEDIA_TYPE), this::show));
    }

    /// Nothing where no connection speaks SAML: there would be no address for answers.
    private Reply show(Call call, ProtocolMessage message) {
        WorkspaceId workspace = door.workspace(call).id();
        String address = door.address(call);
        List<String> consumers = connections.all(workspace).stream()
                .filter(connection -> connection.kind() == Connection.Kind.SAML)
                .map(connection -> SamlPlaces.consumer(address, connection.id()))
                .toList();
        if (consumers.isEmpty()) {
            throw Refusal.notFound();
        }
        var metadata = new ServiceMetadata(
                SamlPlaces.entityId(address),
                consumers,
                SamlPlaces.logout(address),
                keys.ring(workspace).certificates());
        byte[] xml = metadata.xml(clock.instant()).getBytes(StandardCharsets.UTF_8);
        return Reply.raw(200, List.of(), MEDIA_TYPE, xml).with("Cache-Control", "public, max-age=300");
    }
}
