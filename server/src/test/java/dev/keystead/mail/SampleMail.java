package dev.keystead.mail;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Mails for tests.
final class SampleMail {
    static final URI LINK = URI.create("https://id.example.org/reset?token=abc&step=1");

    private SampleMail() {}

    static Mail to(String recipient) {
        return to(recipient, Instant.now().plus(Duration.ofMinutes(15)));
    }

    static Mail to(String recipient, Instant expiresAt) {
        return of(recipient, "Choose a new password", "Hello Ada,", expiresAt);
    }

    static Mail of(String recipient, String subject, String paragraph, Instant expiresAt) {
        return new Mail(
                recipient,
                subject,
                "Hello Ada,",
                List.of(paragraph, "The link works for 15 minutes."),
                Optional.of(new Mail.Action("Choose a new password", LINK)),
                "You get this mail because somebody asked for a new password.",
                expiresAt,
                "password-reset",
                Locale.ENGLISH);
    }
}
