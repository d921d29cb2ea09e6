package dev.keystead.invite;

import dev.keystead.directory.Directory;
import dev.keystead.directory.UserId;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Lineage over HTTP, upwards and downwards: one's own, and for administrators everybody's.
public final class LineageRoutes {
    private static final Paging FIRST = new Paging(Optional.empty(), Paging.USUAL);

    private final Lineage lineage;
    private final Directory directory;

    public LineageRoutes(Lineage lineage, Directory directory) {
        this.lineage = lineage;
        this.directory = directory;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/me/lineage/ancestors", "List those by whom you came, the nearest first")
                        .self("read:user:self")
                        .answers(Shape.page(KinView.class), call -> ancestors(call, self(call))),
                Route.get("/v1/me/lineage/descendants", "List those who came by you, one generation after the other")
                        .self("read:user:self")
                        .answers(Shape.page(KinView.class), call -> descendants(call, self(call))),
                Route.get("/v1/lineage/{userId}/ancestors", "List those by whom somebody came, the nearest first")
                        .tenant("read:invite")
                        .answers(Shape.page(KinView.class), call -> ancestors(call, user(call, "userId"))),
                Route.get(
                                "/v1/lineage/{userId}/descendants",
                                "List those who came by somebody, one generation after the other")
                        .tenant("read:invite")
                        .answers(Shape.page(KinView.class), call -> descendants(call, user(call, "userId"))),
                Route.get(
                                "/v1/users/{id}/lineage",
                                "Read the beginning of a person's lineage in both directions; cursors go on below"
                                        + " /v1/lineage")
                        .tenant("read:invite")
                        .answers(Shape.of(LineageView.class), this::both));
    }

    /// Somebody above or below a person.
    ///
    /// @param distance how many generations away
    /// @param handle null for somebody who was deleted
    /// @param inviterId who invited them; null, like what follows, for somebody whom nobody invited
    /// @param depth how far from the nearest of the staff they came in
    public record KinView(
            String userId,
            int distance,
            @Nullable String handle,
            @Nullable String inviterId,
            @Nullable Integer depth,
            @Nullable Instant issuedAt,
            @Nullable Instant redeemedAt) {
        static KinView of(Lineage.Kin kin) {
            Optional<Lineage.Edge> edge = kin.edge();
            Optional<Lineage.Arrival> arrival = edge.map(Lineage.Edge::arrival);
            return new KinView(
                    kin.id().text(),
                    kin.distance(),
                    kin.handle().orElse(null),
                    edge.map(how -> how.inviter().text()).orElse(null),
                    edge.map(Lineage.Edge::depth).orElse(null),
                    arrival.map(Lineage.Arrival::issuedAt).orElse(null),
                    arrival.map(Lineage.Arrival::redeemedAt).orElse(null));
        }
    }

    /// Where somebody stands.
    public record LineageView(String userId, KinList ancestors, KinList descendants) {}

    /// The beginning of a list.
    ///
    /// @param nextCursor where the list itself goes on, below `/v1/lineage/{userId}`; missing when this is all
    public record KinList(List<KinView> items, @Nullable String nextCursor) {
        public KinList {
            items = List.copyOf(items);
        }

        static KinList of(Page<KinView> page) {
            return new KinList(page.items(), page.nextCursor());
        }
    }

    private Reply both(Call call) {
        UserId user = user(call, "id");
        return Reply.ok(new LineageView(
                user.text(), KinList.of(ancestorsPage(FIRST, user)), KinList.of(descendantsPage(FIRST, user))));
    }

    private Reply ancestors(Call call, UserId user) {
        return Reply.ok(ancestorsPage(call.paging(), user));
    }

    private Page<KinView> ancestorsPage(Paging paging, UserId user) {
        int after = paging.after()
                .map(cursor -> Math.clamp(cursor.expect(1).number(0), 0, Lineage.MOST_GENERATIONS))
                .orElse(0);
        List<Lineage.Kin> found = lineage.ancestors(user, after, paging.fetch());
        return Page.of(found, paging, kin -> Cursor.of(kin.distance()), KinView::of);
    }

    private Reply descendants(Call call, UserId user) {
        return Reply.ok(descendantsPage(call.paging(), user));
    }

    private Page<KinView> descendantsPage(Paging paging, UserId user) {
        Optional<UserId> after =
                paging.after().map(cursor -> new UserId(cursor.expect(1).uuid(0)));
        List<Lineage.Kin> found = lineage.descendants(user, after, paging.fetch());
        return Page.of(found, paging, kin -> Cursor.of(kin.id().value()), KinView::of);
    }

    private static UserId self(Call call) {
        return new UserId(call.caller().user().orElseThrow());
    }

    /// Also somebody who is deleted: lineage outlives accounts.
    private UserId user(Call call, String variable) {
        UserId user = call.id(variable, UserId::new, Prefix.USER.text());
        if (directory.find(user).isEmpty() && !lineage.knows(user)) {
            throw Refusal.notFound();
        }
        return user;
    }
}
