package dev.keystead.federation.saml;

import dev.keystead.connection.Connection;
import dev.keystead.connection.ConnectionId;
import dev.keystead.connection.ConnectionSettings.Saml;
import dev.keystead.connection.Connections;
import dev.keystead.federation.Arrival;
import dev.keystead.federation.ArrivalReplies;
import dev.keystead.federation.Arrivals;
import dev.keystead.federation.Once;
import dev.keystead.federation.Why;
import dev.keystead.federation.journey.Journey;
import dev.keystead.federation.journey.Journeys;
import dev.keystead.federation.saml.protocol.Assertion;
import dev.keystead.federation.saml.protocol.Binding;
import dev.keystead.federation.saml.protocol.PostBinding;
import dev.keystead.federation.saml.protocol.ResponseCheck;
import dev.keystead.federation.saml.protocol.ResponseCheck.Expected;
import dev.keystead.federation.saml.protocol.SamlRefused;
import dev.keystead.federation.saml.protocol.SamlRefused.Reason;
import dev.keystead.federation.upstream.UpstreamIdentity;
import dev.keystead.gate.BrowserSessions;
import dev.keystead.login.Door;
import dev.keystead.login.Flow;
import dev.keystead.login.Flows;
import dev.keystead.login.Visitor;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.ProtocolMessage;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Where identity providers send their answers (profiles section 4.1.4).
public final class ConsumerRoutes {
    /// A form of another site comes without our cookies. It is sent once more by a page of ours, which brings them, and
    /// with this field.
    private static final String AGAIN = "again";

    private final Parts parts;

    /// What it works with.
    public record Parts(
            Door door,
            BrowserSessions browsers,
            Connections connections,
            Journeys journeys,
            Flows flows,
            Arrivals arrivals,
            ArrivalReplies replies,
            SamlKeys keys,
            Once once,
            SamlPages pages,
            Clock clock) {}

    public ConsumerRoutes(Parts parts) {
        this.parts = parts;
    }

    public List<Route> routes() {
        return List.of(
                Route.post(SamlPlaces.CONSUMER + "{connection}", "Take the answer of a SAML provider about somebody")
                        .open("a browser brings it for somebody who is not signed in")
                        .auditsNothing("events at the door tell of every arrival")
                        .endpoint(200, new Shape.Html(), this::take));
    }

    private Reply take(Call call, ProtocolMessage message) {
        Map<String, List<String>> form = message.form();
        var id = call.id("connection", ConnectionId::new, Prefix.CONNECTION.text());
        Connection connection = parts.connections()
                .enabled(parts.door().workspace(call).id(), id)
                .orElseThrow(Refusal::notFound);
        Saml saml = SamlPlaces.settings(connection).orElseThrow(Refusal::notFound);
        return form.containsKey(AGAIN) ? arrive(call, form, connection, saml) : sendAgain(call, form, connection);
    }

    private Reply sendAgain(Call call, Map<String, List<String>> form, Connection connection) {
        Visitor visitor = parts.door().passerBy(call);
        try {
            // Read for its shape alone: what is no message at all is told at once.
            requireResponse(PostBinding.read(form));
            var fields = new LinkedHashMap<String, String>();
            fields.put(
                    "SAMLResponse", form.getOrDefault("SAMLResponse", List.of()).getFirst());
            PostBinding.relayState(form).ifPresent(state -> fields.put("RelayState", state));
            fields.put(AGAIN, "1");
            return parts.pages().form(call, visitor, call.path(), fields);
        } catch (SamlRefused refused) {
            return refuse(call, visitor, connection, Optional.empty(), refused);
        }
    }

    private static void requireResponse(Binding.Arrived arrived) throws SamlRefused {
        if (arrived.role() != Binding.Role.RESPONSE) {
            throw new SamlRefused(Reason.MALFORMED, "a request where an answer should be");
        }
    }

