package dev.keystead.oauth.register;

import dev.keystead.audit.AuditLog;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.Fields;
import dev.keystead.tenancy.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Initial access tokens over HTTP.
public final class RegistrationTokenRoutes {
    private static final int USUAL_USES = 1;
    private static final int MOST_USES = 10_000;
    private static final int USUAL_SECONDS = 7 * 24 * 3600;
    private static final int MOST_SECONDS = 366 * 24 * 3600;

    private final RegistrationTokens tokens;
    private final AuditLog audit;

    public RegistrationTokenRoutes(RegistrationTokens tokens, AuditLog audit) {
        this.tokens = tokens;
        this.audit = audit;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/registration-tokens", "List the tokens with which applications may register themselves")
                        .tenant("read:client")
                        .answers(Shape.page(RegistrationTokenView.class), this::list),
                Route.post("/v1/registration-tokens", "Make a token with which applications may register themselves")
                        .tenant("write:client")
                        .audits("registration_token.create")
                        .takes(CreateRegistrationToken.class)
                        .answers(201, Shape.of(MadeRegistrationTokenView.class), this::create),
                Route.delete("/v1/registration-tokens/{id}", "Revoke a token for registration")
                        .tenant("write:client")
                        .audits("registration_token.revoke")
                        .takesNothing()
                        .answers(Shape.nothing(), this::revoke));
    }

    /// The wish for a token.
    ///
    /// @param uses how many applications may register with it; one when nothing is said
    /// @param expiresInSeconds how long it works; a week when nothing is said
    public record CreateRegistrationToken(
            String name, @Nullable Integer uses, @Nullable Integer expiresInSeconds) {
        public CreateRegistrationToken {
            var fields = new Fields();
            name = fields.text("name", name, 1, 120);
            uses = fields.optional(uses, value -> fields.number("uses", value, 1, MOST_USES));
            expiresInSeconds = fields.optional(
                    expiresInSeconds, value -> fields.number("expires_in_seconds", value, 60, MOST_SECONDS));
            fields.refuseIfAny();
        }
    }

    /// A token as administrators and the audit trail see it.
    public record RegistrationTokenView(
            String id, String name, int usesLeft, String createdBy, Instant createdAt, Instant expiresAt) {
        static RegistrationTokenView of(RegistrationToken token) {
            return new RegistrationTokenView(
                    token.id().text(),
                    token.name(),
                    token.usesLeft(),
                    token.createdBy(),
                    token.createdAt(),
                    token.expiresAt());
        }
    }

    /// A new token, with the text that is never shown again.
    public record MadeRegistrationTokenView(String initialAccessToken, RegistrationTokenView token) {}

    private Reply list(Call call) {
        Paging paging = call.paging();
        var after = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        List<RegistrationToken> found = tokens.list(after, paging.fetch());
        return Reply.ok(Page.of(found, paging, token -> Cursor.of(token.id().value()), RegistrationTokenView::of));
    }

    private Reply create(Call call, CreateRegistrationToken body, Transaction transaction) {
        RegistrationTokens.Made made = tokens.make(
                transaction,
                body.name(),
                Objects.requireNonNullElse(body.uses(), USUAL_USES),
                Duration.ofSeconds(Objects.requireNonNullElse(body.expiresInSeconds(), USUAL_SECONDS)),
                call.caller().actor());
        RegistrationTokenView view = RegistrationTokenView.of(made.token());
        audit.write(transaction, call, made.token().id(), AuditLog.Change.made(view));
        return Reply.json(201, new MadeRegistrationTokenView(made.secret().text(), view));
    }

    private Reply revoke(Call call, Transaction transaction) {
        RegistrationTokenId id = call.id("id", RegistrationTokenId::new, Prefix.REGISTRATION_TOKEN.text());
        Optional<RegistrationToken> gone = tokens.delete(transaction, id);
        if (gone.isEmpty()) {
            return Reply.notFound();
        }
        audit.write(transaction, call, id, AuditLog.Change.removed(RegistrationTokenView.of(gone.get())));
        return Reply.empty();
    }
}
