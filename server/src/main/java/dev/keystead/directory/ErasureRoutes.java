package dev.keystead.directory;

import dev.keystead.audit.AuditLog;
import dev.keystead.directory.ErasureStore.Deleted;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.Fields;
import dev.keystead.platform.json.Json;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The end of people's data, and a copy of it, for those who administer a workspace.
public final class ErasureRoutes {
    private final ErasureStore store;
    private final Directory directory;
    private final PersonalData data;
    private final AuditLog audit;
    private final Function<UUID, Duration> retention;
    private final Consumer<Transaction> hurry;
    private final Clock clock;

    /// @param retention how long a workspace lets its deleted users come back
    /// @param hurry lets the job that erases come next
    public ErasureRoutes(
            Database database,
            Directory directory,
            PersonalData data,
            AuditLog audit,
            Function<UUID, Duration> retention,
            Consumer<Transaction> hurry,
            Clock clock) {
        this.store = new ErasureStore(database);
        this.directory = directory;
        this.data = data;
        this.audit = audit;
        this.retention = retention;
        this.hurry = hurry;
        this.clock = clock;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(
                                "/v1/users/{id}/export",
                                "Download everything that is kept here about a user, without secrets")
                        .tenant("admin:user")
                        .audits("user.read_admin")
                        .answers(Shape.media("application/json"), this::export),
                Route.get("/v1/users/{id}/erasure", "Read how far the erasure of a deleted user is")
                        .tenant("read:user")
                        .answers(Shape.of(ErasureView.class), this::read),
                Route.post("/v1/users/{id}:erase", "Erase a deleted user now, without waiting for the window's end")
                        .tenant("admin:workspace")
                        .audits("user.erase_now")
                        .takes(EraseUser.class)
                        .prepares(202, Shape.of(ErasureView.class), this::erase));
    }

    /// The wish to erase somebody at once.
    ///
    /// @param confirm the word `erase`, as there is no way back
    public record EraseUser(String confirm) {
        public EraseUser {
            var fields = new Fields();
            confirm = fields.text("confirm", confirm, 1, 20);
            fields.refuseIf(!confirm.equals("erase"), "confirm", "must be the word erase: there is no way back");
            fields.refuseIfAny();
        }
    }

    /// How far an erasure is. Once it is done there is nobody to ask about; the trail has the proof.
    ///
    /// @param dueAt when it begins by itself
    /// @param begunAt when it began, or was asked for
    /// @param removedRows how many rows of each table are gone already
    public record ErasureView(
            String userId,
            Instant deletedAt,
            Instant dueAt,
            @Nullable Instant begunAt,
            JsonNode removedRows) {}

    private static ErasureView view(Deleted user, Duration window) {
        return new ErasureView(
                user.user().text(),
                user.at(),
                user.at().plus(window),
                user.begunAt().orElse(null),
                Json.tree(user.counts()));
    }

    private Reply read(Call call) {
        Duration window = retention.apply(call.caller().tenant());
        return store.find(id(call)).map(user -> Reply.ok(view(user, window))).orElseGet(Reply::notFound);
    }

    private Work.ChangingBare erase(Call call, EraseUser body) {
        UserId user = id(call);
        Duration window = retention.apply(call.caller().tenant());
        return (_, transaction) -> erase(call, transaction, user, window);
    }

    private Reply erase(Call call, Transaction transaction, UserId user, Duration window) {
        Optional<Deleted> found = store.find(transaction, user);
        if (found.isEmpty()) {
            return directory.find(transaction, user).isPresent()
                    ? Reply.conflict("the user is not deleted; delete the user first")
                    : Reply.notFound();
        }
        if (!store.begin(transaction, found.get(), clock.instant())) {
            return Reply.conflict("the erasure has begun already");
        }
        hurry.accept(transaction);
        audit.write(transaction, call, user, AuditLog.Change.removed(Map.of("user_id", user.text())));
        return Reply.json(202, view(store.find(transaction, user).orElseThrow(), window));
    }

    private Reply export(Call call) {
        UserId user = id(call);
        if (directory.find(user).isEmpty()) {
            return Reply.notFound();
        }
        UUID home = call.caller().tenant();
        return Reply.file(
                "application/json",
                user.text() + ".json",
                out -> data.write(home, user, PersonalData.Reader.WORKSPACE, out));
    }

    private static UserId id(Call call) {
        return call.id("id", UserId::new, Prefix.USER.text());
    }
}
