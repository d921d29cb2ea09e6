package dev.keystead.member;

import dev.keystead.directory.Directory;
import dev.keystead.directory.User;
import dev.keystead.mail.Mail;
import dev.keystead.mail.Mails;
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

/// Writes to the owners of a workspace what happened there without their doing.
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

    /// What is written, in one language.
    ///
    /// @param purpose why, in a word for logs
    public record Said(String subject, List<String> paragraphs, String footer, String purpose) {}

    /// Says it in the language of each owner.
    @FunctionalInterface
    public interface Saying {
        /// What an owner reads.
        ///
        /// @param place the name of the workspace
        Said in(Texts.Language language, String place);
    }

    /// Queues the mails with the transaction, which may be the worker's.
    public void send(Transaction transaction, UUID tenant, Saying saying) {
        send(transaction, tenant, members.owners(transaction, MOST_OWNERS), saying);
    }

    /// The same to its administrators as well.
    public void sendToAdministrators(Transaction transaction, UUID tenant, Saying saying) {
        send(transaction, tenant, members.administrators(transaction, MOST_OWNERS), saying);
    }

    /// The same to some of those who own the workspace, or did.
    void send(Transaction transaction, UUID tenant, List<Membership> owners, Saying saying) {
        String place = workspaces
                .find(transaction, new WorkspaceId(tenant))
                .map(workspace -> workspace.name())
                .orElse("Keystead");
        for (Membership owner : owners) {
            directory
                    .find(transaction.with(Scope.tenant(owner.home().value())), owner.user())
                    .filter(User::isActive)
                    .ifPresent(user -> mails.send(transaction, letter(user, place, saying)));
        }
    }

    private Mail letter(User user, String place, Saying saying) {
        Texts.Language language = texts.choose(List.of(user.locale()));
        Said said = saying.in(language, place);
        return new Mail(
                user.mailbox(),
                Mail.line(said.subject()),
                Mail.line(language.text("mail.greeting", user.displayName())),
                said.paragraphs(),
                Optional.empty(),
                said.footer(),
                clock.instant().plus(Duration.ofDays(3)),
                said.purpose(),
                language.locale());
    }
}
