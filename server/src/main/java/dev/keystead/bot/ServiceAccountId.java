package dev.keystead.bot;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a service account.
public record ServiceAccountId(UUID value) implements TypedId {
    public static ServiceAccountId make() {
        return new ServiceAccountId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.SERVICE_ACCOUNT.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
