package dev.keystead.event;

import dev.keystead.event.EventStore.Placed;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Param;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.json.BadInput;
import dev.keystead.tenancy.Database;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/// Reading the events of a workspace again, from any place that is kept.
public final class EventRoutes {
    private static final Param<String> TYPE =
            Param.text("type", "Only types that begin with this, such as identity.user.", 1, 200);

    private static final Place BEGINNING = new Place("0", 0, Instant.MAX);

    private final EventStore store;
    private final Function<UUID, String> issuers;
    private final Clock clock;

    /// @param issuers the address of a workspace
    public EventRoutes(Database database, Function<UUID, String> issuers, Clock clock) {
        this.store = new EventStore(database);
        this.issuers = issuers;
        this.clock = clock;
    }

    public List<Route> routes() {
        return List.of(Route.get("/v1/events", "Read the events of the workspace again, oldest first")
                .tenant("read:event")
                .query(Paging.CURSOR, Paging.LIMIT, TYPE)
                .answers(Shape.of(Events.class), this::list));
    }

    /// Some events, and where to go on. There is always a next cursor, because there will be more events.
    ///
    /// @param hasMore whether more are there already
    public record Events(List<CloudEvent> items, String nextCursor, boolean hasMore) {}

    /// A place between two events.
    ///
    /// @param asOf when everything before it had been seen
    private record Place(String madeIn, long seq, Instant asOf) {
        /// A transaction's number as the database writes it; anything else would be an error of the database.
        private static final String NUMBER = "[0-9]{1,19}";

        static Place of(Cursor cursor) {
            String madeIn = cursor.expect(3).text(0);
            long seconds = cursor.number(2);
            if (!madeIn.matches(NUMBER)) {
                throw BadInput.member("cursor", "must be the next_cursor of an earlier page of this list");
            }
            try {
                return new Place(madeIn, cursor.number(1), Instant.ofEpochSecond(seconds));
            } catch (DateTimeException _) {
                throw BadInput.member("cursor", "must be the next_cursor of an earlier page of this list");
            }
        }

        String text() {
            return Cursor.of(madeIn, seq, asOf.getEpochSecond()).text();
        }
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        Place from = paging.after().map(Place::of).orElse(BEGINNING);
        Instant now = clock.instant();
        if (from.asOf().isBefore(now.minus(Relay.KEPT))) {
            return Reply.refused(
                    410,
                    "the cursor is older than the events that are kept, which is " + Relay.KEPT.toDays()
                            + " days; read what you need to know again, then begin without a cursor");
        }
        // The horizon is asked for first: everything before it can be seen by the time the events are read.
        String horizon = store.horizon();
        List<Placed> found =
                store.after(from.madeIn(), from.seq(), horizon, call.find(TYPE).orElse(""), paging.fetch());
        boolean more = found.size() > paging.limit();
        List<Placed> shown = more ? found.subList(0, paging.limit()) : found;
        Place next = more ? placeOf(shown.getLast()) : new Place(horizon, 0, now);
        String issuer = issuers.apply(call.caller().tenant());
        return Reply.ok(new Events(
                shown.stream()
                        .map(placed -> CloudEvent.of(placed.event(), issuer))
                        .toList(),
                next.text(),
                more));
    }

    private static Place placeOf(Placed placed) {
        return new Place(placed.madeIn(), placed.seq(), placed.event().createdAt());
    }
}
