package dev.keystead.subtenant;

import dev.keystead.audit.Answers;
import dev.keystead.audit.AuditLog;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.Transaction;
import java.util.List;

/// The subtenants of a workspace over HTTP.
public final class SubtenantRoutes {
    private static final String ALL = "/v1/workspaces/{id}/subtenants";
    private static final String ONE = ALL + "/{sid}";

    private final Subtenants subtenants;
    private final SubtenantGate gate;
    private final AuditLog audit;

    public SubtenantRoutes(Subtenants subtenants, RoleBindings bindings, AuditLog audit) {
        this.subtenants = subtenants;
        this.gate = new SubtenantGate(bindings);
        this.audit = audit;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(ALL, "List the subtenants of a workspace")
                        .workspace("read:subtenant")
                        .answers(Shape.page(SubtenantView.class), this::list),
                Route.post(ALL, "Create a subtenant")
                        .workspace("write:subtenant")
                        .audits("subtenant.create")
                        .takes(CreateSubtenant.class)
                        .answers(201, Shape.of(SubtenantView.class), this::create),
                Route.get(ONE, "Read a subtenant")
                        .workspace("read:subtenant")
                        .answers(Shape.of(SubtenantView.class), this::read),
                Route.patch(ONE, "Change a subtenant; the roles owner and admin in it are enough")
                        .workspace("write:subtenant")
                        .audits("subtenant.update")
                        .orRoleInside()
                        .versioned()
                        .takes(ChangeSubtenant.class)
                        .answers(Shape.of(SubtenantView.class), this::update),
                Route.delete(ONE, "Delete a subtenant; its slug is free again")
                        .workspace("write:subtenant")
                        .audits("subtenant.delete")
                        .versioned()
                        .takesNothing()
                        .answers(Shape.nothing(), this::delete),
                Route.post(ONE + ":restore", "Bring a deleted subtenant back, as it was, within 90 days")
                        .workspace("write:subtenant")
                        .audits("subtenant.restore")
                        .takesNothing()
                        .answers(Shape.of(SubtenantView.class), this::restore));
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        var after = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        List<Subtenant> found = subtenants.list(after, paging.fetch());
        return Reply.ok(
                Page.of(found, paging, subtenant -> Cursor.of(subtenant.id().value()), SubtenantView::of));
    }

    private Reply create(Call call, CreateSubtenant body, Transaction transaction) {
        return answers(call).made(call, transaction, subtenants.create(transaction, body));
    }

    private Reply read(Call call) {
        return answers(call).found(subtenants.find(id(call)));
    }

    private Reply update(Call call, ChangeSubtenant body, Transaction transaction) {
        SubtenantId id = id(call);
        gate.requireChanger(transaction, call.caller(), id);
        return answers(call).to(call, transaction, subtenants.change(transaction, id, call.ifMatch(), body));
    }

    private Reply delete(Call call, Transaction transaction) {
        return answers(call).to(call, transaction, subtenants.delete(transaction, id(call), call.ifMatch()));
    }

    private Reply restore(Call call, Transaction transaction) {
        return answers(call).back(call, transaction, subtenants.restore(transaction, id(call)));
    }

    /// A subtenant is found below its workspace, which the path names.
    private Answers<Subtenant> answers(Call call) {
        String below = "/v1/workspaces/" + call.variable("id") + "/subtenants/";
        return new Answers<>(
                audit,
                new Answers.Kind<>(
                        Subtenant::id,
                        Subtenant::version,
                        SubtenantView::of,
                        subtenant -> below + subtenant.id().text()));
    }

    private static SubtenantId id(Call call) {
        return call.id("sid", SubtenantId::new, Prefix.SUBTENANT.text());
    }
}
