package dev.keystead.account;

import dev.keystead.apikey.Overlap;
import dev.keystead.audit.AuditLog;
import dev.keystead.directory.Directory;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import dev.keystead.login.Door;
import dev.keystead.member.WishedScopes;
import dev.keystead.pat.PersonalToken;
import dev.keystead.pat.PersonalTokenId;
import dev.keystead.pat.PersonalTokenView;
import dev.keystead.pat.PersonalTokens;
import dev.keystead.pat.PersonalTokens.Rotation;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Change;
import dev.keystead.platform.json.Fields;
import dev.keystead.policy.TokenPolicy;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Personal access tokens for programs: one's own, and for administrators those of others.
///
/// A token is made and rotated only shortly after its owner proved who they are, which no key and no token
/// can. Without a session, a token can revoke itself and no other.
public final class TokenRoutes {
    private static final String READ = "read:user:self";
    private static final String WRITE = "write:user:self";

    private final Door door;
    private final RecentProof proof;
    private final OwnTokens tokens;
    private final Directory directory;
    private final AuditLog audit;
    private final Clock clock;

    TokenRoutes(Door door, RecentProof proof, OwnTokens tokens, Directory directory, AuditLog audit, Clock clock) {
        this.door = door;
        this.proof = proof;
        this.tokens = tokens;
        this.directory = directory;
        this.audit = audit;
        this.clock = clock;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/v1/me/tokens", "List your personal access tokens that were not revoked, newest first")
                        .self(READ)
                        .answers(Shape.page(PersonalTokenView.class), call -> list(call, Me.of(call, door))),
                Route.post(
                                "/v1/me/tokens",
                                "Make a personal access token; the token itself is shown in this answer only")
                        .self(WRITE)
                        .audits("personal_access_token.create")
                        .takes(CreateToken.class)
                        .prepares(201, Shape.of(MadeTokenView.class), this::create),
                Route.get("/v1/me/tokens/{id}", "Read a personal access token of yours, without the token itself")
                        .self(READ)
                        .answers(Shape.of(PersonalTokenView.class), this::read),
                Route.post("/v1/me/tokens/{id}:rotate", "Replace a personal access token by a new one like it")
                        .self(WRITE)
                        .audits("personal_access_token.rotate")
                        .query(Overlap.SECONDS)
                        .takesNothing()
                        .prepares(201, Shape.of(MadeTokenView.class), this::rotate),
                Route.delete("/v1/me/tokens/{id}", "Revoke a personal access token of yours")
                        .self(WRITE)
                        .audits("personal_access_token.revoke")
                        .takesNothing()
                        .prepares(204, Shape.nothing(), this::revokeOwn),
                Route.get("/v1/users/{id}/tokens", "List the personal access tokens of a user that were not revoked")
                        .tenant("read:user")
                        .audits("personal_access_token.read_admin")
                        .answers(Shape.page(PersonalTokenView.class), this::listOfUser),
                Route.delete("/v1/users/{id}/tokens/{token}", "Revoke a personal access token of a user")
                        .tenant("write:user")
                        .audits("personal_access_token.revoke")
                        .takesNothing()
                        .prepares(204, Shape.nothing(), this::revokeOfUser));
    }

    /// The wish for a token.
    ///
    /// @param expiresAt absent for the usual life, null for a token that never ends
    public record CreateToken(String name, List<String> scopes, Change<@Nullable Instant> expiresAt) {
        public CreateToken {
            var fields = new Fields();
            name = fields.text("name", name, 1, 120);
            scopes = WishedScopes.checked(fields, "scopes", scopes);
            fields.refuseIfAny();
        }

        /// When the token shall end, if the workspace allows that.
        ///
        /// @throws BadInput when it does not
        Optional<Instant> end(TokenPolicy policy, Instant now) {
            return switch (expiresAt) {
                case Change.Keep<@Nullable Instant> _ -> Optional.of(now.plus(policy.usualLife()));
                case Change.Set<@Nullable Instant> set -> {
                    Optional<Instant> wished = Optional.ofNullable(set.value());
                    boolean isAllowed = wished.map(end -> end.isAfter(now) && !end.isAfter(now.plus(policy.longest())))
                            .orElse(policy.allowsForever());
                    if (!isAllowed) {
                        throw BadInput.member(
                                "expires_at",
                                "must be in the future and within " + policy.maxDays()
                                        + " days, as your workspace has decided");
                    }
                    yield wished;
                }
            };
        }
    }

    /// A new token, with the secret that is never shown again.
    public record MadeTokenView(String personalAccessToken, PersonalTokenView token) {
        static MadeTokenView of(PersonalTokens.Made made) {
            return new MadeTokenView(made.secret().text(), PersonalTokenView.of(made.token()));
        }
    }

    private Reply list(Call call, Me owner) {
        Paging paging = call.paging();
        var before = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        List<PersonalToken> found = tokens.list(owner, before, paging.fetch());
        return Reply.ok(Page.of(found, paging, token -> Cursor.of(token.id().value()), PersonalTokenView::of));
    }

    private Reply listOfUser(Call call) {
        Me owner = ownerIn(call);
        return directory.find(owner.user()).isPresent() ? list(call, owner) : Reply.notFound();
    }

    private Reply read(Call call) {
        return tokens.find(Me.of(call, door), id(call, "id"))
                .map(token -> Reply.ok(PersonalTokenView.of(token)))
                .orElseGet(Reply::notFound);
    }

    private Work.ChangingBare create(Call call, CreateToken body) {
        proof.require(call);
        Me me = Me.of(call, door);
        var wish = new PersonalTokens.Wish(
                me.user(),
                body.name(),
                WishedScopes.rights(body.scopes()),
                body.end(tokens.policy(me), clock.instant()));
        return (_, transaction) -> {
            PersonalTokens.Made made = tokens.make(transaction, me, find(transaction, me.user()), wish);
            PersonalTokenId id = made.token().id();
            audit.write(transaction, call, id, AuditLog.Change.made(PersonalTokenView.of(made.token())));
            return made(made);
        };
    }

    private static Reply made(PersonalTokens.Made made) {
        return Reply.created("/v1/me/tokens/" + made.token().id().text(), MadeTokenView.of(made));
    }

    private Work.ChangingBare rotate(Call call) {
        proof.require(call);
        Me me = Me.of(call, door);
        PersonalTokenId id = id(call, "id");
        Duration overlap = Overlap.of(call);
        TokenPolicy policy = tokens.policy(me);
        return (_, transaction) -> switch (tokens.rotate(
                transaction, me, find(transaction, me.user()), id, overlap, policy)) {
            case Rotation.Rotated rotated -> {
                audit.write(transaction, call, id, change(rotated));
                yield made(rotated.made());
            }
            case Rotation.AlreadyRotated() ->
                Reply.conflict("the token was rotated already; rotate the one in its place");
            case Rotation.Expired() -> Reply.conflict("the token has expired; make a new one");
            case Rotation.NotFound() -> Reply.notFound();
        };
    }

    /// What the trail says of a rotation.
    static AuditLog.Change change(Rotation.Rotated rotated) {
        return new AuditLog.Change(
                PersonalTokenView.of(rotated.old()),
                PersonalTokenView.of(rotated.made().token()));
    }

    private Work.ChangingBare revokeOwn(Call call) {
        PersonalTokenId id = id(call, "id");
        Me me = Me.of(call, door);
        boolean isAnother = tokens.find(me, id)
                .filter(token -> !token.actor().equals(call.caller().actor()))
                .isPresent();
        if (me.session().isEmpty() && isAnother) {
            throw new Refusal(RecentProof.missing());
        }
        return revoke(call, me, id);
    }

    private Work.ChangingBare revokeOfUser(Call call) {
        return revoke(call, ownerIn(call), id(call, "token"));
    }

    private Work.ChangingBare revoke(Call call, Me owner, PersonalTokenId id) {
        return (_, transaction) -> {
            Optional<PersonalToken> revoked = tokens.revoke(transaction, owner, find(transaction, owner.user()), id);
            revoked.ifPresent(
                    token -> audit.write(transaction, call, id, AuditLog.Change.removed(PersonalTokenView.of(token))));
            return revoked.isPresent() ? Reply.empty() : Reply.notFound();
        };
    }

    private Me ownerIn(Call call) {
        return Me.inPlaceOf(call.id("id", UserId::new, Prefix.USER.text()), call, door);
    }

    private User find(Transaction transaction, UserId user) {
        return directory.find(transaction, user).orElseThrow(Refusal::notFound);
    }

    private static PersonalTokenId id(Call call, String variable) {
        return call.id(variable, PersonalTokenId::new, Prefix.PERSONAL_ACCESS_TOKEN.text());
    }
}
