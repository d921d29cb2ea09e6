package dev.keystead.account;

import dev.keystead.account.AccountPages.Reader;
import dev.keystead.audit.AuditLog;
import dev.keystead.audit.Outcome;
import dev.keystead.member.MemberView;
import dev.keystead.member.Members;
import dev.keystead.member.Membership;
import dev.keystead.platform.html.FormErrors;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.FormFields;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.WishedLanguage;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.Workspace;
import dev.keystead.workspace.WorkspaceId;
import dev.keystead.workspace.Workspaces;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The page on which people see where they are members, and leave. Nobody is asked before an administrator makes them
/// one: whoever does not want to be leaves.
final class WorkspacePageRoutes {
    private static final int LENGTH = 20;

    private final Readers readers;
    private final Members members;
    private final Workspaces workspaces;
    private final AccountPages pages;
    private final AuditLog audit;

    WorkspacePageRoutes(Readers readers, Members members, Workspaces workspaces, AccountPages pages, AuditLog audit) {
        this.readers = readers;
        this.members = members;
        this.workspaces = workspaces;
        this.pages = pages;
        this.audit = audit;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/account/workspaces", "The page with the workspaces that you are a member of")
                        .signedIn()
                        .query(AccountPages.DONE, WishedLanguage.UI_LOCALES, Paging.CURSOR)
                        .page(call -> show(
                                readers.of(call),
                                new Paging(call.find(Paging.CURSOR).map(Cursor::parse), LENGTH),
                                FormErrors.none(),
                                200)),
                Route.post("/account/workspaces/{id}/leave", "Leave a workspace")
                        .signedIn()
                        .audits("member.leave")
                        .preparedForm(FormFields::values, (call, _) -> leave(call)));
    }

    private Reply show(Reader reader, Paging paging, FormErrors errors, int status) {
        List<Membership> found =
                members.listOwn(paging.after().map(cursor -> cursor.expect(1).uuid(0)), paging.fetch());
        Page<Membership> page =
                Page.of(found, paging, member -> Cursor.of(member.workspace().value()), Function.identity());
        return pages.show(
                reader,
                Tab.WORKSPACES,
                errors,
                status,
                around -> new WorkspacesPage(
                        around,
                        page.items().stream()
                                .flatMap(member -> place(around, member).stream())
                                .toList(),
                        Optional.ofNullable(page.nextCursor())
                                .map(next -> reader.at(Tab.WORKSPACES.path()) + "?cursor=" + next)));
    }

    /// Of a deleted workspace its members see nothing.
    private Optional<WorkspacesPage.Place> place(Around around, Membership member) {
        return workspaces
                .standing(member.workspace())
                .map(workspace -> new WorkspacesPage.Place(
                        workspace.id().text(),
                        workspace.name(),
                        member.role(),
                        around.moment(member.joinedAt()),
                        member.guestExpiresAt().map(around::moment)));
    }

    private Work.ChangingBare leave(Call call) {
        Reader reader = readers.of(call);
        Workspace workspace = workspaces
                .standing(call.id("id", WorkspaceId::new, Prefix.WORKSPACE.text()))
                .orElseThrow(Refusal::notFound);
        String sentence = reader.text("account.delete.last-owner", workspace.name());
        Reply kept = show(reader, new Paging(Optional.empty(), LENGTH), FormErrors.whole(sentence), 409);
        return (_, transaction) -> leave(call, transaction, reader, workspace, kept);
    }

    private Reply leave(Call call, Transaction transaction, Reader reader, Workspace workspace, Reply kept) {
        // The entry belongs to the workspace, whose administrators must see who left.
        Transaction inside = transaction.with(Scope.tenant(workspace.id().value()));
        return switch (members.end(inside, Optional.empty(), reader.me().user(), Optional.empty())) {
            case Outcome.Deleted<Membership>(Membership before) -> {
                audit.write(inside, call, before.user(), AuditLog.Change.removed(MemberView.of(before)));
                yield Reply.seeOther(Done.LEFT.at(reader.at(Tab.WORKSPACES.path())));
            }
            case Outcome.Kept<Membership> _ -> throw Refusal.recorded(kept);
            case Outcome<Membership> _ -> throw Refusal.notFound();
        };
    }
}
