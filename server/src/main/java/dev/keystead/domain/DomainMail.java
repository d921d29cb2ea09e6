package dev.keystead.domain;

import dev.keystead.lockout.Lockouts;
import dev.keystead.mail.Mail;
import dev.keystead.mail.Mails;
import dev.keystead.platform.crypto.Secret;
import dev.keystead.platform.text.Texts;
import dev.keystead.tenancy.Transaction;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Mails the link that proves a domain to one of its administrative addresses.
public final class DomainMail {
    private final Domains domains;
    private final Lockouts lockouts;
    private final Mails mails;
    private final Clock clock;

    public DomainMail(Domains domains, Lockouts lockouts, Mails mails, Clock clock) {
        this.domains = domains;
        this.lockouts = lockouts;
        this.mails = mails;
        this.clock = clock;
    }

    /// Who is written to, and in which words.
    ///
    /// @param place the name of the workspace
    /// @param door the address under which the pages of the workspace are found
    record Wish(Mailbox mailbox, String place, String door, Texts.Language language) {}

    /// Whether the mail leaves; not when that mailbox has been written to too often.
    boolean send(Transaction transaction, DomainClaim claim, Wish wish) {
        String address = wish.mailbox().at(claim.domain());
        if (!lockouts.takeMail(transaction, Optional.empty(), address)) {
            return false;
        }
        Secret secret = domains.makeLink(transaction, claim);
        mails.send(transaction, letter(claim, wish, address, secret));
        return true;
    }

    private Mail letter(DomainClaim claim, Wish wish, String address, Secret secret) {
        Texts.Language language = wish.language();
        String domain = claim.domain().text();
        URI link = URI.create(
                wish.door() + "/verify-domain?token=" + URLEncoder.encode(secret.text(), StandardCharsets.UTF_8));
        return new Mail(
                address,
                Mail.line(language.text("mail.domain-proof.subject", domain, wish.place())),
                Mail.line(language.text("mail.domain-proof.greeting", domain)),
                List.of(
                        language.text("mail.domain-proof.body", wish.place(), domain),
                        language.text("mail.domain-proof.advice")),
                Optional.of(new Mail.Action(language.text("mail.domain-proof.action"), link)),
                language.text("mail.domain-proof.footer", domain),
                clock.instant().plus(Duration.ofDays(2)),
                "domain-proof",
                language.locale());
    }
}
