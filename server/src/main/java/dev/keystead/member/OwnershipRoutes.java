package dev.keystead.member;

import dev.keystead.audit.Answers;
import dev.keystead.audit.AuditLog;
import dev.keystead.directory.UserId;
import dev.keystead.member.Ownership.Transfer;
import dev.keystead.member.Ownership.Transferred;
import dev.keystead.platform.db.Words;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.Fields;
import dev.keystead.platform.text.Texts;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.WorkspaceId;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Workspaces that get another owner, over HTTP.
public final class OwnershipRoutes {
    private final Ownership ownership;
    private final OwnersMail mail;
    private final AuditLog audit;
    private final Answers<Membership> answers;

    public OwnershipRoutes(Members members, Database database, OwnersMail mail, AuditLog audit) {
        this.ownership = new Ownership(members, database);
        this.mail = mail;
        this.audit = audit;
        this.answers = MemberRoutes.answers(audit);
    }

    public List<Route> routes() {
        return List.of(Route.post("/v1/workspaces/{id}:transfer", "Give a workspace to another owner; its id stays")
                .workspace("admin:workspace")
                .audits("workspace.transfer")
                .takes(TransferWorkspace.class)
                .answers(Shape.of(OwnershipView.class), this::transfer));
    }

    /// What a former owner can stay.
    public enum FormerRole {
        ADMIN,
        MEMBER,
        VIEWER;

        private Role role() {
            return switch (this) {
                case ADMIN -> Role.ADMIN;
                case MEMBER -> Role.MEMBER;
                case VIEWER -> Role.VIEWER;
            };
        }
    }

    /// The wish for another owner.
    ///
    /// @param ownerId a user of the workspace or an individual account, member or not
    /// @param fromId whose it is; without one, the caller's or that of the only owner
    /// @param formerRole the role that the former owner keeps; admin unless told
    public record TransferWorkspace(
            String ownerId,
            @Nullable String fromId,
            @Nullable FormerRole formerRole) {
        public TransferWorkspace {
            var fields = new Fields();
            fields.refuseIf(Prefix.USER.parse(ownerId, UserId::new).isEmpty(), "owner_id", "must be the id of a user");
            fields.refuseIf(
                    fromId != null && Prefix.USER.parse(fromId, UserId::new).isEmpty(),
                    "from_id",
                    "must be the id of a user");
            fields.refuseIfAny();
        }

        Ownership.Wish wish() {
            return new Ownership.Wish(
                    Prefix.USER.parse(ownerId, UserId::new).orElseThrow(),
                    Optional.ofNullable(fromId).flatMap(text -> Prefix.USER.parse(text, UserId::new)),
                    Optional.ofNullable(formerRole).orElse(FormerRole.ADMIN).role());
        }
    }

    /// Whose a workspace is now.
    ///
    /// @param formerOwnerId nothing for a workspace that nobody owned
    public record OwnershipView(
            String workspaceId,
            String ownerId,
            @Nullable String formerOwnerId,
            @Nullable String formerRole) {
        static OwnershipView of(Transferred transferred) {
            Membership owner = transferred.owner();
            return new OwnershipView(
                    owner.workspace().text(),
                    owner.user().text(),
                    transferred.former().map(former -> former.user().text()).orElse(null),
                    transferred.former().map(former -> Words.of(former.role())).orElse(null));
        }
    }

    private Reply transfer(Call call, TransferWorkspace body, Transaction transaction) {
        Optional<UserId> caller = call.caller().user().map(UserId::new);
        return switch (ownership.transfer(
                transaction, body.wish(), caller, call.caller().actor())) {
            case Transfer.Done(Transferred transferred) -> {
                tell(transaction, transferred);
                OwnershipView view = OwnershipView.of(transferred);
                var workspace = new WorkspaceId(call.caller().tenant());
                audit.write(transaction, call, workspace, AuditLog.Change.made(view));
                yield Reply.ok(view);
            }
            case Transfer.Not not -> answers.to(call, transaction, not.why());
        };
    }

    private void tell(Transaction transaction, Transferred transferred) {
        Membership owner = transferred.owner();
        List<Membership> concerned =
                Stream.concat(Stream.of(owner), transferred.former().stream()).toList();
        mail.send(
                transaction,
                owner.workspace().value(),
                concerned,
                (language, place) -> said(language, place, owner.displayName()));
    }

    private static OwnersMail.Said said(Texts.Language language, String place, String owner) {
        return new OwnersMail.Said(
                language.text("mail.ownership.subject", place),
                List.of(
                        language.text("mail.ownership.body", owner, place),
                        language.text("mail.ownership.advice", place)),
                language.text("mail.ownership.footer", place),
                "workspace-transferred");
    }
}
