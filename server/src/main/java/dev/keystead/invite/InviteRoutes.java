package dev.keystead.invite;

import dev.keystead.audit.AuditLog;
import dev.keystead.audit.Outcome;
import dev.keystead.directory.Directory;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Param;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Fields;
import dev.keystead.policy.Policies;
import dev.keystead.policy.SignUpPolicy;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.Reserved;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Invitations over HTTP: one's own, and for administrators everybody's.
public final class InviteRoutes {
    private static final Param<Invite.Status> STATUS =
            Param.word("status", "Only invitations of this status", Invite.Status.class);
    private static final Param<String> INVITER = Param.text("inviter_id", "Only invitations of this person", 1, 40);
    private static final String NOT_HERE =
            "only people with an individual account invite; ask an administrator of your workspace to add people";
    private static final String CLOSED = "nobody can join at the moment, so that nobody can be invited";
    private static final String BRAKED = "you cannot invite anybody at the moment; ask an administrator why";

    private final Invites invites;
    private final Directory directory;
    private final Policies policies;
    private final AuditLog audit;

    public InviteRoutes(Invites invites, Directory directory, Policies policies, AuditLog audit) {
        this.invites = invites;
        this.directory = directory;
        this.policies = policies;
        this.audit = audit;
    }

    public List<Route> routes() {
        return List.of(
                Route.post("/v1/invites", "Invite somebody; the token and its link are shown in this answer only")
                        .self("write:user:self")
                        .audits("invite.issue")
                        .takes(CreateInvite.class)
                        .prepares(201, Shape.of(MadeInviteView.class), this::issue),
                Route.get("/v1/me/invites", "List your invitations, newest first")
                        .self("read:user:self")
                        .query(STATUS)
                        .answers(Shape.page(InviteView.class), call -> list(call, Optional.of(self(call)))),
                Route.get("/v1/me/invites/{id}", "Read one of your invitations, without its token")
                        .self("read:user:self")
                        .answers(Shape.of(InviteView.class), call -> read(call, Optional.of(self(call)))),
                Route.post("/v1/me/invites/{id}:revoke", "Take one of your open invitations back")
                        .self("write:user:self")
                        .audits("invite.revoke")
                        .takesNothing()
                        .answers(
                                200,
                                Shape.of(InviteView.class),
                                (call, transaction) -> revoke(call, transaction, Optional.of(self(call)))),
                Route.get("/v1/invites", "List the invitations of everybody, newest first")
                        .tenant("read:invite")
                        .query(STATUS, INVITER)
                        .answers(Shape.page(InviteView.class), call -> list(call, inviter(call))),
                Route.get("/v1/invites/{id}", "Read an invitation, without its token")
                        .tenant("read:invite")
                        .answers(Shape.of(InviteView.class), call -> read(call, Optional.empty())),
                Route.post("/v1/invites/{id}:revoke", "Take an open invitation back")
                        .tenant("write:invite")
                        .audits("invite.revoke")
                        .takesNothing()
                        .answers(
                                200,
                                Shape.of(InviteView.class),
                                (call, transaction) -> revoke(call, transaction, Optional.empty())));
    }

    /// The wish for an invitation.
    ///
    /// @param intendedEmail where the link is mailed to; whoever has the link may use it
    /// @param reasonDetail why, in your words; the invited person reads it
    /// @param publicVerifiable whether anybody may see who invited whom, once it was used
    public record CreateInvite(
            @Nullable String intendedEmail,
            Invite.@Nullable Reason reasonCode,
            @Nullable String reasonDetail,
            @Nullable Boolean publicVerifiable) {
        public CreateInvite {
            var fields = new Fields();
            intendedEmail = fields.optional(intendedEmail, value -> fields.email("intended_email", value));
            reasonDetail = fields.optional(reasonDetail, value -> fields.text("reason_detail", value, 1, 500));
            fields.refuseIfAny();
        }

        public Invites.Wish wish() {
            return new Invites.Wish(
                    Optional.ofNullable(intendedEmail),
                    Optional.ofNullable(reasonCode),
                    Optional.ofNullable(reasonDetail),
                    Boolean.TRUE.equals(publicVerifiable));
        }
    }

