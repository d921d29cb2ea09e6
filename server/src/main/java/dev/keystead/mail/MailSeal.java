package dev.keystead.mail;

import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.crypto.Sealer;
import dev.keystead.platform.json.Json;
import dev.keystead.platform.json.JsonBody;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Turns a mail into what the queue keeps of it, and back.
final class MailSeal {
    private final Sealer sealer;

    MailSeal(MasterKey master) {
        this.sealer = master.sealer("mail");
    }

    /// What only the sender's worker may read.
    private record Content(
            String recipient,
            String subject,
            String greeting,
            List<String> paragraphs,
            @Nullable String label,
            @Nullable String link,
            String footer,
            String language) {}

    byte[] seal(UUID tenant, Mail mail) {
        var content = new Content(
                mail.recipient(),
                mail.subject(),
                mail.greeting(),
                mail.paragraphs(),
                mail.action().map(Mail.Action::label).orElse(null),
                mail.action().map(action -> action.link().toString()).orElse(null),
                mail.footer(),
                mail.language().toLanguageTag());
        return sealer.seal(tenant, Json.bytes(content));
    }

    Mail open(UUID tenant, byte[] sealed, String purpose, Instant expiresAt) {
        Content content = JsonBody.read(Content.class, sealer.open(tenant, sealed));
        String label = content.label();
        String link = content.link();
        return new Mail(
                content.recipient(),
                content.subject(),
                content.greeting(),
                content.paragraphs(),
                label == null || link == null
                        ? Optional.empty()
                        : Optional.of(new Mail.Action(label, URI.create(link))),
                content.footer(),
                expiresAt,
                purpose,
                Locale.forLanguageTag(content.language()));
    }
}
