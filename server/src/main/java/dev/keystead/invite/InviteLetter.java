package dev.keystead.invite;

import dev.keystead.directory.User;
import dev.keystead.mail.Mail;
import dev.keystead.mail.Mails;
import dev.keystead.platform.crypto.Secret;
import dev.keystead.platform.html.Brand;
import dev.keystead.platform.text.Texts;
import dev.keystead.tenancy.Transaction;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// What an invited person is written to. It names the inviter and says nothing in the inviter's own words:
/// mails of ours carry no text of strangers.
public final class InviteLetter {
    private final Mails mails;
    private final Texts texts;
    private final Supplier<URI> address;

    /// @param address of the installation, whose pages are those of the system workspace
    public InviteLetter(Mails mails, Texts texts, Supplier<URI> address) {
        this.mails = mails;
        this.texts = texts;
        this.address = address;
    }

    /// The page that an invited person opens.
    URI link(Secret secret) {
        return URI.create(address.get() + "/invite?token=" + secret.text());
    }

    /// Queues the mail with the transaction, if the invitation says where to. It is in the inviter's
    /// language: the other's is not known.
    void send(Transaction transaction, User inviter, Invite invite, Secret secret) {
        invite.intendedEmail().ifPresent(email -> mails.send(transaction, letter(email, inviter, invite, secret)));
    }

    private Mail letter(String email, User inviter, Invite invite, Secret secret) {
        Texts.Language language = texts.choose(List.of(inviter.locale()));
        String place = Brand.ofProduct().name();
        String name = inviter.handle().orElse(inviter.displayName());
        return new Mail(
                email,
                Mail.line(language.text("mail.invite.subject", name, place)),
                language.text("mail.invite.greeting"),
                List.of(language.text("mail.invite.body", name, place), language.text("mail.invite.advice")),
                Optional.of(new Mail.Action(language.text("mail.invite.action"), link(secret))),
                language.text("mail.invite.footer", name, place),
                invite.expiresAt(),
                "invite",
                language.locale());
    }
}
