package dev.keystead.account;

import dev.keystead.account.AccountPages.Reader;
import dev.keystead.account.InvitationPages.InviteRow;
import dev.keystead.account.InvitationPages.ReasonChoice;
import dev.keystead.audit.AuditLog;
import dev.keystead.audit.Outcome;
import dev.keystead.invite.Invite;
import dev.keystead.invite.InviteId;
import dev.keystead.invite.InviteRoutes;
import dev.keystead.invite.InviteView;
import dev.keystead.invite.Invites;
import dev.keystead.invite.Quota;
import dev.keystead.platform.crypto.Secret;
import dev.keystead.platform.db.Words;
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
import dev.keystead.platform.json.BadInput;
import dev.keystead.policy.Policies;
import dev.keystead.signup.RedemptionRoutes;
import dev.keystead.tenancy.Transaction;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// The page with a person's own invitations.
final class InvitationPageRoutes {
    private static final int LENGTH = 20;
    private static final String PATH = Tab.INVITATIONS.path();

    private final Readers readers;
    private final Accounts.Invitations invitations;
    private final Policies policies;
    private final AccountPages pages;
    private final AuditLog audit;

    InvitationPageRoutes(
            Readers readers, Accounts.Invitations invitations, Policies policies, AccountPages pages, AuditLog audit) {
        this.readers = readers;
        this.invitations = invitations;
        this.policies = policies;
        this.pages = pages;
        this.audit = audit;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/account/invitations", "The page with your invitations")
                        .signedIn()
                        .query(AccountPages.DONE, WishedLanguage.UI_LOCALES, Paging.CURSOR)
                        .page(call -> overview(call, Map.of()).show(FormErrors.none(), 200)),
                Route.post("/account/invitations", "Invite somebody; the link is shown once")
                        .signedIn()
                        .audits("invite.issue")
                        .preparedForm(FormFields::values, this::issue),
                Route.post("/account/invitations/{id}/revoke", "Take one of your open invitations back")
                        .signedIn()
                        .audits("invite.revoke")
                        .preparedForm(FormFields::values, (call, _) -> revoke(call)));
    }

    /// The page with everything, read before a transaction is opened.
    private final class Overview {
        private final Reader reader;
        private final Page<Invite> page;
        private final Quota quota;
        private final int left;
        private final Map<String, String> typed;

        private Overview(Reader reader, Map<String, String> typed) {
            this.reader = reader;
            this.typed = typed;
            this.quota = invitations.quotas().of(reader.me().user());
            this.left = invitations.quotas().left(reader.me().user());
            Optional<Cursor> cursor = reader.call().route().query().contains(Paging.CURSOR)
                    ? reader.call().find(Paging.CURSOR).map(Cursor::parse)
                    : Optional.empty();
            var paging = new Paging(cursor, LENGTH);
            var before = paging.after().map(last -> last.expect(1).uuid(0));
            List<Invite> found = invitations
                    .invites()
                    .list(Optional.of(reader.me().user()), Optional.empty(), before, paging.fetch());
            this.page = Page.of(found, paging, invite -> Cursor.of(invite.id().value()), Function.identity());
        }

        Reply show(FormErrors errors, int status) {
            return pages.show(
                    reader,
                    Tab.INVITATIONS,
                    errors,
                    status,
                    around -> new InvitationPages.InviteList(
                            around,
                            page.items().stream()
                                    .map(invite -> row(around, invite))
                                    .toList(),
                            Optional.ofNullable(page.nextCursor()).map(next -> reader.at(PATH) + "?cursor=" + next),
                            quota,
                            left,
                            Optional.of(quota)
                                    .filter(used -> left == 0 && used.comesBack())
                                    .map(used -> around.moment(used.periodResetAt())),
                            reasons(),
                            typed));
        }

        Reply refuse(String key) {
            return show(FormErrors.whole(reader.text(key)), 409);
        }

        private InviteRow row(Around around, Invite invite) {
            return new InviteRow(
                    invite.id().text(),
                    invite.intendedEmail().orElseGet(() -> reader.text("account.invitations.anybody")),
                    invite.status(),
                    invite.detail().or(() -> invite.reason().map(this::reason)),
                    around.moment(invite.issuedAt()),
                    around.moment(invite.redeemedAt().or(invite::revokedAt).orElseGet(invite::expiresAt)),
                    Optional.of("/v1/invites/" + invite.id().text() + "/proof")
                            .filter(_ -> invite.publicVerifiable() && invite.status() == Invite.Status.REDEEMED));
        }

        private String reason(Invite.Reason reason) {
            return reader.text(RedemptionRoutes.reasonKey(reason));
        }

        private List<ReasonChoice> reasons() {
            return Arrays.stream(Invite.Reason.values())
                    .map(reason -> new ReasonChoice(Words.of(reason), reason(reason)))
                    .toList();
        }
    }

    /// Who has no individual account has no such page.
    private Overview overview(Call call, Map<String, String> typed) {
        Reader reader = readers.of(call);
        if (!Tab.of(reader.me().workspace()).contains(Tab.INVITATIONS)) {
            throw Refusal.notFound();
        }
        return new Overview(reader, typed);
    }

    private Work.ChangingBare issue(Call call, Map<String, String> fields) {
        Overview page = overview(call, fields);
        if (InviteRoutes.obstacle(page.reader.me().tenant(), policies).isPresent()) {
            return Work.instead(page.refuse("account.invitations.closed"));
        }
        Invites.Wish wish;
        try {
            wish = InviteForm.wish(fields);
        } catch (BadInput wrong) {
            return Work.instead(page.show(InviteForm.errors(wrong, page.reader::text), AccountPages.UNPROCESSABLE));
        }
        return (_, transaction) -> issued(call, transaction, page, wish);
    }

    private Reply issued(Call call, Transaction transaction, Overview page, Invites.Wish wish) {
        return switch (invitations.invites().issue(transaction, page.reader.user(), wish)) {
            case Invites.Issue.Issued(Invite invite, Secret secret) -> {
                audit.write(transaction, call, invite.id(), AuditLog.Change.made(InviteView.of(invite)));
                String link = invitations.invites().link(secret);
                yield pages.showOnce(
                        page.reader,
                        Tab.INVITATIONS,
                        FormErrors.none(),
                        200,
                        around -> new InvitationPages.NewInvite(around, link, invite.intendedEmail()));
            }
            case Invites.Issue.Exhausted _ -> page.refuse("account.invitations.exhausted");
            case Invites.Issue.Braked() -> page.refuse("account.invitations.braked");
        };
    }

    private Work.ChangingBare revoke(Call call) {
        Overview page = overview(call, Map.of());
        InviteId id = call.id("id", InviteId::new, Prefix.INVITE.text());
        return (_, transaction) -> {
            Outcome<Invite> outcome = invitations
                    .invites()
                    .revoke(transaction, Optional.of(page.reader.me().user()), id);
            if (outcome instanceof Outcome.Changed<Invite>(Invite before, Invite after)) {
                audit.write(transaction, call, id, new AuditLog.Change(InviteView.of(before), InviteView.of(after)));
                return Reply.seeOther(Done.REVOKED.at(page.reader.at(PATH)));
            }
            return outcome instanceof Outcome.Refused<Invite>
                    ? page.refuse("account.invitations.not-open")
                    : Reply.notFound();
        };
    }
}
