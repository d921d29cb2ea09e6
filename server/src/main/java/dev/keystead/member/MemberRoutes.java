package dev.keystead.member;

import dev.keystead.audit.Answers;
import dev.keystead.audit.AuditLog;
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
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Change;
import dev.keystead.platform.json.Fields;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The members of a workspace over HTTP.
public final class MemberRoutes {
    private static final Param<Role> ROLE = Param.word("role", "Only members with this role", Role.class);

    /// How much a workspace may keep about a membership.
    static final int MOST_METADATA_KIBIBYTES = 16;

    private final Members members;
    private final Answers<Membership> answers;

    public MemberRoutes(Members members, AuditLog audit) {
        this.members = members;
        this.answers = answers(audit);
    }

    static Answers<Membership> answers(AuditLog audit) {
        return new Answers<>(
                audit,
                new Answers.Kind<>(
                        Membership::user,
                        Membership::version,
                        MemberView::of,
                        member -> "/v1/workspaces/" + member.workspace().text() + "/members/"
                                + member.user().text()));
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/workspaces/{id}/members", "List the members of a workspace, also those who left")
                        .workspace("read:member")
                        .query(ROLE)
                        .answers(Shape.page(MemberView.class), this::list),
                Route.post("/v1/workspaces/{id}/members", "Make a user a member of a workspace")
                        .workspace("admin:member")
                        .audits("member.add")
                        .takes(AddMember.class)
                        .answers(201, Shape.of(MemberView.class), this::add),
                Route.get("/v1/workspaces/{id}/members/{userId}", "Read a membership")
                        .workspace("read:member")
                        .answers(Shape.of(MemberView.class), this::read),
                Route.patch("/v1/workspaces/{id}/members/{userId}", "Give a member another role or affiliation")
                        .workspace("admin:member")
                        .audits("member.update")
                        .versioned()
                        .takes(ChangeMember.class)
                        .answers(Shape.of(MemberView.class), this::change),
                Route.delete("/v1/workspaces/{id}/members/{userId}", "End a membership")
                        .workspace("admin:member")
                        .audits("member.end")
                        .versioned()
                        .takesNothing()
                        .answers(Shape.nothing(), this::end));
    }

    /// The wish for a membership.
    public record AddMember(
            String userId,
            Role role,
            @Nullable Affiliation affiliation,
            @Nullable Instant guestExpiresAt,
            @Nullable JsonNode metadata) {
        public AddMember {
            var fields = new Fields();
            metadata = fields.optional(metadata, value -> fields.object("metadata", value, MOST_METADATA_KIBIBYTES));
            fields.refuseIfAny();
        }

        Members.Wish wish() {
            return new Members.Wish(
                    role,
                    Optional.ofNullable(affiliation).orElse(Affiliation.STAFF),
                    Optional.ofNullable(guestExpiresAt),
                    Optional.ofNullable(metadata));
        }
    }

    /// A change to a membership: absent members stay, a null end is taken away.
    public record ChangeMember(
            Change<Role> role,
            Change<Affiliation> affiliation,
            Change<@Nullable Instant> guestExpiresAt,
            Change<JsonNode> metadata) {
        public ChangeMember {
            var fields = new Fields();
            metadata = fields.change(metadata, value -> fields.object("metadata", value, MOST_METADATA_KIBIBYTES));
            fields.refuseIfAny();
        }

        Members.Wish over(Membership member) {
            return new Members.Wish(
                    role.over(member.role()),
                    affiliation.over(member.affiliation()),
                    Optional.ofNullable(
                            guestExpiresAt.over(member.guestExpiresAt().orElse(null))),
                    Optional.of(metadata.over(member.metadata())));
        }
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        var after = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        List<Membership> found = members.list(call.find(ROLE), after, paging.fetch());
        return Reply.ok(Page.of(found, paging, member -> Cursor.of(member.user().value()), MemberView::of));
    }

    private Reply add(Call call, AddMember body, Transaction transaction) {
        UserId user = Prefix.USER
                .parse(body.userId(), UserId::new)
                .orElseThrow(() -> BadInput.member("user_id", "must be the id of a user"));
        String adder = call.caller().actor();
        return answers.to(
                call, transaction, members.add(transaction, giver(call, transaction), user, body.wish(), adder));
    }

    private Reply read(Call call) {
        return answers.found(members.find(user(call)));
    }

    private Reply change(Call call, ChangeMember body, Transaction transaction) {
        return answers.to(
                call,
                transaction,
                members.change(transaction, giver(call, transaction), user(call), call.ifMatch(), body::over));
    }

    private Reply end(Call call, Transaction transaction) {
        return answers.to(
                call, transaction, members.end(transaction, Optional.of(granting(call)), user(call), call.ifMatch()));
    }

    private Giver giver(Call call, Transaction transaction) {
        return members.giver(transaction, granting(call), call.caller().user().map(UserId::new));
    }

    /// The role that the caller acts with; the route let nobody in who has less.
    private static Role granting(Call call) {
        return Role.of(call.caller()::allows).orElseThrow(Refusal::insufficientRole);
    }

    private static UserId user(Call call) {
        return call.id("userId", UserId::new, Prefix.USER.text());
    }
}