    /// A new invitation, with the token that is never shown again.
    ///
    /// @param link the page that the invited person opens
    public record MadeInviteView(String inviteToken, String link, InviteView invite) {}

    /// Why nobody can be invited here, in a sentence; nothing when somebody can. Not for use inside a
    /// transaction.
    public static Optional<String> obstacle(UUID tenant, Policies policies) {
        if (!tenant.equals(Reserved.SYSTEM_WORKSPACE.value())) {
            return Optional.of(NOT_HERE);
        }
        return policies.signUp(tenant).mode() == SignUpPolicy.Mode.CLOSED ? Optional.of(CLOSED) : Optional.empty();
    }

    private Work.ChangingBare issue(Call call, CreateInvite body) {
        Optional<String> obstacle = obstacle(call.caller().tenant(), policies);
        if (obstacle.isPresent()) {
            return Work.instead(Reply.conflict(obstacle.get()));
        }
        User inviter = directory.find(self(call)).orElseThrow(Refusal::notFound);
        return (_, transaction) -> switch (invites.issue(transaction, inviter, body.wish())) {
            case Invites.Issue.Issued(Invite invite, var secret) -> {
                InviteView view = InviteView.of(invite);
                audit.write(transaction, call, invite.id(), AuditLog.Change.made(view));
                yield Reply.created(
                        "/v1/me/invites/" + invite.id().text(),
                        new MadeInviteView(secret.text(), invites.link(secret), view));
            }
            case Invites.Issue.Exhausted(Quota quota) -> Reply.conflict(exhausted(quota));
            case Invites.Issue.Braked() -> Reply.conflict(BRAKED);
        };
    }

    private static String exhausted(Quota quota) {
        return quota.comesBack()
                ? "you have made as many invitations as you may in 30 days; the next one can be made at "
                        + quota.periodResetAt()
                : "you have made as many invitations as you may";
    }

    private Reply list(Call call, Optional<UserId> inviter) {
        Paging paging = call.paging();
        Optional<UUID> before = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        List<Invite> found = invites.list(inviter, call.find(STATUS), before, paging.fetch());
        return Reply.ok(Page.of(found, paging, invite -> Cursor.of(invite.id().value()), InviteView::of));
    }

    private Reply read(Call call, Optional<UserId> inviter) {
        return invites.find(id(call))
                .filter(invite -> inviter.isEmpty() || inviter.get().equals(invite.inviter()))
                .map(invite -> Reply.ok(InviteView.of(invite)))
                .orElseGet(Reply::notFound);
    }

    private Reply revoke(Call call, Transaction transaction, Optional<UserId> inviter) {
        Outcome<Invite> outcome = invites.revoke(transaction, inviter, id(call));
        if (outcome instanceof Outcome.Changed<Invite>(Invite before, Invite after)) {
            var change = new AuditLog.Change(InviteView.of(before), InviteView.of(after));
            audit.write(transaction, call, after.id(), change);
            return Reply.ok(InviteView.of(after));
        }
        return outcome instanceof Outcome.Refused<Invite>(String reason, var _)
                ? Reply.conflict(reason)
                : Reply.notFound();
    }

    private static Optional<UserId> inviter(Call call) {
        return call.find(INVITER)
                .map(text -> Prefix.USER
                        .parse(text, UserId::new)
                        .orElseThrow(() -> BadInput.member("inviter_id", "must be the id of a user")));
    }

    private static UserId self(Call call) {
        return new UserId(call.caller().user().orElseThrow());
    }

    private static InviteId id(Call call) {
        return call.id("id", InviteId::new, Prefix.INVITE.text());
    }
}
