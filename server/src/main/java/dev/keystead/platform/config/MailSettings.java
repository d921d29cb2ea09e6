package dev.keystead.platform.config;

import static dev.keystead.platform.config.Setting.open;
import static dev.keystead.platform.config.Setting.secret;

import org.jspecify.annotations.Nullable;

/// The part of the table that is about mail.
public final class MailSettings {
    public static final Setting<String> MAIL_SMTP_HOST = open(
            "mail.smtp-host",
            Types.hostOrEmpty(),
            "",
            "The SMTP server that mails are handed to. Empty keeps them in this process, where a server that listens "
                    + "on this machine alone, without http.public-url and http.trusted-proxies, shows them at "
                    + "/dev/inbox; any other server sends none.");

    public static final Setting<Integer> MAIL_SMTP_PORT = open(
            "mail.smtp-port",
            Types.wholeNumber(1, 65_535),
            "587",
            "The port of the SMTP server: usually 587 with starttls, 465 with tls.");

    public static final Setting<SmtpSecurity> MAIL_SMTP_SECURITY = open(
            "mail.smtp-security",
            Types.oneOf(SmtpSecurity.class),
            "starttls",
            "How the way to the SMTP server is encrypted: starttls asks for it and goes no further without, tls "
                    + "encrypts from the first byte, none does not. The server's certificate is always checked.");

    public static final Setting<String> MAIL_SMTP_USER = open(
            "mail.smtp-user",
            Types.text(".{0,320}", "up to 320 characters, or empty"),
            "",
            "The name to log in to the SMTP server with. Empty does not log in.");

    public static final Setting<@Nullable Secret<String>> MAIL_SMTP_PASSWORD =
            secret("mail.smtp-password", Types.password(), "The password of mail.smtp-user.");

    public static final Setting<@Nullable MailSender> MAIL_FROM = open(
            "mail.from",
            Types.optional(Types.mailSender()),
            "",
            "Who mails come from. Empty means Keystead <no-reply@…> at account.domain.");

    private MailSettings() {}
}
