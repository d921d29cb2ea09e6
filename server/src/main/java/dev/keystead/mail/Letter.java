package dev.keystead.mail;

import dev.keystead.platform.config.MailSender;
import dev.keystead.platform.html.Pages;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;

/// Writes a mail as the message that SMTP carries: plain text, and the same as a page without anything remote.
final class Letter {
    private static final String CHARSET = StandardCharsets.UTF_8.name();

    private final Session session;
    private final MailSender from;
    private final Pages pages;

    Letter(Session session, MailSender from, Pages pages) {
        this.session = session;
        this.from = from;
        this.pages = pages;
    }

    /// @param at when it is sent
    MimeMessage write(MailId id, Mail mail, Instant at) throws MessagingException {
        var message = new MimeMessage(session);
        message.setFrom(sender());
        message.setRecipient(Message.RecipientType.TO, new InternetAddress(mail.recipient(), true));
        message.setSubject(mail.subject(), CHARSET);
        message.setSentDate(Date.from(at));
        // Nobody reads answers, and no answering machine should write one (RFC 3834).
        message.setHeader("Auto-Submitted", "auto-generated");
        message.setContentLanguage(new String[] {mail.language().toLanguageTag()});
        message.setContent(new MimeMultipart("alternative", text(mail), html(mail)));
        message.saveChanges();
        // After saving, which would put another one there. The same at each attempt, so that a copy shows as one.
        message.setHeader("Message-ID", "<" + id + "@" + from.domain() + ">");
        return message;
    }

    private InternetAddress sender() throws MessagingException {
        try {
            return new InternetAddress(from.address(), from.name().isEmpty() ? null : from.name(), CHARSET);
        } catch (UnsupportedEncodingException e) {
            throw new IllegalStateException("UTF-8 is part of every JDK", e);
        }
    }

    private static MimeBodyPart text(Mail mail) throws MessagingException {
        var part = new MimeBodyPart();
        part.setText(plain(mail), CHARSET);
        return part;
    }

    private MimeBodyPart html(Mail mail) throws MessagingException {
        var part = new MimeBodyPart();
        part.setText(new String(pages.html(new MailPage(mail)).bytes(), StandardCharsets.UTF_8), CHARSET, "html");
        return part;
    }

    static String plain(Mail mail) {
        var text = new StringBuilder(mail.greeting()).append("\n\n");
        mail.paragraphs().forEach(paragraph -> text.append(paragraph).append("\n\n"));
        mail.action()
                .ifPresent(action -> text.append(action.label())
                        .append(":\n")
                        .append(action.link())
                        .append("\n\n"));
        return text.append("-- \n").append(mail.footer()).append('\n').toString();
    }
}
