package dev.keystead.federation;

import dev.keystead.connection.Connection;
import dev.keystead.connection.ConnectionId;
import dev.keystead.connection.Connections;
import dev.keystead.federation.journey.Journey;
import dev.keystead.login.Door;
import dev.keystead.login.FederatedStep;
import dev.keystead.login.Flow;
import dev.keystead.login.FlowId;
import dev.keystead.login.Flows;
import dev.keystead.login.StepOutcome;
import dev.keystead.login.StepReplies;
import dev.keystead.login.Visitor;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.Fields;
import java.util.List;
import java.util.Optional;

/// Where journeys to other identity providers begin: by a link on a page, and for programs that share the browser's
/// cookies.
public final class JourneyRoutes {
    private static final String WHY_OPEN = "whoever signs in has no credential yet";

    private final Door door;
    private final Flows flows;
    private final FederatedStep step;
    private final Connections connections;
    private final Upstreams upstreams;
    private final Arrivals arrivals;
    private final StepReplies steps;
    private final ArrivalReplies replies;

    public JourneyRoutes(
            Door door,
            Flows flows,
            FederatedStep step,
            Connections connections,
            Upstreams upstreams,
            Arrivals arrivals,
            StepReplies steps,
            ArrivalReplies replies) {
        this.door = door;
        this.flows = flows;
        this.step = step;
        this.connections = connections;
        this.upstreams = upstreams;
        this.arrivals = arrivals;
        this.steps = steps;
        this.replies = replies;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/sign-in/{id}/with/{connection}", "Go to another identity provider to sign in")
                        .open(WHY_OPEN)
                        .page(this::go),
                Route.post("/v1/flows/{id}/steps/federated", "Ask where to sign in by another identity provider")
                        .open(WHY_OPEN)
                        .auditsNothing("events at the door tell of every step")
                        .takes(Federated.class)
                        .answers(200, Shape.of(WayView.class), this::ask));
    }

    /// The provider to go to.
    public record Federated(String connectionId) {
        public Federated {
            var fields = new Fields();
            connectionId = fields.text("connection_id", connectionId, 1, 50);
            fields.refuseIfAny();
        }
    }

    /// Where to go on.
    ///
    /// @param continueAt an address of the provider, for the browser whose cookie began the flow
    public record WayView(String continueAt) {}

    private Reply go(Call call) {
        Visitor visitor = door.browser(call);
        Optional<Flow> flow = open(visitor, flowId(call));
        if (flow.isEmpty()) {
            return steps.to(call, visitor, new StepOutcome.Over());
        }
        ConnectionId id = call.id("connection", ConnectionId::new, Prefix.CONNECTION.text());
        var aim = new Journey.Aim.SignIn(flow.get().id());
        Optional<Connection> connection =
                connections.enabled(visitor.workspace().id(), id);
        if (connection.isEmpty()) {
            return replies.to(call, visitor, arrivals.refuse(visitor, id, aim, Why.CONNECTION));
        }
        return switch (depart(call, visitor, flow.get(), connection.get())) {
            case Upstream.Departure.To(String address) -> Reply.seeOther(address);
            case Upstream.Departure.Refused(Why why) ->
                replies.to(call, visitor, arrivals.refuse(visitor, id, aim, why));
        };
    }

    private Reply ask(Call call, Federated body) {
        Visitor visitor = door.program(call).orElseThrow(Refusal::notFound);
        Flow flow = open(visitor, flowId(call)).orElseThrow(Refusal::notFound);
        Connection connection = Prefix.CONNECTION
                .parse(body.connectionId(), ConnectionId::new)
                .flatMap(id -> connections.enabled(visitor.workspace().id(), id))
                .orElseThrow(Refusal::notFound);
        return switch (depart(call, visitor, flow, connection)) {
            case Upstream.Departure.To(String address) -> Reply.ok(new WayView(address));
            case Upstream.Departure.Refused(Why why) -> {
                var aim = new Journey.Aim.SignIn(flow.id());
                arrivals.refuse(visitor, connection.id(), aim, why);
                yield Reply.refused(502, "the provider cannot be reached: " + why.word());
            }
        };
    }

    private Upstream.Departure depart(Call call, Visitor visitor, Flow flow, Connection connection) {
        return upstreams.depart(new Upstream.Traveller(
                visitor,
                door.address(call),
                connection,
                new Journey.Aim.SignIn(flow.id()),
                flow.identifier(),
                flow.returnTo().flatMap(page -> upstreams.oldest(visitor, page))));
    }

    private Optional<Flow> open(Visitor visitor, FlowId id) {
        return flows.find(visitor, id).filter(_ -> step.isOpen(visitor, id));
    }

    private static FlowId flowId(Call call) {
        return call.id("id", FlowId::new, Prefix.AUTH_FLOW.text());
    }
}