    private Reply arrive(Call call, Map<String, List<String>> form, Connection connection, Saml saml) {
        Optional<Visitor> sent = parts.door().sentByUs(call);
        if (sent.isEmpty()) {
            return refuse(
                    call,
                    parts.door().passerBy(call),
                    connection,
                    Optional.empty(),
                    new SamlRefused(Reason.UNSOLICITED, "another site says that our page sent it"));
        }
        Visitor visitor = sent.get();
        Optional<Journey> journey = Optional.empty();
        UpstreamIdentity identity;
        Optional<String> state;
        try {
            state = PostBinding.relayState(form);
            journey = state.flatMap(text -> parts.journeys().end(visitor, connection.id(), text));
            identity = identity(call, visitor, form, connection, saml, journey.map(Journey::memory));
        } catch (SamlRefused refused) {
            return refuse(call, visitor, connection, journey, refused);
        }
        Arrival arrival = parts.arrivals()
                .arrive(
                        visitor,
                        journey.isPresent() ? journey.get() : uninvited(visitor, connection, state),
                        connection,
                        identity,
                        parts.browsers().find(call),
                        parts.door().address(call));
        return parts.replies().to(call, visitor, arrival);
    }

    private UpstreamIdentity identity(
            Call call,
            Visitor visitor,
            Map<String, List<String>> form,
            Connection connection,
            Saml saml,
            Optional<String> memory)
            throws SamlRefused {
        Binding.Arrived arrived = PostBinding.read(form);
        requireResponse(arrived);
        Optional<Question> question = memory.map(Question::read);
        String door = parts.door().address(call);
        var expected = new Expected(
                SamlPlaces.entityId(door),
                SamlPlaces.consumer(door, connection.id()),
                SamlPlaces.party(connection, saml),
                parts.keys().ring(visitor.workspace().id()).privateKeys(),
                question.map(Question::id),
                saml.takesUnsolicited(),
                saml.isEncryptedOnly(),
                question.filter(Question::fresh).map(Question::askedAt),
                saml.wantedContexts(),
                parts.clock().instant());
        Assertion assertion = ResponseCheck.check(arrived.xml(), expected);
        String once = connection.id().text() + "/" + assertion.id();
        if (!parts.once().isFirst(visitor.workspace().id(), "saml-assertion", once, assertion.usableUntil())) {
            throw new SamlRefused(Reason.REPLAYED, "the assertion was used before");
        }
        UpstreamIdentity identity = AssertedIdentity.of(connection, assertion);
        return question.filter(Question::fresh)
                .map(asked -> identity.provenNotBefore(asked.askedAt()))
                .orElse(identity);
    }

    /// Somebody whom nobody here sent, and who may come so. What came along says where they want to go, if that is a
    /// page of ours.
    private Journey uninvited(Visitor visitor, Connection connection, Optional<String> state) {
        Flow flow = parts.flows().begin(visitor, Optional.empty(), state.flatMap(Door::localPath));
        return new Journey(connection.id(), new Journey.Aim.SignIn(flow.id()), "");
    }

    private Reply refuse(
            Call call, Visitor visitor, Connection connection, Optional<Journey> journey, SamlRefused refused) {
        Map<String, String> found = Map.of("saml", refused.reason().word());
        parts.arrivals().refuse(visitor, connection.id(), journey, why(refused.reason()), found);
        return parts.pages().refused(call, visitor, refused);
    }

    private static Why why(Reason reason) {
        return switch (reason) {
            case IN_RESPONSE_TO, UNSOLICITED, REPLAYED -> Why.STATE;
            case STATUS -> Why.PROVIDER_ERROR;
            case ISSUER -> Why.ISSUER;
            case MALFORMED,
                    TOO_LARGE,
                    UNSIGNED,
                    SIGNATURE,
                    ALGORITHM,
                    ENCRYPTION,
                    DESTINATION,
                    AUDIENCE,
                    SUBJECT,
                    TOO_EARLY,
                    EXPIRED,
                    CONTEXT -> Why.TOKEN;
        };
    }
}
