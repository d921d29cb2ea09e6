package dev.keystead.dormancy;

import dev.keystead.directory.User;
import dev.keystead.mail.Mail;
import dev.keystead.mail.Mails;
import dev.keystead.platform.html.Brand;
import dev.keystead.platform.text.Texts;
import dev.keystead.tenancy.Transaction;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Writes to people in whose account nobody has been for long.
public final class DormancyMail {
    private final Mails mails;
    private final Texts texts;
    private final Supplier<URI> address;
    private final Clock clock;

    /// @param address under which people reach this installation
    public DormancyMail(Mails mails, Texts texts, Supplier<URI> address, Clock clock) {
        this.mails = mails;
        this.texts = texts;
        this.address = address;
        this.clock = clock;
    }

    /// Queues the mail with the transaction.
    ///
    /// @param lockedFrom when the account is locked unless they come
    void send(Transaction transaction, User user, Instant lockedFrom) {
        Texts.Language language = texts.choose(List.of(user.locale()));
        String place = Brand.ofProduct().name();
        String day = DateTimeFormatter.ofLocalizedDate(FormatStyle.LONG)
                .withLocale(language.locale())
                .format(lockedFrom.atZone(ZoneId.of(user.timezone())));
        mails.send(
                transaction,
                new Mail(
                        user.mailbox(),
                        Mail.line(language.text("mail.dormant.subject", place)),
                        Mail.line(language.text("mail.greeting", user.displayName())),
                        List.of(
                                language.text(
                                        "mail.dormant.body",
                                        place,
                                        user.handle().orElse("")),
                                language.text("mail.dormant.advice", day)),
                        Optional.of(new Mail.Action(
                                language.text("mail.dormant.action"), URI.create(address.get() + "/sign-in"))),
                        language.text("mail.notice.footer", place),
                        clock.instant().plus(Duration.ofDays(3)),
                        "dormant",
                        language.locale()));
    }
}
