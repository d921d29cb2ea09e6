package dev.keystead.mail;

import dev.keystead.platform.config.MailConfig;
import dev.keystead.platform.config.Secret;
import dev.keystead.platform.config.SmtpSecurity;
import dev.keystead.platform.html.Pages;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.MessagingException;
import jakarta.mail.NoSuchProviderException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.MimeMessage;
import java.time.Clock;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.Properties;
import javax.net.ssl.SSLSocketFactory;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.eclipse.angus.mail.smtp.SMTPSenderFailedException;
import org.jspecify.annotations.Nullable;

/// Hands mails to an SMTP server.
final class SmtpOutlet implements Outlet {
    /// For each step of the talk; a whole mail is done long before a claim on it ends.
    private static final Duration STEP_LIMIT = Duration.ofSeconds(10);

    private final MailConfig config;
    private final Session session;
    private final Letter letter;
    private final Clock clock;

    /// @param trust makes the encrypted connections; it decides which certificates are good
    SmtpOutlet(MailConfig config, SSLSocketFactory trust, Pages pages, Clock clock) {
        this.config = config;
        this.session = Session.getInstance(properties(config, trust));
        this.letter = new Letter(session, config.from(), pages);
        this.clock = clock;
    }

    private static Properties properties(MailConfig config, SSLSocketFactory trust) {
        String limit = Long.toString(STEP_LIMIT.toMillis());
        var properties = new Properties();
        properties.put("mail.smtp.ssl.socketFactory", trust);
        properties.setProperty("mail.smtp.ssl.checkserveridentity", "true");
        properties.setProperty("mail.smtp.ssl.enable", Boolean.toString(config.smtpSecurity() == SmtpSecurity.TLS));
        String startTls = Boolean.toString(config.smtpSecurity() == SmtpSecurity.STARTTLS);
        properties.setProperty("mail.smtp.starttls.enable", startTls);
        properties.setProperty("mail.smtp.starttls.required", startTls);
        properties.setProperty(
                "mail.smtp.auth", Boolean.toString(!config.smtpUser().isEmpty()));
        properties.setProperty("mail.smtp.connectiontimeout", limit);
        properties.setProperty("mail.smtp.timeout", limit);
        properties.setProperty("mail.smtp.writetimeout", limit);
        properties.setProperty("mail.smtp.quitwait", "false");
        properties.setProperty("mail.smtp.from", config.from().address());
        // Otherwise the name of this machine is asked for, which can take long and tells others about it.
        properties.setProperty("mail.smtp.localhost", config.from().domain());
        return properties;
    }

    @Override
    public Line open() {
        try {
            return new Connection(session.getTransport("smtp"));
        } catch (NoSuchProviderException e) {
            throw new IllegalStateException("the SMTP transport is part of the product", e);
        }
    }

    /// Connects when the first mail comes, and again after the connection was lost.
    private final class Connection implements Line {
        private final Transport transport;

        Connection(Transport transport) {
            this.transport = transport;
        }

        @Override
        public Delivery deliver(MailId id, Mail mail) {
            if (!transport.isConnected()) {
                Secret<String> password = config.smtpPassword();
                try {
                    connect(password == null ? null : password.reveal());
                } catch (AuthenticationFailedException _) {
                    return new Delivery.Down("the SMTP server refuses the user or the password");
                } catch (MessagingException e) {
                    return new Delivery.Down("the SMTP server cannot be reached safely (" + kind(e) + ")");
                }
            }
            try {
                MimeMessage message = letter.write(id, mail, clock.instant());
                transport.sendMessage(message, message.getAllRecipients());
                return new Delivery.Accepted();
            } catch (MessagingException e) {
                return judge(e, transport.isConnected());
            }
        }

        private void connect(@Nullable String password) throws MessagingException {
            String user = config.smtpUser().isEmpty() ? null : config.smtpUser();
            transport.connect(config.smtpHost(), config.smtpPort(), user, password);
        }

        @Override
        public void close() {
            try {
                transport.close();
            } catch (MessagingException e) {
                // The mails were accepted or not before; how the talk ends changes neither.
            }
        }
    }

    /// What a failure means for the mail. Only a refusal of the mail itself is final: a server that does not want us
    /// as a sender says the same of every mail, and whoever runs us can mend that.
    static Delivery judge(MessagingException failure, boolean connected) {
        boolean ofTheSender = chain(failure, SMTPSenderFailedException.class) != null;
        OptionalInt code = code(failure);
        if (code.isPresent() && !ofTheSender) {
            String why = "the SMTP server answered " + code.getAsInt();
            return code.getAsInt() / 100 == 5 ? new Delivery.Refused(why) : new Delivery.Failed(why);
        }
        if (ofTheSender) {
            return new Delivery.Down("the SMTP server refuses the sender; check mail.from");
        }
        String why = "the talk with the SMTP server failed (" + kind(failure) + ")";
        return connected ? new Delivery.Failed(why) : new Delivery.Down(why);
    }

    private static OptionalInt code(MessagingException failure) {
        SMTPAddressFailedException ofTheRecipient = chain(failure, SMTPAddressFailedException.class);
        if (ofTheRecipient != null) {
            return OptionalInt.of(ofTheRecipient.getReturnCode());
        }
        SMTPSendFailedException ofTheMessage = chain(failure, SMTPSendFailedException.class);
        return ofTheMessage == null || ofTheMessage.getReturnCode() < 400
                ? OptionalInt.empty()
                : OptionalInt.of(ofTheMessage.getReturnCode());
    }

    private static <T extends Exception> @Nullable T chain(MessagingException failure, Class<T> type) {
        Exception each = failure;
        while (each != null) {
            if (type.isInstance(each)) {
                return type.cast(each);
            }
            each = each instanceof MessagingException nested ? nested.getNextException() : null;
        }
        return null;
    }

    /// The innermost kind of failure: its text could hold an address, or whatever a server chose to say.
    private static String kind(MessagingException failure) {
        Exception each = failure;
        while (each instanceof MessagingException nested && nested.getNextException() != null) {
            each = nested.getNextException();
        }
        return each.getClass().getSimpleName();
    }
}
