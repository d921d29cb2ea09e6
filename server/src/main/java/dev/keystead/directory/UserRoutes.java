package dev.keystead.directory;

import dev.keystead.audit.Answers;
import dev.keystead.audit.AuditLog;
import dev.keystead.audit.Outcome;
import dev.keystead.directory.UserSearchStore.Match;
import dev.keystead.directory.UserSearchStore.Place;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Param;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// The users of the workspace over HTTP.
public final class UserRoutes {
    private static final Param<String> STARTS_WITH =
            Param.text("q", "Start of an e-mail address, a handle or a name", 1, 100);
    private static final Param<ListedStatus> STATUS =
            Param.word("status", "Only users of this status", ListedStatus.class);

    private final Directory directory;
    private final BiConsumer<Transaction, UserId> shutOut;
    private final Answers<User> answers;

    /// @param shutOut ends what somebody is inside with who may not be inside any more
    public UserRoutes(Directory directory, AuditLog audit, BiConsumer<Transaction, UserId> shutOut) {
        this.directory = directory;
        this.shutOut = shutOut;
        this.answers = new Answers<>(
                audit,
                new Answers.Kind<>(
                        User::id,
                        User::version,
                        UserView::of,
                        user -> "/v1/users/" + user.id().text()));
    }

    /// The statuses that living users have.
    enum ListedStatus {
        PENDING_VERIFICATION,
        ACTIVE,
        SUSPENDED
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/users", "List or search the users of the workspace")
                        .tenant("read:user")
                        .query(STARTS_WITH, STATUS)
                        .answers(Shape.page(UserView.class), this::list),
                Route.post("/v1/users", "Create a user")
                        .tenant("write:user")
                        .audits("user.create")
                        .takes(CreateUser.class)
                        .answers(201, Shape.of(UserView.class), this::create),
                Route.get("/v1/users/{id}", "Read a user")
                        .tenant("read:user")
                        .answers(Shape.of(UserView.class), this::read),
                Route.patch("/v1/users/{id}", "Change a user")
                        .tenant("write:user")
                        .audits("user.update")
                        .versioned()
                        .takes(ChangeUser.class)
                        .answers(Shape.of(UserView.class), this::update),
                Route.post("/v1/users/{id}:suspend", "Suspend a user: no sign-in, data kept")
                        .tenant("write:user")
                        .audits("user.suspend")
                        .takesNothing()
                        .answers(Shape.of(UserView.class), this::suspend),
                Route.post("/v1/users/{id}:reactivate", "Let a suspended user in again")
                        .tenant("write:user")
                        .audits("user.reactivate")
                        .takesNothing()
                        .answers(Shape.of(UserView.class), this::reactivate),
                Route.post("/v1/users/{id}:restore", "Let a deleted user come back whose data is not erased yet")
                        .tenant("write:user")
                        .audits("user.restore")
                        .takesNothing()
                        .answers(Shape.of(UserView.class), this::restore),
                Route.post(
                                "/v1/users/{id}:mark-deceased",
                                "Note that a user died: no sign-in, and nobody ever gets the handle")
                        .tenant("write:user")
                        .audits("user.mark_deceased")
                        .takes(MarkDeceased.class)
                        .answers(Shape.of(UserView.class), this::markDeceased),
                Route.post("/v1/users/{id}:unmark-deceased", "Take back that a user died: all is as it was before")
                        .tenant("write:user")
                        .audits("user.unmark_deceased")
                        .takesNothing()
                        .answers(Shape.of(UserView.class), this::unmarkDeceased),
                Route.delete("/v1/users/{id}", "Delete a user; the data is erased after the retention window")
                        .tenant("write:user")
                        .audits("user.delete")
                        .versioned()
                        .takesNothing()
                        .answers(Shape.nothing(), this::delete));
    }

    /// That somebody died.
    ///
    /// @param deceasedAt when; now unless told
    public record MarkDeceased(@Nullable Instant deceasedAt) {}

    private Reply list(Call call) {
        Paging paging = call.paging();
        Optional<User.Status> status = call.find(STATUS).map(listed -> User.Status.valueOf(listed.name()));
        return Reply.ok(call.find(STARTS_WITH)
                .map(start -> search(start, status, paging))
                .orElseGet(() -> all(status, paging)));
    }

    private Page<UserView> all(Optional<User.Status> status, Paging paging) {
        Optional<UUID> after = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        List<User> users = directory.list(status, after, paging.fetch());
        return Page.of(users, paging, user -> Cursor.of(user.id().value()), UserView::of);
    }

    private Page<UserView> search(String start, Optional<User.Status> status, Paging paging) {
        Place after = paging.after().map(UserRoutes::place).orElse(Place.START);
        List<Match> matches = directory.search(start, status, after, paging.fetch());
        return Page.of(matches, paging, match -> cursor(match.place()), match -> UserView.of(match.user()));
    }

    private static Cursor cursor(Place place) {
        return Cursor.of(place.rank(), place.key(), place.id());
    }

    private static Place place(Cursor cursor) {
        Cursor known = cursor.expect(3);
        return new Place((int) known.number(0), known.text(1), known.uuid(2));
    }

    private Reply create(Call call, CreateUser body, Transaction transaction) {
        return answers.made(call, transaction, directory.create(transaction, body.wanted()));
    }

    private Reply read(Call call) {
        return answers.found(directory.find(id(call)));
    }

    private Reply update(Call call, ChangeUser body, Transaction transaction) {
        return answers.to(call, transaction, directory.change(transaction, id(call), call.ifMatch(), body::over));
    }

    private Reply suspend(Call call, Transaction transaction) {
        return answers.to(call, transaction, shuttingOut(transaction, directory.suspend(transaction, id(call))));
    }

    private Outcome<User> shuttingOut(Transaction transaction, Outcome<User> outcome) {
        switch (outcome) {
            case Outcome.Changed<User>(User _, User after) -> shutOut.accept(transaction, after.id());
            case Outcome.Deleted<User>(User gone) -> shutOut.accept(transaction, gone.id());
            case Outcome.Made<User> _,
                    Outcome.Unchanged<User> _,
                    Outcome.NotFound<User> _,
                    Outcome.Stale<User> _,
                    Outcome.Wrong<User> _,
                    Outcome.Refused<User> _,
                    Outcome.Kept<User> _,
                    Outcome.NotAllowed<User> _ -> {}
        }
        return outcome;
    }

    private Reply reactivate(Call call, Transaction transaction) {
        return answers.to(call, transaction, directory.reactivate(transaction, id(call)));
    }

    private Reply restore(Call call, Transaction transaction) {
        return answers.to(call, transaction, directory.restore(transaction, id(call)));
    }

    private Reply markDeceased(Call call, MarkDeceased body, Transaction transaction) {
        Outcome<User> outcome = directory.markDeceased(transaction, id(call), Optional.ofNullable(body.deceasedAt()));
        return answers.to(call, transaction, shuttingOut(transaction, outcome));
    }

    private Reply unmarkDeceased(Call call, Transaction transaction) {
        return answers.to(call, transaction, directory.unmarkDeceased(transaction, id(call)));
    }

    private Reply delete(Call call, Transaction transaction) {
        return answers.to(
                call, transaction, shuttingOut(transaction, directory.delete(transaction, id(call), call.ifMatch())));
    }

    private static UserId id(Call call) {
        return call.id("id", UserId::new, Prefix.USER.text());
    }
}
