package dev.keystead.webhook;

import dev.keystead.directory.Directory;
import dev.keystead.directory.User;
import dev.keystead.mail.Mail;
import dev.keystead.mail.Mails;
import dev.keystead.member.Members;
import dev.keystead.member.Membership;
import dev.keystead.platform.text.Texts;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.WorkspaceId;
import dev.keystead.workspace.Workspaces;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Writes to the owners of a workspace that one of its webhooks was turned off.
public final class OwnersMail {
    private static final int MOST_OWNERS = 20;

    private final Members members;
    private final Directory directory;
    private final Workspaces workspaces;
    private final Mails mails;
    private final Texts texts;
    private final Clock clock;

    public OwnersMail(
            Members members, Directory directory, Workspaces workspaces, Mails mails, Texts texts, Clock clock) {
        this.members = members;
        this.directory = directory;
        this.workspaces = workspaces;
        this.mails = mails;
        this.texts = texts;
        this.clock = clock;
    }

    /// Queues the mails with the transaction, which is the worker's.
    void send(Transaction transaction, UUID tenant, Webhook webhook) {
        String place = workspaces
                .find(transaction, new WorkspaceId(tenant))
                .map(workspace -> workspace.name())
                .orElse("Keystead");
        for (Membership owner : members.owners(transaction, MOST_OWNERS)) {
            directory
                    .find(transaction.with(Scope.tenant(owner.home().value())), owner.user())
                    .filter(User::isActive)
                    .ifPresent(user -> mails.send(transaction, letter(user, place, webhook)));
        }
    }

    private Mail letter(User user, String place, Webhook webhook) {
        Texts.Language language = texts.choose(List.of(user.locale()));
        return new Mail(
                user.mailbox(),
                language.text("mail.webhook-disabled.subject", place),
                language.text("mail.greeting", user.displayName()),
                List.of(
                        language.text("mail.webhook-disabled.body", webhook.url(), place),
                        language.text("mail.webhook-disabled.advice")),
                Optional.empty(),
                language.text("mail.webhook-disabled.footer", place),
                clock.instant().plus(Duration.ofDays(3)),
                "webhook-disabled",
                language.locale());
    }
}
