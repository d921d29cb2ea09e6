package dev.keystead.platform.config;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where mails are handed to, and who they come from.
///
/// @param smtpHost empty when mails stay in this process
/// @param smtpUser empty when nobody logs in
public record MailConfig(
        String smtpHost,
        int smtpPort,
        SmtpSecurity smtpSecurity,
        String smtpUser,
        @Nullable Secret<String> smtpPassword,
        MailSender from) {

    static MailConfig from(Configuration values) {
        MailSender given = values.value(MailSettings.MAIL_FROM);
        return new MailConfig(
                values.value(MailSettings.MAIL_SMTP_HOST),
                values.value(MailSettings.MAIL_SMTP_PORT),
                values.value(MailSettings.MAIL_SMTP_SECURITY),
                values.value(MailSettings.MAIL_SMTP_USER),
                values.value(MailSettings.MAIL_SMTP_PASSWORD),
                given == null
                        ? new MailSender("Keystead", "no-reply@" + values.value(Settings.ACCOUNT_DOMAIN))
                        : given);
    }

    /// What does not fit together, and what to do about it.
    public Optional<String> fault() {
        boolean login = !smtpUser.isEmpty();
        if (login != (smtpPassword != null)) {
            return Optional.of(
                    "mail.smtp-user and mail.smtp-password are given together or not at all; add the " + "other one.");
        }
        if (smtpHost.isEmpty()) {
            return login
                    ? Optional.of("mail.smtp-user is set without mail.smtp-host; set the host, or take the user away.")
                    : Optional.empty();
        }
        return login && smtpSecurity == SmtpSecurity.NONE && !AddressRange.isLoopback(smtpHost)
                ? Optional.of("mail.smtp-password would travel in the clear to " + smtpHost
                        + "; set mail.smtp-security to starttls or tls.")
                : Optional.empty();
    }
}
