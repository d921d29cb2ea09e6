package dev.keystead.grant;

import dev.keystead.audit.AuditLog;
import dev.keystead.client.ClientId;
import dev.keystead.directory.UserId;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Param;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Fields;
import dev.keystead.session.SessionId;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Transaction;
import dev.keystead.tenancy.TypedId;
import dev.keystead.workspace.WorkspaceId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Access tokens and what was given to applications, for administrators: seeing it, and taking it back.
public final class TokenAdministration {
    /// So many at a time, so that no transaction holds too many rows.
    private static final int AT_ONCE = 1_000;

    private static final Param<String> USER = Param.text("user_id", "Only tokens for this person");
    private static final Param<String> CLIENT = Param.text("client_id", "Only tokens of this application, by its id");

    private final Grants grants;
    private final AccessTokens tokens;
    private final AuditLog audit;

    public TokenAdministration(Grants grants, AccessTokens tokens, AuditLog audit) {
        this.grants = grants;
        this.tokens = tokens;
        this.audit = audit;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/access-tokens", "List the access tokens that work, newest first")
                        .tenant("read:user")
                        .query(USER, CLIENT)
                        .audits("access_token.read_admin")
                        .answers(Shape.page(AccessTokenView.class), this::list),
                Route.delete("/v1/access-tokens/{id}", "Revoke an access token")
                        .tenant("write:user")
                        .audits("access_token.revoke")
                        .takesNothing()
                        .answers(Shape.nothing(), this::revoke),
                Route.post(
                                "/v1/revocations",
                                "Take back what applications were given, by person, application, " + "session or time")
                        .tenant("write:user")
                        .audits("grant.revoke")
                        .takes(RevokeGrants.class)
                        .answers(200, Shape.of(RevokedView.class), this::revokeAll));
    }

    /// What is to be taken back: that which fits everything that is said.
    ///
    /// @param clientId the id of the application
    /// @param before only what was given before
    public record RevokeGrants(
            @Nullable String userId,
            @Nullable String clientId,
            @Nullable String sessionId,
            @Nullable Instant before) {
        public RevokeGrants {
            var fields = new Fields();
            fields.refuseIf(
                    userId == null && clientId == null && sessionId == null && before == null,
                    "before",
                    "must be given unless user_id, client_id or session_id is");
            fields.refuseIfAny();
        }

        Revocation revocation() {
            return new Revocation(
                    id("user_id", userId, Prefix.USER, UserId::new),
                    id("client_id", clientId, Prefix.CLIENT, ClientId::new),
                    id("session_id", sessionId, Prefix.SESSION, SessionId::new),
                    Optional.ofNullable(before));
        }
    }

    /// How much was taken back.
    ///
    /// @param complete false when there is more: ask again
    public record RevokedView(String workspaceId, int grants, int accessTokens, boolean complete) {}

    private static <I extends TypedId> Optional<I> id(
            String member, @Nullable String text, Prefix prefix, Function<UUID, I> type) {
        if (text == null) {
            return Optional.empty();
        }
        return Optional.of(prefix.parse(text, type)
                .orElseThrow(() -> BadInput.member(member, "must be an id that begins with " + prefix.text() + "_")));
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        List<AccessTokenView> found = tokens.list(
                id("user_id", call.find(USER).orElse(null), Prefix.USER, UserId::new),
                id("client_id", call.find(CLIENT).orElse(null), Prefix.CLIENT, ClientId::new),
                paging.after().map(cursor -> cursor.expect(1).uuid(0)),
                paging.fetch());
        return Reply.ok(Page.of(
                found,
                paging,
                token -> Cursor.of(Prefix.ACCESS_TOKEN
                        .parse(token.id(), AccessTokenId::new)
                        .orElseThrow()
                        .value()),
                Function.identity()));
    }

    private Reply revoke(Call call, Transaction transaction) {
        AccessTokenId id = call.id("id", AccessTokenId::new, Prefix.ACCESS_TOKEN.text());
        Optional<AccessTokenView> revoked = tokens.takeBack(transaction, id);
        if (revoked.isEmpty()) {
            return Reply.notFound();
        }
        audit.write(transaction, call, id, AuditLog.Change.removed(revoked.get()));
        return Reply.empty();
    }

    private Reply revokeAll(Call call, RevokeGrants body, Transaction transaction) {
        Revocation what = body.revocation();
        int ended = grants.revoke(transaction, what, AT_ONCE);
        int revoked = what.isAboutPeople() ? 0 : tokens.revokeOfClients(transaction, what, AT_ONCE);
        var workspace = new WorkspaceId(transaction.scope().require(Axis.TENANT));
        var answer = new RevokedView(workspace.text(), ended, revoked, ended < AT_ONCE && revoked < AT_ONCE);
        audit.write(transaction, call, workspace, new AuditLog.Change(body, answer));
        return Reply.ok(answer);
    }
}
