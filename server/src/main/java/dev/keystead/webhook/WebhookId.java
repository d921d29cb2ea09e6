package dev.keystead.webhook;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a webhook.
public record WebhookId(UUID value) implements TypedId {
    public static WebhookId make() {
        return new WebhookId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.WEBHOOK.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
