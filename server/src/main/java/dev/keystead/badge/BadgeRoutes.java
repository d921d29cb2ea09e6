package dev.keystead.badge;

import dev.keystead.audit.AuditLog;
import dev.keystead.audit.Outcome;
import dev.keystead.directory.Directory;
import dev.keystead.directory.UserId;
import dev.keystead.member.Members;
import dev.keystead.platform.config.BadgeConfig;
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
import dev.keystead.platform.json.Fields;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.Workspace;
import dev.keystead.workspace.WorkspaceId;
import dev.keystead.workspace.Workspaces;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Badges over HTTP: those of a workspace for its administrators, and one's own.
public final class BadgeRoutes {
    private static final String KEY_GONE = "the key for this kind was revoked a moment ago; try again";

    private final Badges badges;
    private final BadgeKeys keys;
    private final Holders holders;
    private final Workspaces workspaces;
    private final Function<Workspace, String> addresses;
    private final BadgeConfig config;
    private final AuditLog audit;

    /// What badges are about and signed with.
    ///
    /// @param addresses the issuer of a workspace
    public record Parts(
            Database database,
            Badges badges,
            BadgeKeys keys,
            Directory directory,
            Members members,
            Workspaces workspaces,
            Function<Workspace, String> addresses,
            BadgeConfig config,
            AuditLog audit) {}

    public BadgeRoutes(Parts parts) {
        this.badges = parts.badges();
        this.keys = parts.keys();
        this.holders = new Holders(parts.database(), parts.directory(), parts.members());
        this.workspaces = parts.workspaces();
        this.addresses = parts.addresses();
        this.config = parts.config();
        this.audit = parts.audit();
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/badges", "List the badges that the workspace issued, newest first")
                        .tenant("read:badge")
                        .answers(Shape.page(BadgeView.class), call -> list(call, badges::list)),
                Route.post("/v1/badges", "Issue a badge to somebody of the workspace")
                        .tenant("write:badge")
                        .audits("badge.issue")
                        .takes(IssueBadge.class)
                        .prepares(201, Shape.of(BadgeView.class), this::issue),
                Route.get("/v1/badges/{id}", "Read a badge that the workspace issued")
                        .tenant("read:badge")
                        .answers(Shape.of(BadgeView.class), this::read),
                Route.post("/v1/badges/{id}:revoke", "Revoke a badge; whoever checks it will know")
                        .tenant("write:badge")
                        .audits("badge.revoke")
                        .takes(RevokeBadge.class)
                        .answers(200, Shape.of(BadgeView.class), this::revoke),
                Route.get("/v1/users/{id}/badges", "List the badges that the workspace issued to somebody")
                        .tenant("read:badge")
                        .answers(Shape.page(BadgeView.class), this::listOfUser),
                Route.get("/v1/me/badges", "List your badges, whichever workspace issued them, newest first")
                        .self("read:user:self")
                        .answers(Shape.page(BadgeView.class), call -> list(call, badges::listOwn)),
                Route.get("/v1/me/badges/{id}", "Read one of your badges")
                        .self("read:user:self")
                        .answers(Shape.of(BadgeView.class), this::readOwn));
    }

    /// The wish for a badge.
    ///
    /// @param scope where it holds, in your words, such as the name of a project
    /// @param role as what, in your words
    public record IssueBadge(
            String userId,
            String kind,
            @Nullable String scope,
            @Nullable String role) {
        public IssueBadge {
            var fields = new Fields();
            userId = fields.text("user_id", userId, 1, 40);
            kind = fields.oneOf("kind", kind, BadgeKind.words());
            scope = fields.optional(scope, value -> fields.text("scope", value, 1, 100));
            role = fields.optional(role, value -> fields.text("role", value, 1, 100));
            fields.refuseIfAny();
        }
    }

    /// The wish to revoke a badge.
    ///
    /// @param reason for whoever looks at the badge later; its holder reads it too
    public record RevokeBadge(String reason) {
        public RevokeBadge {
            var fields = new Fields();
            reason = fields.text("reason", reason, 1, 500);
            fields.refuseIfAny();
        }
    }

    private Work.ChangingBare issue(Call call, IssueBadge body) {
        BadgeKind kind = BadgeKind.find(body.kind()).orElseThrow();
        Holders.Holder holder = Prefix.USER
                .parse(body.userId(), UserId::new)
                .flatMap(holders::find)
                .orElseThrow(() -> BadInput.member("user_id", "must be the id of a user or member of the workspace"));
        Optional<String> obstacle = holders.obstacle(holder, kind);
        if (obstacle.isPresent()) {
            return Work.instead(Reply.conflict(obstacle.get()));
        }
        Workspace workspace =
                workspaces.standing(new WorkspaceId(call.caller().tenant())).orElseThrow(Refusal::notFound);
        BadgeSigner signer = keys.signer(kind);
        var wish = new Badges.Wish(
                holder,
                kind,
                Optional.ofNullable(body.scope()),
                Optional.ofNullable(body.role()),
                addresses.apply(workspace),
                config.life());
        return (_, transaction) -> {
            if (kind == BadgeKind.STAFF && !badges.holdStaff(transaction, holder.user())) {
                return Reply.conflict(Holders.NO_STAFF);
            }
            return badges.issue(transaction, signer, wish)
                    .map(badge -> issued(call, transaction, badge))
                    .orElseGet(() -> Reply.conflict(KEY_GONE));
        };
    }

    private Reply issued(Call call, Transaction transaction, Badge badge) {
        BadgeView view = view(badge);
        audit.write(transaction, call, badge.id(), AuditLog.Change.made(view));
        return Reply.created("/v1/badges/" + badge.id().text(), view);
    }

    private Reply revoke(Call call, RevokeBadge body, Transaction transaction) {
        Outcome<Badge> outcome = badges.revoke(transaction, id(call), body.reason());
        if (outcome instanceof Outcome.Changed<Badge>(Badge before, Badge after)) {
            audit.write(transaction, call, after.id(), new AuditLog.Change(view(before), view(after)));
            return Reply.ok(view(after));
        }
        return outcome instanceof Outcome.Refused<Badge>(String reason, var _)
                ? Reply.conflict(reason)
                : Reply.notFound();
    }

    private Reply read(Call call) {
        return badges.find(id(call)).map(this::view).map(Reply::ok).orElseGet(Reply::notFound);
    }

    private Reply readOwn(Call call) {
        return badges.findOwn(id(call)).map(this::view).map(Reply::ok).orElseGet(Reply::notFound);
    }

    /// Whoever is nobody of the workspace looks like somebody who is not there.
    private Reply listOfUser(Call call) {
        UserId user = call.id("id", UserId::new, Prefix.USER.text());
        return holders.find(user).isEmpty()
                ? Reply.notFound()
                : list(call, (before, limit) -> badges.list(user, before, limit));
    }

    @FunctionalInterface
    private interface Listing {
        List<Badge> list(Optional<UUID> before, int limit);
    }

    private Reply list(Call call, Listing listing) {
        Paging paging = call.paging();
        Optional<UUID> before = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        List<Badge> found = listing.list(before, paging.fetch());
        return Reply.ok(Page.of(found, paging, badge -> Cursor.of(badge.id().value()), this::view));
    }

    private BadgeView view(Badge badge) {
        return BadgeView.of(badge, badges.status(badge));
    }

    private static BadgeId id(Call call) {
        return call.id("id", BadgeId::new, Prefix.BADGE.text());
    }
}
