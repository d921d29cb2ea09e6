package dev.keystead.role;

import dev.keystead.audit.AuditLog;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Caller;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;

/// Who holds which role of the workspace's own, over HTTP.
public final class AssignmentRoutes {
    private static final String ALL = "/v1/roles/{id}/assignments";
    private static final String ONE = ALL + "/{principal}";

    private final CustomRoles roles;
    private final AuditLog audit;

    public AssignmentRoutes(CustomRoles roles, AuditLog audit) {
        this.roles = roles;
        this.audit = audit;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(ALL, "List the members and groups that hold a role")
                        .tenant("read:role")
                        .answers(Shape.page(AssignmentView.class), this::list),
                Route.put(ONE, "Give a role to a member or a group; needs every right that it allows")
                        .tenant("admin:role")
                        .audits("role.assign")
                        .takesNothing()
                        .answers(Shape.of(AssignmentView.class), this::assign),
                Route.delete(ONE, "Take a role from a member or a group; needs every right that it allows")
                        .tenant("admin:role")
                        .audits("role.withdraw")
                        .takesNothing()
                        .answers(Shape.nothing(), this::withdraw));
    }

    /// That somebody holds a role, as clients and the audit trail see it.
    ///
    /// @param principal the id of a user or a group
    public record AssignmentView(String principal, String assignedBy, Instant assignedAt) {
        static AssignmentView of(Assignment assignment) {
            return new AssignmentView(assignment.holder().text(), assignment.assignedBy(), assignment.assignedAt());
        }
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        var after = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        return roles.listHolders(RoleRoutes.id(call), after, paging.fetch())
                .map(found -> Reply.ok(Page.of(
                        found,
                        paging,
                        assignment -> Cursor.of(assignment.holder().value()),
                        AssignmentView::of)))
                .orElseGet(Reply::notFound);
    }

    private Reply assign(Call call, Transaction transaction) {
        Caller caller = call.caller();
        return answer(
                call,
                transaction,
                roles.assign(transaction, RoleRoutes.id(call), principal(call), caller.actor(), caller::allows));
    }

    private Reply withdraw(Call call, Transaction transaction) {
        return answer(
                call,
                transaction,
                roles.withdraw(transaction, RoleRoutes.id(call), principal(call), call.caller()::allows));
    }

    private Reply answer(Call call, Transaction transaction, CustomRoles.Change change) {
        return switch (change) {
            case CustomRoles.Change.Assigned(Assignment assignment) -> {
                AssignmentView view = AssignmentView.of(assignment);
                audit.write(transaction, call, RoleRoutes.id(call), AuditLog.Change.made(view));
                yield Reply.ok(view);
            }
            case CustomRoles.Change.Withdrawn(Assignment assignment) -> {
                var withdrawn = AuditLog.Change.removed(AssignmentView.of(assignment));
                audit.write(transaction, call, RoleRoutes.id(call), withdrawn);
                yield Reply.empty();
            }
            case CustomRoles.Change.Unchanged(Assignment assignment) -> {
                call.markUnchanged();
                yield Reply.ok(AssignmentView.of(assignment));
            }
            case CustomRoles.Change.NotFound() -> Reply.notFound();
            case CustomRoles.Change.Refused(String reason) -> Reply.conflict(reason);
            case CustomRoles.Change.NotAllowed() -> throw Refusal.insufficientRole();
        };
    }

    /// What is no id of either kind is refused like one that does not exist.
    private static Principal principal(Call call) {
        return Principal.parse(call.variable("principal")).orElseThrow(Refusal::notFound);
    }
}
