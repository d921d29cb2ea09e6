package dev.keystead.event;

import dev.keystead.event.InboxStore.Arrival;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Param;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.IdText;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The operator's view of events that have effects inside this product.
public final class InboxRoutes {
    /// How far an event is with a consumer.
    public enum State {
        /// It had its effect.
        DONE,
        /// It will have it, once it is handed over.
        WAITING
    }

    private static final Param<State> STATE =
            Param.word("state", "Events that had their effect, which is usual, or that wait for it", State.class);

    private final InboxStore store;
    private final List<Consumer> consumers;

    public InboxRoutes(Database worker, List<Consumer> consumers) {
        this.store = new InboxStore(worker);
        this.consumers = List.copyOf(consumers);
    }

    public List<Route> routes() {
        return List.of(Route.get("/v1/system/inbox", "List the effects of events inside, of all workspaces")
                .tenant("admin:system")
                .query(STATE)
                .answers(Shape.page(InboxEventView.class), this::list));
    }

    /// An event and one of its effects, in the order of workspaces.
    ///
    /// @param consumer whose effect it is
    /// @param receivedAt when it had its effect; missing while it waits
    public record InboxEventView(
            String id,
            String tenantId,
            String consumer,
            String type,
            State state,
            @Nullable Instant receivedAt) {
        static InboxEventView of(Arrival arrival) {
            return new InboxEventView(
                    arrival.id().text(),
                    IdText.encode(Prefix.WORKSPACE.text(), arrival.tenant()),
                    arrival.consumer(),
                    arrival.subject(),
                    arrival.receivedAt().isPresent() ? State.DONE : State.WAITING,
                    arrival.receivedAt().orElse(null));
        }
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        Optional<InboxStore.Place> after = paging.after()
                .map(cursor -> cursor.expect(3))
                .map(cursor -> new InboxStore.Place(cursor.uuid(0), cursor.text(1), cursor.uuid(2)));
        List<Arrival> found = switch (call.find(STATE).orElse(State.DONE)) {
            case DONE -> store.done(after, paging.fetch());
            case WAITING -> store.waiting(consumers, after, paging.fetch());
        };
        return Reply.ok(Page.of(
                found,
                paging,
                arrival -> Cursor.of(
                        arrival.tenant(), arrival.consumer(), arrival.id().value()),
                InboxEventView::of));
    }
}
