package dev.keystead.group;

import dev.keystead.audit.AuditLog;
import dev.keystead.directory.UserId;
import dev.keystead.group.GroupRoutes.GroupView;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Caller;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;

/// Who is in which group, over HTTP.
public final class GroupMemberRoutes {
    private static final String ALL = "/v1/groups/{id}/members";
    private static final String ONE = ALL + "/{userId}";

    private final Groups groups;
    private final AuditLog audit;

    public GroupMemberRoutes(Groups groups, AuditLog audit) {
        this.groups = groups;
        this.audit = audit;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(ALL, "List the people in a group")
                        .tenant("read:group")
                        .answers(Shape.page(GroupMemberView.class), this::list),
                Route.put(ONE, "Put a user or a member of the workspace into a group; needs every right it carries")
                        .tenant("write:group")
                        .audits("group.member.add")
                        .takesNothing()
                        .answers(Shape.of(GroupMemberView.class), this::add),
                Route.delete(ONE, "Take somebody out of a group; needs every right that it carries")
                        .tenant("write:group")
                        .audits("group.member.remove")
                        .takesNothing()
                        .answers(Shape.nothing(), this::remove),
                Route.get("/v1/users/{id}/groups", "List the groups that a user or a member is in")
                        .tenant("read:group")
                        .answers(Shape.page(GroupView.class), this::listOf));
    }

    /// Somebody in a group, as clients and the audit trail see them.
    public record GroupMemberView(String userId, String displayName, String addedBy, Instant addedAt) {
        public static GroupMemberView of(GroupMember member) {
            return new GroupMemberView(member.user().text(), member.displayName(), member.addedBy(), member.addedAt());
        }
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        var after = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        return groups.listMembers(GroupRoutes.id(call), after, paging.fetch())
                .map(found -> Reply.ok(
                        Page.of(found, paging, member -> Cursor.of(member.user().value()), GroupMemberView::of)))
                .orElseGet(Reply::notFound);
    }

    private Reply listOf(Call call) {
        Paging paging = call.paging();
        var after = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        UserId user = call.id("id", UserId::new, Prefix.USER.text());
        return groups.listOf(user, after, paging.fetch())
                .map(found -> Reply.ok(GroupRoutes.page(found, paging)))
                .orElseGet(Reply::notFound);
    }

    private Reply add(Call call, Transaction transaction) {
        Caller caller = call.caller();
        return answer(
                call,
                transaction,
                groups.add(transaction, GroupRoutes.id(call), user(call), caller.actor(), caller::allows));
    }

    private Reply remove(Call call, Transaction transaction) {
        return answer(
                call, transaction, groups.remove(transaction, GroupRoutes.id(call), user(call), call.caller()::allows));
    }

    private Reply answer(Call call, Transaction transaction, Groups.Change change) {
        return switch (change) {
            case Groups.Change.Joined(GroupMember member) -> {
                GroupMemberView view = GroupMemberView.of(member);
                audit.write(transaction, call, GroupRoutes.id(call), AuditLog.Change.made(view));
                yield Reply.ok(view);
            }
            case Groups.Change.Left(GroupMember member) -> {
                var left = AuditLog.Change.removed(GroupMemberView.of(member));
                audit.write(transaction, call, GroupRoutes.id(call), left);
                yield Reply.empty();
            }
            case Groups.Change.Unchanged(GroupMember member) -> {
                call.markUnchanged();
                yield Reply.ok(GroupMemberView.of(member));
            }
            case Groups.Change.NotFound() -> Reply.notFound();
            case Groups.Change.Refused(String reason) -> Reply.conflict(reason);
            case Groups.Change.NotAllowed() -> throw Refusal.insufficientRole();
        };
    }

    private static UserId user(Call call) {
        return call.id("userId", UserId::new, Prefix.USER.text());
    }
}
