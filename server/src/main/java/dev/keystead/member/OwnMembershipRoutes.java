package dev.keystead.member;

import dev.keystead.audit.Answers;
import dev.keystead.audit.AuditLog;
import dev.keystead.directory.UserId;
import dev.keystead.platform.db.Words;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.Workspace;
import dev.keystead.workspace.WorkspaceId;
import dev.keystead.workspace.Workspaces;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A person's own memberships over HTTP, along the user's axis.
public final class OwnMembershipRoutes {
    private final Members members;
    private final Workspaces workspaces;
    private final Answers<Membership> answers;

    public OwnMembershipRoutes(Members members, Workspaces workspaces, AuditLog audit) {
        this.members = members;
        this.workspaces = workspaces;
        this.answers = MemberRoutes.answers(audit);
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/me/workspaces", "List the workspaces that you are a member of")
                        .self("read:user:self")
                        .answers(Shape.page(OwnMembershipView.class), this::list),
                Route.delete("/v1/me/workspaces/{id}", "Leave a workspace")
                        .self("write:user:self")
                        .audits("member.leave")
                        .takesNothing()
                        .answers(Shape.nothing(), this::leave));
    }

    /// One of the caller's own memberships.
    public record OwnMembershipView(
            String workspaceId,
            String slug,
            String name,
            String role,
            String affiliation,
            Instant joinedAt,
            @Nullable Instant guestExpiresAt) {
        public static OwnMembershipView of(Membership member, Workspace workspace) {
            return new OwnMembershipView(
                    workspace.id().text(),
                    workspace.slug(),
                    workspace.name(),
                    Words.of(member.role()),
                    Words.of(member.affiliation()),
                    member.joinedAt(),
                    member.guestExpiresAt().orElse(null));
        }
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        var after = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        List<Membership> found = members.listOwn(after, paging.fetch());
        var page = Page.of(found, paging, member -> Cursor.of(member.workspace().value()), this::find);
        // Of a deleted workspace its members see nothing; what they were is kept, in case it comes back.
        return Reply.ok(
                new Page<>(page.items().stream().flatMap(Optional::stream).toList(), page.nextCursor()));
    }

    private Optional<OwnMembershipView> find(Membership member) {
        return workspaces.standing(member.workspace()).map(workspace -> OwnMembershipView.of(member, workspace));
    }

    private Reply leave(Call call, Transaction transaction) {
        WorkspaceId workspace = call.id("id", WorkspaceId::new, Prefix.WORKSPACE.text());
        var self = new UserId(call.caller().user().orElseThrow());
        Transaction inside = transaction.with(Scope.tenant(workspace.value()));
        // The entry belongs to the workspace, whose administrators must see who left.
        return answers.to(call, inside, members.end(inside, Optional.empty(), self, Optional.empty()));
    }
}
