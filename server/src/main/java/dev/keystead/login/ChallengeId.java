package dev.keystead.login;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a challenge for a passkey.
public record ChallengeId(UUID value) implements TypedId {
    public static ChallengeId make() {
        return new ChallengeId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.WEBAUTHN_CHALLENGE.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
