package dev.keystead.subtenant;

import dev.keystead.audit.AuditLog;
import dev.keystead.group.GroupId;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.subtenant.GroupBindings.Outcome;
import dev.keystead.subtenant.RoleBindingStore.Place;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;

/// The roles of groups in subtenants over HTTP.
public final class GroupBindingRoutes {
    private static final String ALL = "/v1/subtenants/{sid}/role-bindings/groups";
    private static final String ONE = ALL + "/{groupId}/{role}";

    private final GroupBindings bindings;
    private final SubtenantGate gate;
    private final AuditLog audit;

    public GroupBindingRoutes(GroupBindings bindings, RoleBindings roles, AuditLog audit) {
        this.bindings = bindings;
        this.gate = new SubtenantGate(roles);
        this.audit = audit;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(ALL, "List which groups hold which role in a subtenant")
                        .tenant("read:subtenant")
                        .answers(Shape.page(GroupBindingView.class), this::list),
                Route.put(ONE, "Give every member in a group a role in a subtenant; the role owner in it is enough")
                        .tenant("admin:subtenant")
                        .audits("subtenant.group_role.grant")
                        .orRoleInside()
                        .takesNothing()
                        .answers(Shape.of(GroupBindingView.class), this::grant),
                Route.delete(ONE, "Take a role in a subtenant from a group; the role owner in it is enough")
                        .tenant("admin:subtenant")
                        .audits("subtenant.group_role.revoke")
                        .orRoleInside()
                        .takesNothing()
                        .answers(Shape.nothing(), this::revoke));
    }

    /// A role of a group in a subtenant, as clients and the audit trail see it.
    public record GroupBindingView(String groupId, String role, String grantedBy, Instant grantedAt) {
        static GroupBindingView of(GroupBinding binding) {
            return new GroupBindingView(
                    binding.group().text(), binding.role(), binding.grantedBy(), binding.grantedAt());
        }
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        Place after = paging.after()
                .map(cursor -> cursor.expect(2))
                .map(cursor -> new Place(cursor.uuid(0), cursor.text(1)))
                .orElse(Place.START);
        return bindings.list(RoleBindingRoutes.subtenant(call), after, paging.fetch())
                .map(found -> Reply.ok(Page.of(
                        found,
                        paging,
                        binding -> Cursor.of(binding.group().value(), binding.role()),
                        GroupBindingView::of)))
                .orElseGet(Reply::notFound);
    }

    private Reply grant(Call call, Transaction transaction) {
        SubtenantId subtenant = RoleBindingRoutes.subtenant(call);
        GroupId group = group(call);
        String role = SubtenantRole.in(call);
        gate.requireGranter(transaction, call.caller(), subtenant);
        String granter = call.caller().actor();
        return answer(call, transaction, bindings.grant(transaction, subtenant, group, role, granter));
    }

    private Reply revoke(Call call, Transaction transaction) {
        SubtenantId subtenant = RoleBindingRoutes.subtenant(call);
        GroupId group = group(call);
        String role = SubtenantRole.in(call);
        gate.requireGranter(transaction, call.caller(), subtenant);
        return answer(call, transaction, bindings.revoke(transaction, subtenant, group, role));
    }

    private Reply answer(Call call, Transaction transaction, Outcome outcome) {
        SubtenantId subtenant = RoleBindingRoutes.subtenant(call);
        return switch (outcome) {
            case Outcome.Granted(GroupBinding binding) -> {
                GroupBindingView view = GroupBindingView.of(binding);
                audit.write(transaction, call, subtenant, AuditLog.Change.made(view));
                yield Reply.ok(view);
            }
            case Outcome.Unchanged(GroupBinding binding) -> {
                call.markUnchanged();
                yield Reply.ok(GroupBindingView.of(binding));
            }
            case Outcome.Revoked(GroupBinding binding) -> {
                audit.write(transaction, call, subtenant, AuditLog.Change.removed(GroupBindingView.of(binding)));
                yield Reply.empty();
            }
            case Outcome.NotFound() -> Reply.notFound();
            case Outcome.UnknownRole(String role) -> Reply.refused(SubtenantRole.unknown(role));
            case Outcome.Suspended() -> Reply.conflict(Subtenant.SUSPENDED);
        };
    }

    private static GroupId group(Call call) {
        return call.id("groupId", GroupId::new, Prefix.GROUP.text());
    }
}
