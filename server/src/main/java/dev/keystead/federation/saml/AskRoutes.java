package dev.keystead.federation.saml;

import dev.keystead.connection.Connection;
import dev.keystead.connection.ConnectionId;
import dev.keystead.connection.ConnectionSettings.Saml;
import dev.keystead.connection.Connections;
import dev.keystead.federation.saml.protocol.Binding;
import dev.keystead.federation.saml.protocol.Party;
import dev.keystead.federation.saml.protocol.PostBinding;
import dev.keystead.federation.saml.protocol.RedirectBinding;
import dev.keystead.federation.saml.protocol.SamlRefused;
import dev.keystead.federation.saml.protocol.SamlRefused.Reason;
import dev.keystead.login.Door;
import dev.keystead.login.Visitor;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.ProtocolMessage;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.workspace.WorkspaceId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// For identity providers that take messages in forms only: a message of ours comes here in an address, signed as for a
/// redirect, and goes on in a form, signed inside. Nothing is signed here that we did not sign before.
public final class AskRoutes {
    private final Door door;
    private final Connections connections;
    private final SamlKeys keys;
    private final SamlPages pages;

    public AskRoutes(Door door, Connections connections, SamlKeys keys, SamlPages pages) {
        this.door = door;
        this.connections = connections;
        this.keys = keys;
        this.pages = pages;
    }

    public List<Route> routes() {
        return List.of(Route.get(SamlPlaces.ASK + "{connection}", "Go on to a SAML provider by a form")
                .open("whoever signs in has no credential yet")
                .endpoint(new Shape.Html(), this::go));
    }

    private Reply go(Call call, ProtocolMessage message) {
        Visitor visitor = door.passerBy(call);
        WorkspaceId workspace = visitor.workspace().id();
        var id = call.id("connection", ConnectionId::new, Prefix.CONNECTION.text());
        Connection connection = connections.enabled(workspace, id).orElseThrow(Refusal::notFound);
        Saml saml = SamlPlaces.settings(connection).orElseThrow(Refusal::notFound);
        SamlKeys.Ring ring = keys.ring(workspace);
        try {
            var us = new Party(SamlPlaces.entityId(door.address(call)), ring.certificates());
            Binding.Arrived ours = RedirectBinding.read(message.rawQuery(), us);
            String xml = new String(ours.xml(), StandardCharsets.UTF_8);
            Map<String, String> fields = PostBinding.fields(ours.role(), xml, ours.relayState(), ring.signing());
            return pages.form(call, visitor, place(saml, xml), fields);
        } catch (SamlRefused refused) {
            return pages.refused(call, visitor, refused);
        }
    }

    /// Where such a message goes. It is ours, so that its beginning is as we write it.
    private static String place(Saml saml, String xml) throws SamlRefused {
        if (xml.startsWith("<samlp:AuthnRequest ")) {
            return saml.ssoUrl();
        }
        String place = xml.startsWith("<samlp:LogoutRequest ") ? saml.sloUrl() : null;
        if (place == null) {
            throw new SamlRefused(Reason.DESTINATION, "the provider has no place for this");
        }
        return place;
    }
}
