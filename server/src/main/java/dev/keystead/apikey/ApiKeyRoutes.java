package dev.keystead.apikey;

import dev.keystead.audit.Answers;
import dev.keystead.audit.AuditLog;
import dev.keystead.audit.Outcome;
import dev.keystead.member.WishedScopes;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Change;
import dev.keystead.platform.json.Fields;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// API keys of the workspace over HTTP.
public final class ApiKeyRoutes {
    private static final Duration LONGEST_LIFE = Duration.ofDays(3660);

    private final ApiKeys keys;
    private final WorkingKeys working;
    private final AuditLog audit;
    private final Clock clock;
    private final Answers<ApiKey> answers;

    public ApiKeyRoutes(ApiKeys keys, WorkingKeys working, AuditLog audit, Clock clock) {
        this.keys = keys;
        this.working = working;
        this.audit = audit;
        this.clock = clock;
        this.answers = new Answers<>(
                audit,
                new Answers.Kind<>(
                        ApiKey::id,
                        ApiKey::version,
                        KeyView::of,
                        key -> "/v1/api-keys/" + key.id().text()));
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/api-keys", "List the API keys of the workspace")
                        .tenant("read:api-key")
                        .answers(Shape.page(KeyView.class), this::list),
                Route.post("/v1/api-keys", "Create an API key; the key itself is shown in this answer only")
                        .tenant("admin:api-key")
                        .audits("api_key.create")
                        .takes(CreateKey.class)
                        .answers(201, Shape.of(MadeKeyView.class), this::create),
                Route.get("/v1/api-keys/{id}", "Read an API key, without the key itself")
                        .tenant("read:api-key")
                        .answers(Shape.of(KeyView.class), this::read),
                Route.post("/v1/api-keys/{id}:rotate", "Replace an API key by a new one with the same rights")
                        .tenant("admin:api-key")
                        .audits("api_key.rotate")
                        .query(Overlap.SECONDS)
                        .takesNothing()
                        .answers(201, Shape.of(MadeKeyView.class), this::rotate),
                Route.patch("/v1/api-keys/{id}", "Change the name, the scopes or the end of an API key")
                        .tenant("admin:api-key")
                        .audits("api_key.update")
                        .versioned()
                        .takes(ChangeKey.class)
                        .answers(Shape.of(KeyView.class), this::change),
                Route.delete("/v1/api-keys/{id}", "Revoke an API key")
                        .tenant("admin:api-key")
                        .audits("api_key.revoke")
                        .takesNothing()
                        .answers(Shape.nothing(), this::revoke));
    }

    /// The wish for a key.
    public record CreateKey(
            String name, List<String> scopes, @Nullable Instant expiresAt) {
        public CreateKey {
            var fields = new Fields();
            name = fields.text("name", name, 1, 120);
            scopes = WishedScopes.checked(fields, "scopes", scopes);
            fields.refuseIfAny();
        }

        List<AccessScope> rights() {
            return WishedScopes.rights(scopes);
        }
    }

    /// A change to a key: absent members stay, a null end means that it works until it is revoked.
    public record ChangeKey(Change<String> name, Change<List<String>> scopes, Change<@Nullable Instant> expiresAt) {
        public ChangeKey {
            var fields = new Fields();
            name = fields.change(name, value -> fields.text("name", value, 1, 120));
            scopes = fields.change(scopes, value -> WishedScopes.checked(fields, "scopes", value));
            fields.refuseIfAny();
        }

        ApiKey over(ApiKey key) {
            List<String> had = key.scopes().stream().map(AccessScope::text).toList();
            return key.as(
                    name.over(key.name()),
                    WishedScopes.rights(scopes.over(had)),
                    Optional.ofNullable(expiresAt.over(key.expiresAt().orElse(null))));
        }
    }

    /// A key as clients and the audit trail see it.
    public record KeyView(
            String id,
            String name,
            String shown,
            @Nullable String userId,
            List<String> scopes,
            String createdBy,
            Instant createdAt,
            @Nullable Instant lastUsedAt,
            @Nullable Instant expiresAt,
            @Nullable Instant revokedAt) {
        public static KeyView of(ApiKey key) {
            return new KeyView(
                    key.id().text(),
                    key.name(),
                    key.shown(),
                    key.user().map(user -> user.text()).orElse(null),
                    key.scopes().stream().map(AccessScope::text).toList(),
                    key.createdBy(),
                    key.createdAt(),
                    key.lastUsedAt().orElse(null),
                    key.expiresAt().orElse(null),
                    key.revokedAt().orElse(null));
        }
    }

    /// A new key, with the secret that is never shown again.
    public record MadeKeyView(String apiKey, KeyView key) {
        public static MadeKeyView of(ApiKeys.Made made) {
            return new MadeKeyView(made.secret().text(), KeyView.of(made.key()));
        }
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        Optional<UUID> after = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        List<ApiKey> found = keys.list(after, paging.fetch());
        return Reply.ok(Page.of(found, paging, key -> Cursor.of(key.id().value()), KeyView::of));
    }

    private Reply create(Call call, CreateKey body, Transaction transaction) {
        List<AccessScope> rights = body.rights();
        // A key can do no more than whoever makes it.
        WishedScopes.refuseMoreThanOwn(call.caller(), rights);
        Optional<Instant> expiresAt = Optional.ofNullable(body.expiresAt());
        expiresAt.ifPresent(this::refuseUnlessSoon);
        var wish = new ApiKeys.Wish(Optional.empty(), body.name(), rights, expiresAt);
        ApiKeys.Made made = keys.make(transaction, wish, call.caller().actor());
        audit.write(transaction, call, made.key().id(), AuditLog.Change.made(KeyView.of(made.key())));
        return Reply.created("/v1/api-keys/" + made.key().id().text(), MadeKeyView.of(made));
    }

    private void refuseUnlessSoon(Instant expiresAt) {
        Instant now = clock.instant();
        if (!expiresAt.isAfter(now) || expiresAt.isAfter(now.plus(LONGEST_LIFE))) {
            throw BadInput.member("expires_at", "must be in the future and within ten years");
        }
    }

    private Reply read(Call call) {
        return answers.found(keys.find(id(call)));
    }

    private Reply change(Call call, ChangeKey body, Transaction transaction) {
        ApiKeyId id = id(call);
        Outcome<ApiKey> outcome = keys.change(transaction, id, call.ifMatch(), before -> {
            ApiKey after = body.over(before);
            // Refusing throws, and nothing was changed yet.
            WishedScopes.refuseMoreThanOwn(call.caller(), after.scopes());
            after.expiresAt().filter(_ -> body.expiresAt().isSet()).ifPresent(this::refuseUnlessSoon);
            return after;
        });
        transaction.afterCommit(() -> working.forget(id));
        return answers.to(call, transaction, outcome);
    }

    private Reply rotate(Call call, Transaction transaction) {
        return switch (keys.rotate(
                transaction, id(call), Overlap.of(call), call.caller().actor())) {
            case ApiKeys.Rotation.Rotated(ApiKey old, ApiKeys.Made made) -> {
                // Refusing throws, and that takes the rotation back.
                WishedScopes.refuseMoreThanOwn(call.caller(), old.scopes());
                transaction.afterCommit(() -> working.forget(old.id()));
                audit.write(transaction, call, old.id(), new AuditLog.Change(KeyView.of(old), KeyView.of(made.key())));
                yield Reply.created("/v1/api-keys/" + made.key().id().text(), MadeKeyView.of(made));
            }
            case ApiKeys.Rotation.AlreadyRotated() ->
                Reply.conflict("the key was rotated already; rotate the one in its place");
            case ApiKeys.Rotation.Expired() -> Reply.conflict(ApiKeys.EXPIRED);
            case ApiKeys.Rotation.NotFound() -> Reply.notFound();
        };
    }

    private Reply revoke(Call call, Transaction transaction) {
        Optional<ApiKey> revoked = keys.revoke(transaction, id(call));
        if (revoked.isEmpty()) {
            return Reply.notFound();
        }
        transaction.afterCommit(() -> working.forget(revoked.get().id()));
        audit.write(transaction, call, revoked.get().id(), AuditLog.Change.removed(KeyView.of(revoked.get())));
        return Reply.empty();
    }

    private static ApiKeyId id(Call call) {
        return call.id("id", ApiKeyId::new, Prefix.API_KEY.text());
    }
}
