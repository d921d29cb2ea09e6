package dev.keystead.subtenant;

import dev.keystead.audit.AuditLog;
import dev.keystead.directory.UserId;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.subtenant.RoleBindingStore.Place;
import dev.keystead.subtenant.RoleBindings.Outcome;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;

/// The roles in subtenants over HTTP.
public final class RoleBindingRoutes {
    private static final String ALL = "/v1/subtenants/{sid}/role-bindings";
    private static final String ONE = ALL + "/{userId}/{role}";

    private final RoleBindings bindings;
    private final SubtenantGate gate;
    private final AuditLog audit;

    public RoleBindingRoutes(RoleBindings bindings, AuditLog audit) {
        this.bindings = bindings;
        this.gate = new SubtenantGate(bindings);
        this.audit = audit;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(ALL, "List who holds which role in a subtenant")
                        .tenant("read:subtenant")
                        .answers(Shape.page(RoleBindingView.class), this::list),
                Route.put(ONE, "Give a member a role in a subtenant; the role owner in it is enough")
                        .tenant("admin:subtenant")
                        .audits("subtenant.role.grant")
                        .orRoleInside()
                        .takesNothing()
                        .answers(Shape.of(RoleBindingView.class), this::grant),
                Route.delete(ONE, "Take a role in a subtenant away; the role owner in it is enough")
                        .tenant("admin:subtenant")
                        .audits("subtenant.role.revoke")
                        .orRoleInside()
                        .takesNothing()
                        .answers(Shape.nothing(), this::revoke));
    }

    /// A role of a member in a subtenant, as clients and the audit trail see it.
    public record RoleBindingView(String userId, String role, String grantedBy, Instant grantedAt) {
        static RoleBindingView of(RoleBinding binding) {
            return new RoleBindingView(binding.user().text(), binding.role(), binding.grantedBy(), binding.grantedAt());
        }
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        Place after = paging.after()
                .map(cursor -> cursor.expect(2))
                .map(cursor -> new Place(cursor.uuid(0), cursor.text(1)))
                .orElse(Place.START);
        return bindings.list(subtenant(call), after, paging.fetch())
                .map(found -> Reply.ok(Page.of(
                        found,
                        paging,
                        binding -> Cursor.of(binding.user().value(), binding.role()),
                        RoleBindingView::of)))
                .orElseGet(Reply::notFound);
    }

    private Reply grant(Call call, Transaction transaction) {
        SubtenantId subtenant = subtenant(call);
        UserId user = user(call);
        String role = SubtenantRole.in(call);
        gate.requireGranter(transaction, call.caller(), subtenant);
        String granter = call.caller().actor();
        return answer(call, transaction, bindings.grant(transaction, subtenant, user, role, granter));
    }

    private Reply revoke(Call call, Transaction transaction) {
        SubtenantId subtenant = subtenant(call);
        UserId user = user(call);
        String role = SubtenantRole.in(call);
        gate.requireGranter(transaction, call.caller(), subtenant);
        return answer(call, transaction, bindings.revoke(transaction, subtenant, user, role));
    }

    private Reply answer(Call call, Transaction transaction, Outcome outcome) {
        return switch (outcome) {
            case Outcome.Granted(RoleBinding binding) -> {
                RoleBindingView view = RoleBindingView.of(binding);
                audit.write(transaction, call, subtenant(call), AuditLog.Change.made(view));
                yield Reply.ok(view);
            }
            case Outcome.Unchanged(RoleBinding binding) -> {
                call.markUnchanged();
                yield Reply.ok(RoleBindingView.of(binding));
            }
            case Outcome.Revoked(RoleBinding binding) -> {
                var change = AuditLog.Change.removed(RoleBindingView.of(binding));
                audit.write(transaction, call, subtenant(call), change);
                yield Reply.empty();
            }
            case Outcome.NotFound() -> Reply.notFound();
            case Outcome.UnknownRole(String role) -> Reply.refused(SubtenantRole.unknown(role));
            case Outcome.Suspended() -> Reply.conflict(Subtenant.SUSPENDED);
        };
    }

    static SubtenantId subtenant(Call call) {
        return call.id("sid", SubtenantId::new, Prefix.SUBTENANT.text());
    }

    private static UserId user(Call call) {
        return call.id("userId", UserId::new, Prefix.USER.text());
    }
}
