package dev.keystead.handle;

import dev.keystead.audit.AuditLog;
import dev.keystead.platform.db.Words;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.json.Fields;
import dev.keystead.tenancy.Transaction;
import dev.keystead.tenancy.TypedId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Handles over HTTP: whether one is free for anybody, who has it for operators.
public final class HandleRoutes {
    private static final String WHY_OPEN = "whoever looks for a handle has no account yet";
    private static final String NOTHING_CHANGES = "it only says whether a handle is free";

    private final Handles handles;
    private final Consumer<String> brake;
    private final AuditLog audit;
    private final TypedId systemWorkspace;

    /// @param brake refuses whoever asks too often from an address
    /// @param systemWorkspace where operators' deeds are kept
    public HandleRoutes(Handles handles, Consumer<String> brake, AuditLog audit, TypedId systemWorkspace) {
        this.handles = handles;
        this.brake = brake;
        this.audit = audit;
        this.systemWorkspace = systemWorkspace;
    }

    public List<Route> routes() {
        return List.of(
                Route.post("/v1/handles:check", "Ask whether a handle is free")
                        .open(WHY_OPEN)
                        .auditsNothing(NOTHING_CHANGES)
                        .takes(CheckHandle.class)
                        .answers(200, Shape.of(HandleCheckView.class), this::check),
                Route.get("/v1/handles/{handle}", "Read who has a handle, or why nobody can")
                        .tenant("read:system")
                        .answers(Shape.of(HandleView.class), this::read),
                Route.post("/v1/handles/{handle}:release", "Let anybody have a handle that is frozen")
                        .tenant("admin:system")
                        .audits("handle.release")
                        .takesNothing()
                        .answers(Shape.of(HandleView.class), this::release));
    }

    /// The question whether a handle is free.
    public record CheckHandle(String handle) {
        public CheckHandle {
            var fields = new Fields();
            handle = fields.text("handle", handle, 1, 100);
            fields.refuseIfAny();
        }
    }

    /// Why a handle is not free, as far as strangers may know: who is here and which words are reserved they may
    /// not.
    enum Obstacle {
        MALFORMED,
        UNAVAILABLE,
        ALIKE
    }

    /// Whether a handle is free.
    ///
    /// @param obstacle malformed: it is no handle; unavailable: nobody can take it; alike: it looks too much like
    ///     another one; null: it is free
    /// @param message the same in a sentence
    public record HandleCheckView(
            String handle, boolean available, @Nullable String obstacle, String message) {}

    /// A handle as operators see it.
    ///
    /// @param state individual or service: somebody has it; frozen: somebody had it; released or free: anybody
    ///     can take it; reserved: it is a reserved word or looks like one; alike: it looks like one that is taken
    /// @param category of a reserved word
    /// @param alike the reserved word or the handle that it looks like
    public record HandleView(
            String handle,
            String state,
            @Nullable String userId,
            @Nullable String serviceIdentityId,
            @Nullable String workspaceId,
            @Nullable String previousUserId,
            @Nullable String previousServiceIdentityId,
            @Nullable String category,
            @Nullable String alike,
            @Nullable Instant allocatedAt,
            @Nullable Instant thawsAt,
            @Nullable Instant lockedAt,
            @Nullable Instant releasedAt) {
        static HandleView of(Holding holding) {
            Optional<Owner> owner = holding.owner();
            Optional<Owner> previous = holding.previous();
            boolean bot = Handle.isBot(holding.handle());
            return new HandleView(
                    holding.handle(),
                    holding.isReleased() ? "released" : Words.of(holding.kind()),
                    owner.filter(_ -> !bot).map(Owner::userText).orElse(null),
                    owner.filter(_ -> bot).map(Owner::botText).orElse(null),
                    owner.map(Owner::homeText).orElse(null),
                    previous.filter(_ -> !bot).map(Owner::userText).orElse(null),
                    previous.filter(_ -> bot).map(Owner::botText).orElse(null),
                    null,
                    null,
                    holding.allocatedAt(),
                    holding.thawsAt().orElse(null),
                    holding.lockedAt().orElse(null),
                    holding.releasedAt().orElse(null));
        }

        private static HandleView nobodys(
                String handle, String state, @Nullable String category, @Nullable String alike) {
            return new HandleView(handle, state, null, null, null, null, null, category, alike, null, null, null, null);
        }
    }

    private Reply check(Call call, CheckHandle body) {
        brake.accept(call.remoteAddress());
        Availability found = handles.judge(body.handle());
        Optional<Obstacle> obstacle = switch (found) {
            case Availability.Free() -> Optional.empty();
            case Availability.Malformed(), Availability.WrongKind() -> Optional.of(Obstacle.MALFORMED);
            case Availability.Taken(), Availability.Frozen(), Availability.Reserved _ ->
                Optional.of(Obstacle.UNAVAILABLE);
            case Availability.Alike _ -> Optional.of(Obstacle.ALIKE);
        };
        return Reply.ok(new HandleCheckView(
                body.handle(), found.isFree(), obstacle.map(Words::of).orElse(null), found.sentence()));
    }

    private Reply read(Call call) {
        String handle = call.variable("handle");
        Optional<Holding> held = handles.lookup(handle).filter(holding -> !holding.isReleased());
        return held.map(holding -> Reply.ok(HandleView.of(holding))).orElseGet(() -> readFree(handle));
    }

    private Reply readFree(String handle) {
        return switch (handles.judge(handle)) {
            case Availability.Malformed() -> Reply.notFound();
            case Availability.Reserved(String word, Category category) ->
                Reply.ok(HandleView.nobodys(handle, "reserved", Words.of(category), word.equals(handle) ? null : word));
            case Availability.Alike(String other) -> Reply.ok(HandleView.nobodys(handle, "alike", null, other));
            // Somebody may have taken it between the two questions.
            case Availability.Taken(), Availability.Frozen() ->
                handles.lookup(handle)
                        .map(holding -> Reply.ok(HandleView.of(holding)))
                        .orElseGet(Reply::notFound);
            case Availability.Free(), Availability.WrongKind() ->
                Reply.ok(handles.lookup(handle)
                        .map(HandleView::of)
                        .orElseGet(() -> HandleView.nobodys(handle, "free", null, null)));
        };
    }

    private Reply release(Call call, Transaction transaction) {
        String handle = call.variable("handle");
        Optional<Holding> before = handles.find(transaction, handle);
        if (before.isEmpty()) {
            return Reply.notFound();
        }
        if (!handles.releaseFrozen(transaction, handle)) {
            return Reply.conflict("the handle is not frozen");
        }
        HandleView after = HandleView.of(handles.find(transaction, handle).orElseThrow());
        audit.write(transaction, call, systemWorkspace, new AuditLog.Change(HandleView.of(before.get()), after));
        return Reply.ok(after);
    }
}
