package dev.keystead.federation.saml;

import dev.keystead.authevent.AuthEvents;
import dev.keystead.connection.Connection;
import dev.keystead.connection.ConnectionSettings.Saml;
import dev.keystead.connection.ConnectionSettings.SamlBinding;
import dev.keystead.connection.Connections;
import dev.keystead.federation.Once;
import dev.keystead.federation.saml.protocol.Binding;
import dev.keystead.federation.saml.protocol.Credential;
import dev.keystead.federation.saml.protocol.LogoutRequest;
import dev.keystead.federation.saml.protocol.LogoutResponse;
import dev.keystead.federation.saml.protocol.MessageId;
import dev.keystead.federation.saml.protocol.Party;
import dev.keystead.federation.saml.protocol.PostBinding;
import dev.keystead.federation.saml.protocol.RedirectBinding;
import dev.keystead.federation.saml.protocol.SamlRefused;
import dev.keystead.federation.saml.protocol.SamlRefused.Reason;
import dev.keystead.federation.upstream.UpstreamSessions;
import dev.keystead.login.Door;
import dev.keystead.login.Visitor;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.ProtocolMessage;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.tenancy.Database;
import dev.keystead.workspace.WorkspaceId;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Where identity providers say that somebody signed out there, and answer when somebody signed out here (profiles
/// section 4.4). Who the browser is does not matter: the signature says whose sessions end.
public final class SingleLogoutRoutes {
    private static final String WHY_OPEN = "an identity provider sends browsers here, signed in or not";

    private final Parts parts;

    /// What it works with.
    public record Parts(
            Database database,
            Door door,
            Connections connections,
            UpstreamSessions sessions,
            AuthEvents events,
            SamlKeys keys,
            Once once,
            SamlPages pages,
            Clock clock) {}

    public SingleLogoutRoutes(Parts parts) {
        this.parts = parts;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(SamlPlaces.LOGOUT, "Be told by a SAML provider that somebody signed out, by redirect")
                        .open(WHY_OPEN)
                        .endpoint(new Shape.Html(), this::byRedirect),
                Route.post(SamlPlaces.LOGOUT, "Be told by a SAML provider that somebody signed out, by a form")
                        .open(WHY_OPEN)
                        .auditsNothing("events at the door tell of every session that ends")
                        .endpoint(200, new Shape.Html(), this::byForm));
    }

    /// Reads a message once it is known whose keys it must be signed by.
    private interface Reading {
        Binding.Arrived read(Party party) throws SamlRefused;
    }

    private Reply byRedirect(Call call, ProtocolMessage message) {
        String query = message.rawQuery();
        return take(call, () -> RedirectBinding.claimedIssuer(query), party -> RedirectBinding.read(query, party));
    }

    private Reply byForm(Call call, ProtocolMessage message) {
        Map<String, List<String>> form = message.form();
        return take(call, () -> PostBinding.claimedIssuer(form), _ -> PostBinding.read(form));
    }

    private interface Claim {
        String issuer() throws SamlRefused;
    }

    private Reply take(Call call, Claim claim, Reading reading) {
        Visitor visitor = parts.door().passerBy(call);
        Optional<Connection> connection = Optional.empty();
        try {
            String issuer = claim.issuer();
            connection = parts.connections().enabled(visitor.workspace().id()).stream()
                    .filter(one -> one.issuer().equals(issuer)
                            && SamlPlaces.settings(one).isPresent())
                    .findFirst();
            if (connection.isEmpty()) {
                throw new SamlRefused(Reason.ISSUER, "made by " + issuer + ", which is no connection");
            }
            Saml saml = SamlPlaces.settings(connection.get()).orElseThrow();
            Party party = SamlPlaces.party(connection.get(), saml);
            Binding.Arrived arrived = reading.read(party);
            return arrived.role() == Binding.Role.REQUEST
                    ? leave(call, visitor, connection.get(), saml, party, arrived)
                    : left(call, visitor, party, arrived);
        } catch (SamlRefused refused) {
            note(visitor, connection, refused);
            return parts.pages().refused(call, visitor, refused);
        }
    }

    /// Somebody signed out at the provider: the sessions that began there end here.
    private Reply leave(
            Call call, Visitor visitor, Connection connection, Saml saml, Party party, Binding.Arrived arrived)
            throws SamlRefused {
        String door = parts.door().address(call);
        WorkspaceId workspace = visitor.workspace().id();
        SamlKeys.Ring ring = parts.keys().ring(workspace);
        Instant now = parts.clock().instant();
        LogoutRequest wish = LogoutRequest.check(arrived, party, SamlPlaces.logout(door), ring.privateKeys(), now);
        String once = connection.id().text() + "/" + wish.id();
        if (!parts.once().isFirst(workspace, "saml-logout", once, wish.usableUntil())) {
            throw new SamlRefused(Reason.REPLAYED, "the logout was used before");
        }
        end(visitor, connection, wish);
        return answer(call, visitor, saml, wish, arrived.relayState(), ring.signing(), now);
    }

    private void end(Visitor visitor, Connection connection, LogoutRequest wish) {
        WorkspaceId workspace = visitor.workspace().id();
        Optional<String> subject = Optional.of(wish.subject().value());
        if (wish.sessions().isEmpty()) {
            parts.sessions().end(workspace, connection.issuer(), subject, Optional.empty(), visitor.client());
        }
        for (String session : wish.sessions()) {
            parts.sessions().end(workspace, connection.issuer(), subject, Optional.of(session), visitor.client());
        }
    }

    private Reply answer(
            Call call,
            Visitor visitor,
            Saml saml,
            LogoutRequest wish,
            Optional<String> relayState,
            Credential credential,
            Instant now) {
        String place = saml.sloAnswerUrl() != null ? saml.sloAnswerUrl() : saml.sloUrl();
        if (place == null) {
            return parts.pages().signedOut(call, visitor, true);
        }
        String xml = new LogoutResponse(wish.id(), true)
                .xml(MessageId.make(), SamlPlaces.entityId(parts.door().address(call)), place, now);
        if (saml.sloBinding() == SamlBinding.POST) {
            return parts.pages()
                    .form(call, visitor, place, PostBinding.fields(Binding.Role.RESPONSE, xml, relayState, credential));
        }
        return Reply.seeOther(RedirectBinding.address(place, Binding.Role.RESPONSE, xml, relayState, credential));
    }

    /// Somebody signed out here before, and now there too. Nothing is left to be done, so that it does not matter which
    /// of our wishes is answered.
    private Reply left(Call call, Visitor visitor, Party party, Binding.Arrived arrived) throws SamlRefused {
        try {
            LogoutResponse.check(
                    arrived,
                    party,
                    SamlPlaces.logout(parts.door().address(call)),
                    parts.clock().instant());
            return parts.pages().signedOut(call, visitor, true);
        } catch (SamlRefused refused) {
            if (refused.reason() == Reason.STATUS) {
                return parts.pages().signedOut(call, visitor, false);
            }
            throw refused;
        }
    }

    private void note(Visitor visitor, Optional<Connection> connection, SamlRefused refused) {
        parts.sessions()
                .refused(
                        visitor.workspace().id(),
                        connection.map(Connection::id),
                        visitor.client(),
                        Map.of("saml", refused.reason().word()));
    }
}
